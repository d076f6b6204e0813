"""Deadwood that lies apart but belongs together: what is asked, and what each answer does."""

import pytest

from companion.documents.shorthand import parse_shorthand
from companion.documents.showdown_draft import read_offer, write_offer, write_reading
from companion.rules.cards import ALL_CARDS, Hand
from companion.rules.rummy import partition, solver
from companion.rules.rummy.entry import (
    EMPTY,
    HandEntry,
    MovedTo,
    Next,
    Offer,
    entered,
    lay_next,
    lay_together,
    regroup,
)
from companion.rules.rummy.melds import PLAIN, MeldContext, designated_diamond
from companion.rules.rummy.offers import (
    MOST_DECLINED,
    accept,
    choose,
    decline,
    may_be_offered,
    may_lie_better,
    open_offers,
    readings_to_choose,
    stash_that_allows,
)
from companion.rules.rummy.partition import Stretch, equal_readings, read_in_order
from companion.rules.rummy.solver import best_layouts
from companion.rules.rummy.taps import Answered, Laid, laid_by
from tests.support.rummy.entries import SEVEN, laid, lies
from tests.support.rummy.random_hands import cards


def asked(entry: HandEntry, context: MeldContext = PLAIN) -> list[str]:
    return [write_offer(offer) for offer in open_offers(entry, context)]


def offer(text: str) -> Offer:
    read = read_offer(text)
    assert read is not None
    return read


@pytest.mark.parametrize(
    ("names", "offers"),
    [
        ("KD KH 2C KS", ["new-set-KD-KH-KS"]),
        ("3H 4H 5H 9C 6H", ["onto-run-6H"]),
        ("5S 9C 6S 2D 7S", ["new-run-5S-6S-7S"]),
        ("9C 9D 9H 2D 4S 9S", ["onto-set-9S"]),
        ("3H 4H 5H 9C 6H 2S 6D KD 6S", ["new-set-6H-6D-6S"]),
        ("5C 9D 7C KD", []),
    ],
)
def test_cards_that_lie_apart_are_asked_about(names: str, offers: list[str]) -> None:
    assert asked(laid(names)) == offers


def test_what_a_player_put_down_or_grouped_is_not_asked_about() -> None:
    assert asked(laid("KH 2C KS", entry=lay_next(laid("KD"), Next.DEADWOOD))) == []
    down = regroup(laid("KD KH KS"), cards("KD KH KS"), MovedTo.DEADWOOD)
    assert asked(down) == []
    assert asked(entered([], cards("KD KH KS"), put_down=cards("KD KH KS"))) == []
    assert asked(entered([], cards("KD KH KS"))) == ["new-set-KD-KH-KS"]


def test_an_accepted_meld_lies_together_and_takes_the_next_card() -> None:
    entry = accept(laid("KD KH 2C KS 4D 4H"), offer("new-set-KD-KH-KS"), PLAIN)
    assert lies(entry) == "KD KH KS / 2C 4D 4H"
    assert lies(laid("4S", entry=entry)) == "KD KH KS, 4D 4H 4S / 2C"
    assert accept(entry, offer("new-set-KD-KH-KS"), PLAIN) is entry
    separate = lay_next(laid("9S", entry=lay_next(laid("KD KH 2C KS"), Next.NEW_MELD)), Next.NEW_MELD)
    assert lies(accept(separate, offer("new-set-KD-KH-KS"), PLAIN)) == "KD KH KS / 2C 9S"


def test_an_accepted_card_lengthens_its_meld() -> None:
    entry = accept(laid("3H 4H 5H 9C 6H"), offer("onto-run-6H"), PLAIN)
    assert lies(entry) == "3H 4H 5H 6H / 9C"
    assert lies(laid("9D 9S", entry=entry)) == "3H 4H 5H 6H, 9C 9D 9S / "
    assert accept(laid("6H"), offer("onto-run-6H"), PLAIN) == laid("6H")
    many = entry
    for _ in range(MOST_DECLINED + 1):
        many = decline(many, offer("new-set-KD-KH-KS"))
    assert len(many.declined) == MOST_DECLINED


def test_a_stash_is_offered_without_the_card_after_it_which_is_asked_about_by_itself() -> None:
    entry = laid("5C 6C 7C 2C 3D 6H 8S 9D KH", SEVEN)
    assert asked(entry, SEVEN) == ["new-stash-2C-3D-6H-8S"]
    stash = accept(entry, offer("new-stash-2C-3D-6H-8S"), SEVEN)
    assert lies(stash) == "5C 6C 7C, 2C 3D 6H 8S / 9D KH"
    assert asked(stash, SEVEN) == ["onto-stash-9D"]
    longer = accept(stash, offer("onto-stash-9D"), SEVEN)
    assert lies(longer) == "5C 6C 7C, 2C 3D 6H 8S 9D / KH"
    assert asked(decline(stash, offer("onto-stash-9D")), SEVEN) == []
    assert asked(decline(entry, offer("new-stash-2C-3D-6H-8S")), SEVEN) == ["new-stash-3D-6H-8S-9D"]


def test_what_was_accepted_stays_when_the_dice_are_corrected() -> None:
    five = MeldContext(has_gems=True, gems=None, diamond=designated_diamond((2, 3)))
    taps = (*map(Laid, cards("QH 2C 7D KD")), Answered(offer("new-queens-QH-7D"), yes=True))
    assert lies(laid_by(taps, SEVEN)) == "QH 7D / 2C KD"
    assert lies(laid_by(taps, five)) == " / QH 2C 7D KD", "no Queen's Diamonds any more"


