"""Lay-offs in shorthand: what is read, and one sentence for what isn't."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.documents.shorthand import LONGEST, ShorthandError, WrittenLayOff, parse_lay_offs
from companion.rules.cards import name_of
from companion.wording.document_errors import shorthand_sentence

PIECES = ("8c", "10h", "♣", "onto", ">", "->", "1", "meld", "pass", "and", ",", " ", "Q", "-", "/", "\n", "٣", "é")


def read(text: str) -> str:
    moves = parse_lay_offs(text)
    return ", ".join(
        f"{name_of(move.card)} {move.meld}" if isinstance(move, WrittenLayOff) else "pass" for move in moves
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8c onto 1", "8C 1"),
        ("8C ONTO 1", "8C 1"),
        ("8c>1", "8C 1"),
        ("8c -> meld 12", "8C 12"),
        ("8♣ → 1", "8C 1"),
        ("10h on 2", "10H 2"),
        ("th onto meld2", "10H 2"),
        ("8c onto 1, 10h onto 2", "8C 1, 10H 2"),
        ("8c onto 1 and 10h onto 2", "8C 1, 10H 2"),
        ("8c > 1; 10h > 2,", "8C 1, 10H 2"),
        ("8c 9c onto 1", "8C 1, 9C 1"),
        ("89c onto 1", "8C 1, 9C 1"),
        ("pass", "pass"),
        ("8c onto 1, Pass, ks onto 3", "8C 1, pass, KS 3"),
    ],
)
def test_each_form_is_read(text: str, expected: str) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Name a card and a meld, as in 8C onto 1."),
        (" , and ;", "Name a card and a meld, as in 8C onto 1."),
        ("8c", "“8c” isn't a lay-off: name a card and a meld, as in 8C onto 1."),
        ("onto 1", "“onto 1” isn't a lay-off: name a card and a meld, as in 8C onto 1."),
        ("8c onto", "“8c onto” isn't a lay-off: name a card and a meld, as in 8C onto 1."),
        ("8c onto one", "“8c onto one” isn't a lay-off: name a card and a meld, as in 8C onto 1."),
        ("8c onto 1 onto 2", "“8c onto 1 onto 2” isn't a lay-off: name a card and a meld, as in 8C onto 1."),
        ("8c onto 1234", "“8c onto 1234” isn't a lay-off: name a card and a meld, as in 8C onto 1."),
        ("8c onto ٣", "“8c onto ٣” isn't a lay-off: name a card and a meld, as in 8C onto 1."),
        ("8 onto 1", "8 needs a suit: C, D, H or S, as in 8C."),
        ("88 onto 1", "88 needs a suit: C, D, H or S, as in 8C."),
        ("8x onto 1", "8x isn't a card. Enter rank and suit, as in 5C or QH."),
        ("8c onto 1, 8c onto 2", "8♣ is entered twice."),
        ("8" * (LONGEST + 1), "That's longer than any lay-offs."),
    ],
)
def test_unreadable_input_is_explained_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ShorthandError) as refused:
        parse_lay_offs(text)
    assert shorthand_sentence(refused.value) == sentence


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_any_text_is_lay_offs_or_a_sentence(text: str) -> None:
    try:
        moves = parse_lay_offs(text)
    except ShorthandError as error:
        assert shorthand_sentence(error).endswith(".")  # noqa: PT017 - both outcomes are fine, but each must be whole
    else:
        assert moves
