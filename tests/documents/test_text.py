"""Text as JSON: what is refused before a document is looked at, and lines that are answered in order."""

import json

import pytest

from companion.answers.judging import bounded_lines, error_document, judge_document, judge_lines
from companion.documents.errors import Expected
from companion.documents.reader import _Pairs, _pairs, _repeated_keys, _RepeatedKeyError, parse_json, wrong_type
from companion.documents.showdown import read_letters, write_letters
from companion.rules.cards import CARDS_BY_NAME
from companion.wording.document_errors import placed_sentence
from tests.support.documents import GEM_SHOWDOWN, Document, error_of


@pytest.mark.parametrize(
    ("text", "code", "where"),
    [
        (b"", "not-json", "line 1 column 1"),
        (b"{", "not-json", "line 1 column 2"),
        (b'{"a": 1,\n "b": }', "not-json", "line 2 column 7"),
        (b"{'a': 1}", "not-json", "line 1 column 2"),
        (b"{} {}", "not-json", "line 1 column 4"),
        (b"[NaN]", "not-json", "line 1 column 2"),
        (b"[-Infinity]", "not-json", "line 1 column 2"),
        (b'"\x01"', "not-json", "line 1 column 2"),
        (b'{"a": "\xff"}', "not-utf-8", "byte 7"),
        (b"\xff\xfe{\x00}\x00", "not-utf-8", "byte 0"),
        (b"\xed\xa0\x80", "not-utf-8", "byte 0"),
        (b'{"a": 1, "a": 1}', "key-repeated", "a"),
        (b'{"a": {"b": 1, "c": 2, "b": 3}}', "key-repeated", "a.b"),
        (b'{"\\ud800": 1, "\\ud800": 1}', "key-repeated", "…"),
        (b'{"\\u001b": 1, "\\u001b": 1}', "key-repeated", "…"),
        (b"[" * 100_000, "too-deep", "line 1 column 501"),
        (b'{"a":' * 100_000, "too-deep", "line 1 column 2501"),
        (b"[" * 501 + b"]" * 501, "too-deep", "line 1 column 501"),
        (b'{"a":["b\\"",' * 251, "too-deep", "line 1 column 3001"),
        (b"[" + b"9" * 5000 + b"]", "wrong-value", "line 1 column 2"),
        (b"[-" + b"9" * 5000 + b"]", "wrong-value", "line 1 column 2"),
    ],
)
def test_invalid_json_is_refused(text: bytes, code: str, where: str) -> None:
    assert error_of(parse_json, text) == (code, where)


@pytest.mark.parametrize(
    "document",
    [
        "[" * 500 + "]" * 500,
        '[{"a": []}' + ', {"a": []}' * 500 + "]",
        '["' + "[" * 501 + '", "\\"' + "{" * 501 + '"]',
    ],
    ids=["as deep as allowed", "many, but not deep", "brackets in texts"],
)
def test_brackets_that_are_not_too_deep_are_read(document: str) -> None:
    assert json.dumps(parse_json(document)) == document


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


def test_every_repeated_key_has_its_place() -> None:
    inner = _Pairs([("b", 1), ("b", 2)])
    document = _Pairs([("a", [1, inner]), ("c", inner), ("a", None)])
    assert list(_repeated_keys(document, "")) == [("a[1].b", "b"), ("c.b", "b"), ("a", "a")]


def test_a_byte_order_mark_and_blanks_are_accepted() -> None:
    assert parse_json(b"\xef\xbb\xbf \r\n{} \n") == {}
    assert parse_json('{"a": "é"}') == {"a": "é"}


def test_letters_are_written_as_they_are_read() -> None:
    """Listed by rank and suit; a card without a letter is left out."""
    letters = {"AC": "G", "7D": "S", "KH": "GM"}
    assert write_letters(read_letters({"KH": "gm", "7D": "s", "AC": "G"}, "gems")) == letters
    assert write_letters({CARDS_BY_NAME["AC"]: ()}) == {}


def test_cards_are_read_in_every_way_of_writing() -> None:
    players = [{"name": "Ann", "cards": ["tc", "T♣", "10c", "10♣", "k♥"]}, GEM_SHOWDOWN["players"][2]]
    verdict: Document = judge_document({**GEM_SHOWDOWN, "knocker": "Ann", "players": players})
    assert {card for fault in verdict["faults"] for card in fault["cards"]} >= {"10C"}


def test_lines_are_answered_in_their_order_good_and_bad() -> None:
    good = json.dumps(GEM_SHOWDOWN).encode()
    lines = [good, b"{", b"", b" \t\n", good, b"\xff", b"9" * 1_000_001, good]
    answers: list[Document] = list(judge_lines(lines))
    codes = [answer.get("error", {}).get("code", "judged") for answer in answers]
    assert codes == ["judged", "not-json", "judged", "not-utf-8", "too-large", "judged"]


@pytest.mark.parametrize("ending", [b"", b"\n", b"\r\n"])
def test_a_line_is_a_document_of_one_line(ending: bytes) -> None:
    answers: list[Document] = list(judge_lines([b"]" + ending, b"{" + ending]))
    assert [answer["error"]["where"] for answer in answers] == ["line 1 column 1", "line 1 column 2"]


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


@pytest.mark.parametrize("long", [999_999, 1_000_000, 1_000_001, 1_000_002, 1_000_003, 2_000_004, 5_000_000])
@pytest.mark.parametrize("tail", [b"", b"\n", b"\nx", b"\nx\n", b"\n\n"])
def test_an_endless_line_is_not_held_in_memory(long: int, tail: bytes) -> None:
    stream = Chunks(b"a\n", b"9" * long, tail)
    lines = list(bounded_lines(stream))  # type: ignore[arg-type]
    whole = [b"a\n", *(b"9" * long + tail).splitlines(keepends=True)]
    assert len(lines) == len(whole)
    for line, expected in zip(lines, whole, strict=True):
        assert line == expected if len(expected) <= 1_000_000 else len(line) > 1_000_000
    assert stream.longest <= 1_000_002
