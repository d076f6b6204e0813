"""A hand as the list of its taps: laid by the dice that are known, taken back, and kept short."""

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.cards import ALL_CARDS, CARDS_BY_NAME, Card, rank_of
from companion.rules.rummy.entry import EMPTY, HandEntry, MovedTo, Next, UnsureCard, entered
from companion.rules.rummy.melds import PLAIN, MeldContext
from companion.rules.rummy.partition import Reading
from companion.rules.rummy.taps import (
    TAPS_KEPT,
    Aimed,
    Begun,
    Chosen,
    Laid,
    LaidTogether,
    Moved,
    Named,
    Settled,
    TakenOut,
    Tap,
    Written,
    after,
    laid_by,
    with_tap,
    without_last,
)
from tests.support.rummy.entries import SEVEN, THREE, lies
from tests.support.rummy.random_hands import cards


def laid(names: str) -> tuple[Tap, ...]:
    return tuple(map(Laid, cards(names)))


def seen(taps: tuple[Tap, ...], context: MeldContext) -> str:
    return lies(laid_by(taps, context))


def moved(names: str, to: MovedTo, context: MeldContext) -> Moved:
    return Moved(cards(names), to, diamond=context.diamond)


def test_what_was_put_to_the_deadwood_or_grouped_by_hand_stays_there() -> None:
    assert seen((Aimed(Next.DEADWOOD), *laid("QH 3D")), THREE) == " / QH 3D"
    assert seen((*laid("QH"), Aimed(Next.NEW_MELD), *laid("3D")), THREE) == " / QH 3D"
    behind = (*laid("QH 3D"), Aimed(Next.DEADWOOD), *laid("QS"))
    assert (seen(behind, THREE), laid_by(behind, THREE).next) == ("QH 3D / QS", Next.DEADWOOD)
    assert seen((*laid("QH 9C 7D"), moved("QH 7D", MovedTo.NEW_MELD, THREE)), SEVEN) == "QH 7D / 9C"
    assert seen((Written((cards("QH 5S"),), cards("9C"), diamond=SEVEN.diamond),), THREE) == "QH 5S / 9C"


def test_queens_diamonds_grouped_by_hand_are_deadwood_when_the_dice_name_another_diamond() -> None:
    for tap in (
        moved("QH 7D", MovedTo.NEW_MELD, SEVEN),
        Written((cards("QH 7D"),), cards("9C"), diamond=SEVEN.diamond),
        Chosen(Reading((cards("QH 7D"),), cards("9C")), diamond=SEVEN.diamond),
    ):
        assert seen((*laid("QH 9C 7D"), tap), SEVEN) == "QH 7D / 9C"
        assert seen((*laid("QH 9C 7D"), tap), THREE) == " / 9C QH 7D"


def test_a_hand_that_goes_on_another_way_leaves_its_cards_where_they_lie() -> None:
    taps = (*laid("QH 3D"), Settled(Next.NEW_MELD))
    entry = laid_by(taps, THREE)
    assert (seen(taps, THREE), entry.next, entry.open.cards) == ("QH 3D / ", Next.NEW_MELD, ())
    assert seen((*taps, *laid("3C")), THREE) == "QH 3D / 3C"
    assert without_last(taps) == laid("QH"), "undo goes on to the tap before"


def test_what_was_moved_after_a_pair_that_fell_is_moved_again() -> None:
    fell = laid("QH 3D 9C 9D 9S 4S 5S KD")
    assert seen(fell, SEVEN) == "9C 9D 9S / QH 3D 4S 5S KD"
    down = (*fell, moved("9S", MovedTo.DEADWOOD, SEVEN))
    assert seen(down, SEVEN) == "9C 9D / QH 3D 4S 5S KD 9S"
    assert seen(down, THREE) == "QH 3D, 9C 9D / 4S 5S KD 9S"
    assert seen((*fell, TakenOut(cards("3D"))), THREE) == "9C 9D 9S / QH 4S 5S KD"
    assert seen((*fell, moved("QH 5S", MovedTo.NEW_MELD, SEVEN)), THREE) == "9C 9D 9S, QH 5S / 4S KD 3D"
    onto = Moved(cards("KD"), None, cards("QH")[0], diamond=THREE.diamond)
    assert seen((*fell, onto), THREE) == "QH 3D KD, 9C 9D 9S / 4S 5S"
    assert seen((*fell, onto), SEVEN) == "9C 9D 9S, QH KD / 3D 4S 5S"


