"""Text as JSON: what is refused before a document is looked at, and lines that are answered in order."""

import json

import pytest

from companion.answers.judging import bounded_lines, error_document, judge_lines
from companion.documents.errors import DocumentError, Expected
from companion.documents.reader import _Pairs, _pairs, _repeated_keys, _RepeatedKeyError, parse_json, wrong_type
from companion.documents.showdown import read_letters, write_letters
from companion.rules.cards import CARDS_BY_NAME
from companion.wording.document_errors import document_error_sentence, placed_sentence
from tests.support.documents import GEM_SHOWDOWN, Document

TOO_DEEP, TOO_MANY_DIGITS = "the document is nested too deeply", "this number has too many digits"
NOT_JSON = "this isn't JSON: "


@pytest.mark.parametrize(
    ("text", "code", "where", "said"),
    [
        ("", "not-json", "line 1 column 1", f"{NOT_JSON}a value is missing"),
        ("{", "not-json", "line 1 column 2", f"{NOT_JSON}a key in double quotes is missing"),
        ('{"a" 1}', "not-json", "line 1 column 6", f"{NOT_JSON}a colon is missing"),
        ('{"a": 1 "b": 2}', "not-json", "line 1 column 9", f"{NOT_JSON}a comma is missing"),
        ('{"a": 1,\n "b": }', "not-json", "line 2 column 7", f"{NOT_JSON}a value is missing"),
        ("{} {}", "not-json", "line 1 column 4", f"{NOT_JSON}the document ended before this"),
        ('{"a": "b', "not-json", "line 1 column 7", f"{NOT_JSON}the text that starts here never ends"),
        ('["\\x"]', "not-json", "line 1 column 3", f"{NOT_JSON}this escape doesn't exist"),
        ('["\\u12"]', "not-json", "line 1 column 4", f"{NOT_JSON}an escape \\u needs four hexadecimal digits"),
        (
            '{"a": "b\nc"}',
            "not-json",
            "line 1 column 9",
            f"{NOT_JSON}a text can't contain a line break or another control character",
        ),
        ('{"a": 1,\n "b": NaN}', "not-json", "line 2 column 7", "NaN isn't a JSON number"),
        ('{"a": "NaN", "b": -Infinity}', "not-json", "line 1 column 19", "-Infinity isn't a JSON number"),
        ('{"NaN": 1,\n\n"b": 12345678901234567890}', "wrong-value", "line 3 column 6", TOO_MANY_DIGITS),
        ('["12345678901234567890", -12345678901234567890]', "wrong-value", "line 1 column 26", TOO_MANY_DIGITS),
        ("[" + "9" * 5000 + "]", "wrong-value", "line 1 column 2", TOO_MANY_DIGITS),
        ('{"a": {"b": 1, "c": [2], "b": 3}}', "key-repeated", "a.b", 'the key "b" is there twice'),
        (
            '{"a": {"b": [1, {"c": 1, "c": {"d": 1, "d": 2}}]}}',
            "key-repeated",
            "a.b[1].c",
            'the key "c" is there twice',
        ),
        ('{"": 1, "": 2}', "key-repeated", '""', 'the key "" is there twice'),
        (b'{"a": "\xff"}', "not-utf-8", "byte 7", None),
        (b"\xff\xfe{\x00}\x00", "not-utf-8", "byte 0", None),
        (b"\xed\xa0\x80", "not-utf-8", "byte 0", None),
        (b'{"\\ud800": 1, "\\ud800": 1}', "key-repeated", "…", None),
        (b'{"\\u001b": 1, "\\u001b": 1}', "key-repeated", "…", None),
        ("[" * 100_000, "too-deep", "line 1 column 501", TOO_DEEP),
        ('{"a":' * 501, "too-deep", "line 1 column 2501", TOO_DEEP),
        ("[\n" * 501, "too-deep", "line 501 column 1", TOO_DEEP),
        ('{"a":["b\\"",' * 251, "too-deep", "line 1 column 3001", TOO_DEEP),
    ],
)
def test_invalid_json_is_refused(text: str | bytes, code: str, where: str, said: str | None) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_json(text)
    assert (caught.value.code, caught.value.where) == (code, where)
    assert said in {None, document_error_sentence(caught.value)}