def test_offers_that_no_button_sends_are_none() -> None:
    assert [read_offer(text) for text in ("", "new", "new-set", "new-pair-2C", "old-set-2C", "new-set-1X")] == [
        None
    ] * 6


def test_a_knock_over_the_limit_may_rest_on_the_shortest_row_that_allows_it() -> None:
    entry = laid("5C 6C 7C 8H 8D 8S 9C 4H KD 7H AS", SEVEN)
    stash = stash_that_allows(entry, 11, SEVEN)
    assert stash == offer("new-stash-9C-4H-KD-7H")
    assert stash_that_allows(entry, 0, SEVEN) == offer("new-stash-9C-4H-KD-7H-AS")
    # The row of five has the four in it that are no stash. Without 4H KD 7H AS, 9 are left.
    assert stash_that_allows(decline(entry, stash), 0, SEVEN) is None
    assert stash_that_allows(decline(entry, stash), 11, SEVEN) == offer("new-stash-4H-KD-7H-AS")
    assert stash_that_allows(laid("5C 6C 7C KD KH 9S", SEVEN), 11, SEVEN) is None
    assert stash_that_allows(EMPTY, 0, SEVEN) is None
    assert may_be_offered(entry, stash, SEVEN)
    assert not may_be_offered(entry, offer("new-set-9C-4H-KD"), SEVEN)
    assert not may_be_offered(laid("9C 4H KD", SEVEN), stash, SEVEN)


def test_cards_that_the_app_placed_may_lie_better() -> None:
    grouped = laid("7C 7D 7H 7S 2D 8S 9S")
    assert may_lie_better(grouped, PLAIN)
    assert not may_lie_better(regroup(grouped, cards("7C 7D 7H 7S"), MovedTo.NEW_MELD), PLAIN)
    apart = laid("KD KH 2C KS")
    assert may_lie_better(apart, PLAIN)
    assert not may_lie_better(decline(apart, offer("new-set-KD-KH-KS")), PLAIN)


def readings(entry: HandEntry, *, takes_lay_offs: bool, lays_off: bool) -> list[str]:
    found = readings_to_choose(entry, PLAIN, takes_lay_offs=takes_lay_offs, lays_off=lays_off)
    return [write_reading(reading) for reading in found]


def test_layouts_of_equal_deadwood_are_asked_about_where_they_allow_different_lay_offs() -> None:
    sevens = laid("7C 7D 7H 7S 8S 9S 10S")
    both = ["7C-7D-7H_7S-8S-9S-10S", "7C-7D-7H-7S_8S-9S-10S"]
    assert readings(sevens, takes_lay_offs=True, lays_off=False) == both
    assert readings(sevens, takes_lay_offs=False, lays_off=True) == []
    kings = laid("JC QC KC KD KH")
    assert readings(kings, takes_lay_offs=False, lays_off=True) == ["JC-QC-KC", "KC-KD-KH"]
    assert readings(laid("8C 9C 10C 5C 6C 7C"), takes_lay_offs=True, lays_off=True) == []
    run = lay_together(EMPTY, cards("5C")[0], cards("6C 7C"))
    assert readings(laid("8C 8D 8H", entry=run), takes_lay_offs=True, lays_off=True) == []


def test_a_stash_of_unknown_gems_takes_no_lay_offs_in_any_reading() -> None:
    stash = accept(laid("2C 5D 9H KS", SEVEN), offer("new-stash-2C-5D-9H-KS"), SEVEN)
    found = readings_to_choose(laid("7C 7D 7H 7S 8S 9S 10S", SEVEN, stash), SEVEN, takes_lay_offs=True, lays_off=False)
    assert [write_reading(reading) for reading in found] == [
        "2C-5D-9H-KS_7C-7D-7H_7S-8S-9S-10S",
        "2C-5D-9H-KS_7C-7D-7H-7S_8S-9S-10S",
    ]


def test_a_chosen_layout_stays_whatever_is_tapped_next() -> None:
    sevens = laid("7C 7D 7H 7S 8S 9S 10S")
    other = readings_to_choose(sevens, PLAIN, takes_lay_offs=True, lays_off=False)[1]
    chosen = choose(sevens, other)
    assert lies(chosen) == "7C 7D 7H 7S, 8S 9S 10S / "
    assert readings(chosen, takes_lay_offs=True, lays_off=True) == []
    assert lies(laid("JS", entry=chosen)) == "7C 7D 7H 7S, 8S 9S 10S / JS"
    moved = regroup(sevens, cards("7C"), MovedTo.DEADWOOD)
    assert readings(moved, takes_lay_offs=True, lays_off=True) == []


def test_nothing_is_asked_of_cards_that_can_lie_in_too_many_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    deadwood = parse_shorthand("3C 6D 4C 9S 5C 3D JS 4D KH 5D AS 3H 7C 4H 5H").deadwood
    assert open_offers(entered((), deadwood), PLAIN)
    monkeypatch.setattr(solver, "MOST_STEPS", 1)
    best_layouts.cache_clear()
    assert open_offers(entered((), deadwood), PLAIN) == ()


def test_runs_of_whole_suits_are_read_without_dead_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each suit can be cut in sixty ways, of which all but one are parts of longer runs."""
    counted = 0

    def points_of(stretch: Stretch, start: int, end: int) -> int:
        nonlocal counted
        counted += 1
        return Hand.of(stretch.cards[start:end]).points if end - start == 1 else 0

    monkeypatch.setattr(partition, "_points", points_of)
    stretch = Stretch(tuple(sorted(ALL_CARDS)))
    shown = read_in_order(stretch, PLAIN)
    assert equal_readings(stretch, shown, PLAIN, takes_lay_offs=True, lays_off=True) == (shown,)
    assert counted < 1000
