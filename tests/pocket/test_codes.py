"""The codes by which two phones find each other carry what a connection needs, and nothing else gets through."""

import json
import re
import subprocess
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path
from typing import Any

import pytest

from companion.pocket.pyodide import node

CODES = Path(__file__).resolve().parents[2] / "static/pocket/table/codes.js"
FINGERPRINT = bytes(range(100, 132)).hex()
MDNS = "fd8440ab-8b54-4d87-8134-25f1523845c5.local"
OFFER = {
    "kind": "offer",
    "ufrag": "ag/B",
    "pwd": "MXqE1bT43nh4Te5enazZ9e/+",
    "fingerprint": FINGERPRINT,
    "candidates": [[MDNS, 43075], ["192.168.4.20", 1024]],
    "known": [],
    "name": "Müller",
}
"""As Chromium has it."""
ANSWER = {
    "kind": "answer",
    "ufrag": "aeab47be",
    "pwd": "ad00bd70b103cab68cdeadfac83506da",
    "fingerprint": FINGERPRINT,
    "candidates": [["fe80:0000:0000:0000:0000:0000:0001:0002", 65535]],
    "to": "ag/B",
}
"""As Firefox has it."""
NOT_WHOLE = "This isn't a whole code of Gem Companion. Scan or copy it again."
SCRIPT = """
const { BadCode, pack, unpack } = await import(process.argv[1]);
const answers = JSON.parse(process.argv[2]).map(([name, ...given]) => {
  try {
    return { pack, unpack }[name](...given);
  } catch (error) {
    if (!(error instanceof BadCode)) throw error;
    return error.message;
  }
});
console.log(JSON.stringify(answers));
"""


def ask(*calls: tuple[object, ...]) -> list[Any]:
    """Call functions of the script; a code that is refused answers with its sentence."""
    command = [node(), "--input-type=module", "-e", SCRIPT, CODES.as_uri(), json.dumps(calls)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 (our own words)
    return list(json.loads(done.stdout))


@pytest.fixture(scope="module")
def codes() -> list[str]:
    return ask(("pack", OFFER), ("pack", ANSWER))


def test_a_code_carries_a_connection(codes: list[str]) -> None:
    offer, answer = codes
    # An address of 60 letters and an offer make a QR code of 53 modules a side.
    assert re.fullmatch(r"[\w.-]{,130}", offer)
    assert re.fullmatch(r"[\w.-]{,130}", answer)
    offered, answered = ask(
        ("unpack", f" https://cards.example/join/#{offer}\n", "offer"), ("unpack", answer, "answer")
    )
    assert offered == {**OFFER, "to": ""}
    assert answered == {**ANSWER, "known": [], "name": ""}


def test_an_offer_knows_a_few_phones(codes: list[str]) -> None:
    """Most browsers have the same addresses for them, with other ports; so each costs 12 letters."""
    same = [{"mark": f"ff0{place}", "candidates": [[MDNS, 5000 + place], ["192.168.4.20", 1024]]} for place in range(5)]
    others = [{"mark": "0000", "candidates": [[MDNS.replace("f", str(place)), 1024]] * 4} for place in range(3)]
    short, long = ask(*(("pack", {**OFFER, "known": known}) for known in (same, others)))
    assert len(short) - len(codes[0]) == 4 * 12
    assert len(long) <= 360
    known = [facts["known"] for facts in ask(("unpack", short, "offer"), ("unpack", long, "offer"))]
    assert known == [same[:4], others[:1]]


def test_a_code_has_a_part_of_a_long_name_and_only_addresses_nearby() -> None:
    far = [["203.0.113.9", 50000], ["2001:db8::7", 50001], ["127.0.0.1", 50002], ["fe80::7", 50003], [MDNS, 50004]]
    (code,) = ask(("pack", {**OFFER, "name": "Ann-Kathrin Müller-Lüdenscheidt", "candidates": far}))
    (facts,) = ask(("unpack", code, "offer"))
    assert facts["name"] == "Ann-Kathrin Müller-L…"
    assert facts["candidates"] == [["fe80:0000:0000:0000:0000:0000:0000:0007", 50003], [MDNS, 50004]]


def test_a_code_that_is_no_offer_is_refused_with_a_sentence(codes: list[str]) -> None:
    offer, answer = codes
    *parts, data = offer.split(".")
    content = urlsafe_b64decode(data + "=" * (-len(data) % 4))
    head, mdns, near, name = content[:33], content[34:53], content[53:60], content[61:]

    def holding(content: bytes) -> str:
        return ".".join([*parts, urlsafe_b64encode(content).decode().rstrip("=")])

    assert holding(head + b"\2" + mdns + near + b"\0" + name) == offer
    damaged = {
        "nothing": "",
        "words": "Hello, Ann!",
        "a part": offer[:-40],
        "another kind": holding(b"\2" + content[1:]),
        "an answer": answer,
        "an answer to nothing": holding(b"\1" + content[1:]),
        "no address": holding(head + b"\0\0" + name),
        "too many addresses": holding(head + b"\5" + near * 5 + b"\0"),
        "more addresses than there are": holding(head + b"\4" + mdns + near),
        "another kind of address": holding(head + b"\1\3" + near[1:]),
        "an address of the internet": holding(head + b"\1\1\x08\x08\x08\x08" + near[5:] + b"\0"),
        "this phone itself": holding(head + b"\1\1\x7f\0\0\1" + near[5:] + b"\0"),
        "a service of a router": holding(head + b"\1" + near[:5] + bytes((0, 53)) + b"\0"),
        "the address of nobody": holding(head + b"\1\3" + near[5:] + b"\0"),
        "too many known": holding(head + b"\1" + near + b"\5" + (b"ab\1" + near) * 5),
        "a known phone without its mark": holding(head + b"\1" + near + b"\1a"),
        "a known phone with no address": holding(head + b"\1" + near + b"\1ab\0"),
        "a known phone with an address too many": holding(head + b"\1" + near + b"\1ab\2" + b"\3pp" * 2),
        "a known phone far away": holding(head + b"\1" + near + b"\1ab\1\1\x08\x08\x08\x08pp"),
        "a name that is too long": holding(head + b"\1" + near + b"\0" + b"n" * 25),
        "a name of two lines": holding(head + b"\1" + near + b"\0A\nB"),
        "a name of no letters": holding(head + b"\1" + near + b"\0\xff"),
        "a line in the password": offer.replace(parts[2], f"{parts[2]}\r\na=x"),
        "ten thousand letters": offer + "A" * 10_000,
    }
    answers = ask(*(("unpack", code, "offer") for code in damaged.values()))
    assert dict(zip(damaged, answers, strict=True)) == dict.fromkeys(damaged, NOT_WHOLE)


def test_a_code_for_something_else_says_so(codes: list[str]) -> None:
    offer, _ = codes
    later, joining = ask(("unpack", f"2{offer[1:]}", "offer"), ("unpack", offer, "answer"))
    assert later.startswith("The two phones have different versions")
    assert joining == "This code is for joining a game. Scan the one on the phone that joins."
