"""The big screen of a rummy: who has what, who deals, who may knock, and how the last hand came out."""

from collections.abc import Mapping

from markupsafe import Markup

from companion.journal.sheet import SheetRow
from companion.store.derived.table_cache import TableSummary
from companion.store.people.members import Member
from companion.web.base import pages
from companion.web.base.player_names import short_names
from companion.web.kinds.big_screen import BigScreen, Fact, ScreenScore, ScreenTotal
from companion.web.kinds.game_kinds import ScoredGame, progress_of
from companion.web.rummy.catalog import rules_of
from companion.web.rummy.hand import letters_of, ruling_of_row
from companion.web.rummy.hand_line import line_of
from companion.web.rummy.next_hand import hands_in_play
from companion.web.rummy.places import Place, places, tie_words
from companion.web.rummy.ruling_view import RulingView
from companion.web.rummy.sheet_lines import in_rounds
from companion.web.rummy.table import coming_hand, last_hand_words
from companion.wording import big_screen as wording
from companion.wording.game import DEALER, HAND, MEMBER_DEALS, ROUND
from companion.wording.rounds import PAIR

ROOM_OF_A_NAME = 10


@pages.context("rummy/ruling/_on_screen.html")
class RulingOnScreen:
    """The last hand, as it was ruled: with its cards, or where there are none to show in words."""

    ruling: RulingView | None
    letters: Mapping[str, str]
    words: tuple[str, ...]


def ruling_on_screen(game: ScoredGame, row: SheetRow) -> Markup:
    """Return how a hand came out, or all hands of a round that are recorded together."""
    of_round = row.round is not None and in_rounds(game.sheet)
    rows = [other for other in game.sheet.rows if of_round and other.round == row.round] or [row]
    shows_cards = len(rows) == 1 and row.place is not None and row.hand.recorded.overruled is None
    ruling = ruling_of_row(game, row) if shows_cards else None
    return pages.part(
        RulingOnScreen(
            ruling=ruling if ruling and ruling.legal else None,
            letters=letters_of(game.head),
            words=tuple(line_of(other, game.players).outcome for other in rows),
        )
    )


def big_screen(member: Member, table: TableSummary) -> BigScreen:
    called = dict(zip(table.players, short_names(table.players, ROOM_OF_A_NAME), strict=True))
    if table.ended:
        scores = tuple(_score(table, place) for place in places(table))
        return BigScreen(scores, progress_of(table), (), last=last_hand_words(table, called))
    hands = hands_in_play(member.game, table)
    hand = coming_hand(member, table, hands, rules_of(table.head), called)
    shown = places(table, hands[0].dealer)
    dealer = [Fact(wording.DEALER, hand.dealer)] if any(place.deals for place in shown) else []
    return BigScreen(
        scores=tuple(_score(table, place, hand.dealer) for place in shown),
        heading=ROUND.format(number=hand.round.number)
        if hand.round and hand.round.pairs
        else wording.hand_begins(HAND.format(number=table.rows + 1), hand.starter),
        facts=(*dealer, *(hand.knock.facts if hand.knock else ())),
        status=" ".join(
            filter(
                None,
                (
                    hand.progress or hand.missing,
                    tie_words(shown, table.target),
                    hand.round.who if hand.round and not hand.round.pairs else "",
                ),
            )
        ),
        pairs=tuple((PAIR.format(*pair.players), pair.state) for pair in hand.round.pairs) if hand.round else (),
        last=last_hand_words(table, called),
    )


def _score(table: TableSummary, place: Place, dealer: str = "") -> ScreenScore:
    remarks = []
    if place.deals:
        remarks.append(DEALER if len(place.players) == 1 else MEMBER_DEALS.format(name=dealer))
    if place.is_captain:
        remarks.append(wording.CAPTAIN if len(place.players) == 1 else wording.CAPTAINS)
    if not table.ended:
        to_go = wording.EACH_TO.format(target=table.target) if place.games else wording.TO_GO.format(points=place.to_go)
        remarks.append(to_go)
    remarks += [f"{called} {total}" for called, total in place.members]
    return ScreenScore(
        names=place.players,
        totals=_games(table, place) if place.games else (ScreenTotal(place.total),),
        remarks=tuple(remarks),
        share=None if place.games or table.ended else place.share,
        is_next=bool(place.deals) and not table.ended,
        won=not set(place.players).isdisjoint(table.winners) or place.name in table.winners,
    )


def _games(table: TableSummary, place: Place) -> tuple[ScreenTotal, ...]:
    totals = []
    for number, column in enumerate(table.columns, start=1):
        won = place.name in column.winners
        label = [wording.GAME.format(number=number)]
        if column.over:
            label.append(wording.GAME_WON if won else wording.GAME_OVER)
        totals.append(ScreenTotal(place.games[number - 1], " ".join(label), closed=column.over and not won))
    return tuple(totals)