def test_what_is_not_too_deep_is_read() -> None:
    as_deep_as_allowed = "[" * 500 + "]" * 500
    many_but_not_deep = '[{"a": []}' + ', {"a": []}' * 500 + "]"
    in_texts = '["' + "[" * 501 + '", "\\"' + "{" * 501 + '"]'
    for document in (as_deep_as_allowed, many_but_not_deep, in_texts):
        assert json.dumps(parse_json(document)) == document
    assert parse_json(b"\xef\xbb\xbf \r\n{} \n") == {}
    assert parse_json('{"a": "é"}') == {"a": "é"}


class Counted(str):
    """A key that counts how often it is compared."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


@pytest.mark.parametrize("size", [100, 10_000])
def test_a_repeated_key_is_found_in_linear_time(size: int) -> None:
    pairs: list[tuple[str, object]] = [(Counted(f"key {number}"), 1) for number in range(size)]
    Counted.compared = 0
    pairs.append((Counted(f"key {size - 1}"), 2))
    with pytest.raises(_RepeatedKeyError):
        _pairs(pairs)
    assert [where for where, _ in _repeated_keys(_Pairs(pairs), "")] == [f"key {size - 1}"]
    assert Counted.compared < 20 * size


def test_letters_are_written_as_they_are_read() -> None:
    """Listed by rank and suit; a card without a letter is left out."""
    letters = {"AC": "G", "7D": "S", "KH": "GM"}
    assert write_letters(read_letters({"KH": "gm", "7D": "s", "AC": "G"}, "gems")) == letters
    assert write_letters({CARDS_BY_NAME["AC"]: ()}) == {}


@pytest.mark.parametrize("ending", [b"", b"\n", b"\r\n"])
def test_lines_are_answered_in_their_order_good_and_bad(ending: bytes) -> None:
    good = json.dumps(GEM_SHOWDOWN).encode()
    lines = [good, b"{", b"", b" \t", good, b"\xff", b"9" * 1_000_001, good]
    answers: list[Document] = list(judge_lines([line + ending for line in lines]))
    errors = [answer.get("error", {}) for answer in answers]
    assert [error.get("code", "judged") for error in errors] == [
        *("judged", "not-json", "judged", "not-utf-8", "too-large", "judged")
    ]
    assert errors[1]["where"] == "line 1 column 2"
    read = iter(lines)
    next(judge_lines(read))
    assert len([*read]) == len(lines) - 1, "each is answered before the next is read"


def test_an_error_line_says_code_place_and_message() -> None:
    error = wrong_type("3", "dice", Expected.LIST)
    message = 'expected a list, not "3"'
    assert error_document(error) == {"error": {"code": "wrong-type", "where": "dice", "message": message}}
    assert placed_sentence(error) == f"dice: {message}"
    assert placed_sentence(wrong_type("3", "", Expected.LIST)) == message
    assert str(error) == "dice: wrong-type"


class Chunks:
    """A stream that counts how much of it is ever held at once."""

    def __init__(self, *parts: bytes) -> None:
        self.text = b"".join(parts)
        self.longest = 0

    def readline(self, most: int) -> bytes:
        end = self.text.find(b"\n", 0, most)
        size = most if end < 0 else end + 1
        line, self.text = self.text[:size], self.text[size:]
        self.longest = max(self.longest, len(line))
        return line


@pytest.mark.parametrize("long", [999_999, 1_000_000, 1_000_001, 1_000_002, 1_000_003, 2_000_004])
@pytest.mark.parametrize("tail", [b"", b"\n", b"\nx", b"\nx\n", b"\n\n"])
def test_an_endless_line_is_not_held_in_memory(long: int, tail: bytes) -> None:
    stream = Chunks(b"a\n", b"9" * long, tail)
    lines = list(bounded_lines(stream))  # type: ignore[arg-type]
    whole = [b"a\n", *(b"9" * long + tail).splitlines(keepends=True)]
    assert len(lines) == len(whole)
    for line, expected in zip(lines, whole, strict=True):
        assert line == expected if len(expected) <= 1_000_000 else len(line) > 1_000_000
    assert stream.longest <= 1_000_002
