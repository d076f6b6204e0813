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
    assert answered == {**ANSWER, "name": ""}


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
    head, mdns, near, name = content[:33], content[34:53], content[53:60], content[60:]

    def holding(content: bytes) -> str:
        return ".".join([*parts, urlsafe_b64encode(content).decode().rstrip("=")])

    assert holding(head + b"\2" + mdns + near + name) == offer
    damaged = {
        "nothing": "",
        "words": "Hello, Ann!",
        "a part": offer[:-40],
        "another kind": holding(b"\2" + content[1:]),
        "an answer": answer,
        "an answer to nothing": holding(b"\1" + content[1:]),
        "no address": holding(head + b"\0" + name),
        "too many addresses": holding(head + b"\5" + near * 5),
        "more addresses than there are": holding(head + b"\4" + mdns + near),
        "another kind of address": holding(head + b"\1\3" + near[1:]),
        "an address of the internet": holding(head + b"\1\1\x08\x08\x08\x08" + near[5:]),
        "this phone itself": holding(head + b"\1\1\x7f\0\0\1" + near[5:]),
        "a service of a router": holding(head + b"\1" + near[:5] + bytes((0, 53))),
        "a name that is too long": holding(head + b"\1" + near + b"n" * 25),
        "a name of two lines": holding(head + b"\1" + near + b"A\nB"),
        "a name of no letters": holding(head + b"\1" + near + b"\xff"),
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
