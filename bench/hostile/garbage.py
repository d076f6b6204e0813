"""What hostile phones send: words that the app knows in wrong places, and words that nobody should send at all."""

import ast
import json
import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from companion import web
from companion.rules.cards import CARDS_BY_NAME

MARK = "x7q"
"""Stands in what would be a tag or an attribute if it came out as it went in."""
NONSENSE = (
    "", " ", "0", "-1", "1", "2", "3", "7", "11", "1.5", "1e309", "NaN", "Infinity", "0x10", "1_000", "+1", "٣",
    "²", "½", "\uff11", "9" * 20, "-" + "9" * 20, "9" * 400, "9" * 5000, "2147483648", "9223372036854775808",
    "18446744073709551616", "\x00", "a\x00b", "\r\nX-Evil: 1", "\n", "\t", "\u202e\u2066", "\ufeff", "\ud800",
    "\udfff\ud800", "💎", "é" * 41, "ß", "İ", "ﬀ", "A" * 40, "A" * 41, "A" * 501, "A" * 2001, "A" * 17_000,
    "💎" * 9_000, " " * 3_000, f"<{MARK}>", f'"><{MARK}>', f"'\"{MARK}\"{MARK}='1", f"</textarea><{MARK}>",
    f"javascript:{MARK}", "{{7*7}}", "${7*7}", "%s%n", "' OR 1=1 --", "'); DROP TABLE journal;--",
    "../../etc/passwd", "..%2f..%2f", "/etc/passwd", "//evil.test/", "http://evil.test/", "=1+1", "+1", "@SUM(1)",
    "-2+3", "\t=1", "null", "true", "[]", "{}", "[" * 3_000, '{"game":' * 500, "AS", "10D", "as", "1S", "0S",
    "11S", "XX", "AS AS", "JS QS KS", "5C 6C 7C / 9C 9D 9H / AS", "AS-KS", "AS..KS", "AAAA", "/" * 900,
    " ".join(CARDS_BY_NAME),
    "0:knock", "1:gin", "0:", "1:big-gin", "-1:knock", "9:knock", "²:gin", "9" * 4400 + ":knock", "0:AS:1:0",
    "1:8C:0:0", "0:AS:9:99", "to:0", "to:99", "to:²", "way:counted", "way:loose", "way:laid-out", "undo:3",
    "redo:3", "undo:" + "9" * 30, "up:0", "down:99", "2026-11-21", "2026-02-30", "0000-00-00", "9999999-01-01",
    "2026-W01-1", "ABCDEF", "owner", "scorer", "viewer", "Annegret",
)  # fmt: skip
METHODS = (
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "get", "", "\x00",
    "G" * 300,
)  # fmt: skip
KINDS = (
    "", "application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-16",
    "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=x",
    'multipart/form-data; boundary="' + "x" * 300, "application/json", "text/plain", "text/xml",
    "application/octet-stream", "\xff\xfe", "a/b; c", "multipart/mixed; boundary=x",
)  # fmt: skip
BODIES = (
    b"", b"\x00", b"\xff\xfe\xfd", b"%", b"%zz=%", b"&" * 5_000, b"=" * 5_000, b"a=1&" * 700, b"x" * 70_000, b"{",
    b'{"act": "record"}', b"[]", b"--x\r\n\r\n--x--",
    b'--x\r\nContent-Disposition: form-data; name="file"; filename="../../x"\r\n\r\n{}\r\n--x--\r\n',
    b"--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n", b"--x\r\n" * 900,
    b'--x\r\nContent-Disposition: form-data; name="act"',
    b"--x\r\nContent-Disposition: form-data; name=act\r\nContent-Type: a; charset=utf-7\r\n\r\n+AGE-\r\n--x--\r\n",
    b"--x\r\nContent-Disposition: form-data; name=a; filename*=utf-8''%ff\r\nA: base64\r\n\r\n=\r\n--x--\r\n",
    b"act=%ed%a0%80&idempotency_key=%ff%fe%fd%fc%fb%fa%f9%f8", b"act=\xff\xfe", b"text=" + b"%5B" * 15_000,
    b"\x1f\x8b\x08\x00garbage",
)  # fmt: skip
PATHS = (
    "/", "//", "///g//", "/g", "/g/", "/g/..", "/g/%00", "/g/\x00", "/g/\xff\xfe", "/g/" + "a" * 5_000,
    "/static/..", "/static/x/../../app.py", "/static/x/%2e%2e/app.py", "/static//etc/passwd", "/static/0/app.css",
    "/static/\xf0\x9f/app.css", "/static/0/../../../instance/secret", "/.env", "/.git/config", "/instance/secret",
    "/instance/companion.db", "/wp-login.php", "/j/", "/j/x", "/j/" + "x" * 200, "/j/..", "/join/..", "/rules/..",
    "/rules/cases/..", "/rules/\xff", "/favicon.ico", "/robots.txt", "*", "", "g", "http://evil.test/",
    "/\\evil.test", "/%0d%0aX: 1", "/\r\nX-Evil: 1", "/g/{game}", "/sw.js", "/manifest.webmanifest",
    "/g/x/hand/" + "9" * 4_500, "/g/x/hand/-1", "/g/x/hand/1e3/ruling",
)  # fmt: skip
HEADERS: dict[str, tuple[str, ...]] = {
    "Host": (
        "evil.test", "", "a b", "\xff", "[::1", "localhost:99999", "x" * 3_000, "evil.test/..",
        "companion.test@evil.test", "a,b",
    ),
    "Cookie": (
        "companion=", "companion=x", "companion=" + "A" * 43, "companion=" + "\xff" * 43, ";;;=;", "x" * 9_000,
        "companion-invitation=code....", "companion=" + "A" * 43 + "; companion=" + "B" * 43,
        "look=\xff; companion-look=<" + MARK + ">", "__Host-companion=" + "A" * 43,
    ),
    "Origin": (
        "http://evil.test", "null", "", "companion.test", "http://companion.test:81", "http://[", "\xff",
        "file://",
    ),
    "Sec-Fetch-Site": ("cross-site", "same-site", "none", "", "SAME-ORIGIN"),
    "Referer": ("http://evil.test/", "\xff", "x" * 3_000),
    "X-Forwarded-For": ("1.2.3.4", "x", "1.2.3.4, 5.6.7.8", "\xff", "," * 900, "::1%eth0"),
    "X-Forwarded-Proto": ("https", "gopher", "https,http", "\xff"),
    "X-Forwarded-Host": ("evil.test", "a b"),
    "X-Forwarded-Prefix": ("/evil", "//evil.test"),
    "X-Http-Method-Override": ("DELETE", "POST"),
    "Accept-Encoding": ("gzip", "gzip;q=0", "*", "gzip;q=nan", "\xff", "," * 999, "br", "gzip;q=1e999"),
    "Accept": ("*/*", "application/json", "\xff", "text/html;q=x"),
    "Accept-Language": ("\xff", "x" * 2_000),
    "Range": ("bytes=0-0", "bytes=9-1", "bytes=-", "x=1", "bytes=" + "0-0," * 500),
    "If-None-Match": ("*", '"x"', "\xff"),
    "If-Modified-Since": ("yesterday", "Sat, 99 Foo 2026", "Thu, 01 Jan 99999 00:00:00 GMT"),
    "Content-Length": ("-1", "x", "0", "9" * 30, "+5", "5, 6", "٣"),
    "Transfer-Encoding": ("chunked", "gzip, chunked", "x"),
    "Content-Encoding": ("gzip", "br"),
    "Expect": ("100-continue", "x"),
    "Authorization": ("Basic x", "Bearer " + "x" * 900),
    "HX-Request": ("true", "false", "\xff", ""),
    "HX-Target": ("hand", "new-game", "table", "<" + MARK + ">", "\xff", "x" * 2_000),
    "HX-Current-URL": ("http://evil.test/", "\xff", "javascript:" + MARK),
    "HX-Current-URL-URI-AutoEncoded": ("true", "\xff"),
    "HX-Target-URI-AutoEncoded": ("true",),
    "HX-Boosted": ("true",),
    "HX-History-Restore-Request": ("true",),
    "HX-Prompt": ("\xff", "<" + MARK + ">"),
    "HX-Trigger": ("\xff", "<" + MARK + ">"),
    "X-Seen": ("1", "2", "x", "²", "9" * 5_000, "-1"),
    "X-Form-Token": ("", "x", "\xff", "x" * 5_000),
    "User-Agent": ("\xff", "() { :; }; echo", "x" * 5_000),
}  # fmt: skip