def test_a_hand_from_the_sheet_is_joined_and_parted_where_its_cards_lie_side_by_side() -> None:
    written = Begun(entered([cards("9C 9D 9S"), cards("QS 7D")], cards("2C QH 3D 4H")), diamond=SEVEN.diamond)
    assert seen((written,), THREE) == "9C 9D 9S, QH 3D / 2C 4H QS 7D"
    apart = Begun(entered([cards("9C 9D 9S")], cards("QH 2C 3D")), diamond=SEVEN.diamond)
    assert laid_by((apart,), THREE) == apart.entry
    assert without_last((apart,)) == (apart,), "what is on the sheet is not undone"


def test_a_card_that_other_dice_took_into_a_meld_has_not_fallen() -> None:
    queen, other = cards("QS QH")
    doubts = (
        UnsureCard(other, CARDS_BY_NAME["JH"], queen),
        UnsureCard(CARDS_BY_NAME["QC"], CARDS_BY_NAME["JC"], queen),
    )
    pair = cards("QS 3D")
    begun = Begun(HandEntry(deadwood=pair, next=Next.NEW_MELD, fallen=pair, unsure=doubts))
    entry = laid_by((begun, Named(other, CARDS_BY_NAME["JH"])), THREE)
    assert sorted(entry.cards) == sorted((*pair, other))


def test_typed_cards_without_groups_lie_as_if_tapped_and_undo_takes_taps_back() -> None:
    assert without_last(()) == ()
    run = (*laid("QH QS QC"), LaidTogether(CARDS_BY_NAME["5C"], cards("6C 7C 8C")))
    assert (seen(run, PLAIN), without_last(run)) == ("QH QS QC, 5C 6C 7C 8C / ", laid("QH QS QC"))
    assert seen((Written((), cards("5C 6C 7C 2D"), in_order=True),), PLAIN) == "5C 6C 7C / 2D"


def test_older_taps_are_kept_as_what_they_laid() -> None:
    taps: tuple[Tap, ...] = ()
    for card in cards("5C 6C 7C 9D"):
        taps = with_tap(taps, Laid(card), PLAIN)
    for _ in range(TAPS_KEPT):
        taps = with_tap(taps, TakenOut(cards("9D")), PLAIN)
        taps = with_tap(taps, Laid(*cards("9D")), PLAIN)
        assert len(taps) <= TAPS_KEPT
        assert seen(taps, PLAIN) == "5C 6C 7C / 9D"
    while (fewer := without_last(taps)) != taps:
        taps = fewer
    assert isinstance(taps[0], Begun)
    assert seen((*taps, *laid("8C")), PLAIN) == "5C 6C 7C 8C / "


_TAPS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["lay", "rank", "out", "new-meld", "deadwood", "onto"]), st.sampled_from(ALL_CARDS)),
        st.tuples(st.sampled_from(["new", "dead", "undo"]), st.just(ALL_CARDS[0])),
    ),
    max_size=24,
)


def _tap(entry: HandEntry, what: str, card: Card) -> Tap:
    match what:
        case "lay":
            return Laid(card)
        case "rank":
            mates = (other for other in ALL_CARDS if rank_of(other) == rank_of(card) and other != card)
            more = tuple(mate for mate in mates if mate not in entry.cards)
            return LaidTogether(card, more) if more and card in entry.cards else Laid(card)
        case "out":
            return TakenOut((card,))
        case "onto":
            return Moved(entry.cards[-1:], None, card if card in entry.cards else None, diamond=SEVEN.diamond)
        case "new-meld" | "deadwood":
            return Moved((card,), MovedTo(what), diamond=SEVEN.diamond)
        case _:
            return Aimed(Next.NEW_MELD if what == "new" else Next.DEADWOOD)


@given(_TAPS)
def test_taps_lay_the_same_hand_again_and_other_dice_lose_and_double_no_card(steps: list[tuple[str, Card]]) -> None:
    entry, taps = EMPTY, tuple[Tap, ...]()
    for what, card in steps:
        if what == "undo":
            taps = without_last(taps)
            entry = laid_by(taps, SEVEN)
            continue
        tap = _tap(entry, what, card)
        entry, taps = after(entry, tap, SEVEN), (*taps, tap)
        assert set(entry.fallen) <= set(entry.deadwood)
    assert laid_by(taps, SEVEN) == entry
    again = laid_by(taps, THREE)
    assert sorted(again.cards) == sorted(entry.cards)
    assert all(len(group) > 1 for group in again.melds)
