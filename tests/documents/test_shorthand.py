"""Hands and lay-offs in shorthand: what each form means, what is refused and in which words, and back again."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.documents import shorthand
from companion.rules.cards import ALL_CARDS, CARDS_BY_NAME, Card, name_of
from companion.wording.document_errors import shorthand_sentence


def read(text: str, anns: str = "") -> str:
    """Read a hand and write it out plainly: groups, then deadwood behind a stroke."""
    written = shorthand.parse_shorthand(text, {CARDS_BY_NAME[name]: "Ann" for name in anns.split()})
    groups = [" ".join(name_of(one) for one in group) for group in written.melds]
    return ", ".join(groups) + " / " + " ".join(name_of(one) for one in written.deadwood)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("567c QCDH 9d", "5C 6C 7C, QC QD QH / 9D"),
        ("567c QQQ-s 9d", "5C 6C 7C, QC QD QH / 9D"),
        ("5-9c", "5C 6C 7C 8C 9C / "),
        ("9-5c", "9C 8C 7C 6C 5C / "),
        ("a-3h 9-kd", "AH 2H 3H, 9D 10D JD QD KD / "),
        ("KKKK", "KC KD KH KS / "),
        ("KKK-c", "KD KH KS / "),
        ("QQ-cd", "QH QS / "),
        ("8910s 10h", "8S 9S 10S / 10H"),
        ("10-K♥ t♣", "10H JH QH KH / 10C"),
        ("Qh7d 2s", "QH 7D / 2S"),
        ("QQQcdh", "QC QD QH / "),
        ("567c / 89d QQQ-s", "5C 6C 7C / 8D 9D QC QD QH"),
        ("567c, QCDH; 9d", "5C 6C 7C, QC QD QH / 9D"),
        ("9d 567c 2s", "5C 6C 7C / 9D 2S"),
        ("QQQ Qc7d", "QD QH QS, QC 7D / "),
        ("5\N{EN DASH}9c", "5C 6C 7C 8C 9C / "),
        ("", " / "),
        ("/ 9d", " / 9D"),
    ],
)
def test_each_form_is_read(text: str, expected: str) -> None:
    assert read(text) == expected


def test_a_rank_without_suits_means_the_cards_left() -> None:
    assert read("QQQ", anns="QS") == "QC QD QH / "
    assert read("/ QQQ", anns="QS") == " / QC QD QH"


@pytest.mark.parametrize(
    ("text", "anns", "sentence"),
    [
        ("QQQ", "", "QQQ could be several cards: Q♣ Q♦ Q♥ Q♠ are free. Name the suits, as in QCDH."),
        ("QQQ", "QS QH", "QQQ: only Q♣ Q♦ are left."),
        ("JJ", "JC JD JH JS", "JJ: no Jack is left."),
        ("567c 8c", "8C", "8♣ is already in Ann's hand."),
        ("567c 7c", "", "7♣ is entered twice."),
        ("567", "", "567 needs a suit: C, D, H or S, as in 567C."),
        ("5c6", "", "5c6 needs a suit: C, D, H or S, as in 6C."),
        ("5x", "", "5x isn't a card. Enter rank and suit, as in 5C or QH."),
        ("c5", "", "c5 isn't a card. Enter rank and suit, as in 5C or QH."),
        ("5c-9d", "", "5c-9d: a run stays in one suit."),
        ("56cd", "", "56cd: which suit belongs to which card?"),
        ("QQQQQ", "", "QQQQQ needs a suit: C, D, H or S, as in QQQQQC."),
        ("2c" * shorthand.LONGEST, "", "That's longer than any hand of cards."),
    ],
)
def test_unreadable_input_is_explained_in_one_sentence(text: str, anns: str, sentence: str) -> None:
    with pytest.raises(shorthand.ShorthandError) as refused:
        read(text, anns)
    assert shorthand_sentence(refused.value) == sentence


@given(st.permutations(ALL_CARDS), st.lists(st.integers(2, 6), max_size=4), st.integers(0, 8))
def test_writing_and_reading_gives_the_same_hand(order: list[Card], sizes: list[int], loose: int) -> None:
    melds: list[tuple[Card, ...]] = []
    at = 0
    for size in sizes:
        melds.append(tuple(order[at : at + size]))
        at += size
    hand = shorthand.ShorthandHand(tuple(melds), tuple(order[at : at + loose]))
    assert shorthand.parse_shorthand(shorthand.write_shorthand(hand.melds, hand.deadwood)) == hand


def test_a_hand_is_written_as_players_write_it_and_every_run_comes_back_in_its_order() -> None:
    written = shorthand.parse_shorthand("5-9c QCDH 9TJd Qs7d 2s")
    assert shorthand.write_shorthand(written.melds, written.deadwood) == "5-9C QCDH 9TJD QS7D 2S"
    for suit, length in product(range(4), range(3, 14)):
        for low in range(14 - length):
            run = tuple(ALL_CARDS[4 * low + suit :: 4][:length])
            for laid in (run, run[::-1]):
                assert shorthand.parse_shorthand(shorthand.write_shorthand([laid], [])) == shorthand.ShorthandHand(
                    (laid,), ()
                )


NAME_BOTH = "name a card and a meld, as in 8C onto 1."
PIECES = ("8c", "10h", "♣", "onto", ">", "->", "1", "meld", "pass", "and", ",", " ", "Q", "-", "/", "\n", "٣", "é")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8c onto 1", "8C 1"),
        ("8C ONTO 1", "8C 1"),
        ("8c -> meld 12", "8C 12"),
        ("10h on 2", "10H 2"),
        ("th onto meld2", "10H 2"),
        ("8c onto 1 and 10h onto 2", "8C 1, 10H 2"),
        ("8c > 1; 10h > 2,", "8C 1, 10H 2"),
        ("8c 9c onto 1", "8C 1, 9C 1"),
        ("89c onto 1", "8C 1, 9C 1"),
        ("pass", "pass"),
        ("8c onto 1, Pass, ks onto 3", "8C 1, pass, KS 3"),
    ],
)
def test_each_form_of_lay_offs_is_read(text: str, expected: str) -> None:
    moves = shorthand.parse_lay_offs(text)
    told = (
        f"{name_of(move.card)} {move.meld}" if isinstance(move, shorthand.WrittenLayOff) else "pass" for move in moves
    )
    assert ", ".join(told) == expected


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (" , and ;", "Name a card and a meld, as in 8C onto 1."),
        ("8c", f"“8c” isn't a lay-off: {NAME_BOTH}"),
        ("8c onto one", f"“8c onto one” isn't a lay-off: {NAME_BOTH}"),
        ("8c onto 1 onto 2", f"“8c onto 1 onto 2” isn't a lay-off: {NAME_BOTH}"),
        ("8c onto 1234", f"“8c onto 1234” isn't a lay-off: {NAME_BOTH}"),
        ("8c onto ٣", f"“8c onto ٣” isn't a lay-off: {NAME_BOTH}"),
        ("88 onto 1", "88 needs a suit: C, D, H or S, as in 8C."),
        ("8x onto 1", "8x isn't a card. Enter rank and suit, as in 5C or QH."),
        ("8c onto 1, 8c onto 2", "8♣ is entered twice."),
        ("8" * (shorthand.LONGEST + 1), "That's longer than any lay-offs."),
    ],
)
def test_unreadable_lay_offs_are_explained_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(shorthand.ShorthandError) as refused:
        shorthand.parse_lay_offs(text)
    assert shorthand_sentence(refused.value) == sentence


@given(
    st.text(alphabet="A23456789TJQKcdhsCDHS♣♦♥♠10-/ ,xé", max_size=40)
    | st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
)
def test_any_text_is_a_hand_or_lay_offs_or_a_sentence(text: str) -> None:
    for parse in (shorthand.parse_shorthand, shorthand.parse_lay_offs):
        try:
            written = parse(text)
        except shorthand.ShorthandError as error:
            assert shorthand_sentence(error).endswith((".", "?"))  # noqa: PT017 - both outcomes are fine, but each must be whole
            continue
        if isinstance(written, shorthand.ShorthandHand):
            laid = [one for group in written.melds for one in group] + list(written.deadwood)
            assert len(set(laid)) == len(laid)
        else:
            assert written