def own_words() -> tuple[str, ...]:
    """Gather the words that the web part of the app itself uses: names of fields, of acts, of choices."""
    words = set()
    for path in sorted(Path(web.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and 0 < len(node.value) <= 24:
                words.add(node.value)
    return tuple(sorted(word for word in words if word.isascii() and word.isprintable()))


@dataclass(slots=True)
class Form:
    """A form: where it is sent to, what it sends along unseen, and what else it could send."""

    action: str
    hidden: dict[str, str] = field(default_factory=dict)
    free: dict[str, list[str]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Tell one form from another."""
        return f"{self.action} {sorted(self.hidden)} {sorted(self.free)}"


class Forms(HTMLParser):
    """Reads the forms of a page, with every value that its fields and buttons offer."""

    def __init__(self, here: str) -> None:
        super().__init__(convert_charrefs=True)
        self.here = here
        self.found: list[Form] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a form, or a field or button of the one that is open."""
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append(Form(given.get("action", "").partition("?")[0] or self.here))
        name, value = given.get("name", ""), given.get("value", "")
        if not self.found or not name or tag not in {"input", "button", "select", "textarea", "option"}:
            return
        if given.get("type") == "hidden":
            self.found[-1].hidden[name] = value
        else:
            self.found[-1].free.setdefault(name, []).append(value)


def forms_of(page: str, here: str) -> list[Form]:
    """Give the forms of a page."""
    reader = Forms(here)
    reader.feed(page)
    return [one for one in reader.found if one.hidden or one.free]


def spoiled(chance: random.Random, document: object, words: tuple[str, ...]) -> object:
    """Change one thing somewhere in a JSON document."""
    document = json.loads(json.dumps(document))
    places: list[tuple[Any, Any]] = []
    _walk(document, places)
    if not places:
        return document
    inside, key = chance.choice(places)
    others: tuple[Any, ...] = (
        None, True, [], {}, 0, -1, 10**30, 1.5, float("nan"), [inside[key]] * 40, {"a": inside[key]},
        chance.choice(NONSENSE), chance.choice(words),
    )  # fmt: skip
    match chance.randrange(4):
        case 0:
            del inside[key]
        case 1 if isinstance(inside, dict):
            inside[chance.choice(words)] = inside.pop(key)
        case 2 if isinstance(inside, list):
            inside.extend([inside[key]] * chance.choice([1, 2, 60]))
        case _:
            inside[key] = chance.choice(others)
    return document


def _walk(node: Any, places: list[tuple[Any, Any]]) -> None:  # noqa: ANN401 (JSON)
    keys: Iterable[Any] = node if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
    for key in keys:
        places.append((node, key))
        _walk(node[key], places)
