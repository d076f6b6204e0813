"""The big screen of Gem II: who has what, whose turn it is in which deal, and how the last one went."""

from companion.rules.gem2.round import TURNS
from companion.store.derived.table_cache import TableSummary
from companion.store.people.members import Member
from companion.web.gem2.game import AnyGame, load_game
from companion.web.gem2.solo import SoloEntry
from companion.web.gem2.table import entry_of
from companion.web.gem2.turn import TurnEntry
from companion.web.gem2.turn_view import view_of
from companion.web.kinds.big_screen import BigScreen, Fact, ScreenScore, ScreenTotal
from companion.web.kinds.game_kinds import progress_of
from companion.wording import big_screen as wording
from companion.wording.cards import plural
from companion.wording.gem2_table import solo_heading


def big_screen(member: Member, table: TableSummary) -> BigScreen:
    game = load_game(member)
    entry = None if table.ended else entry_of(game)
    match entry:
        case TurnEntry():
            return _of_turn(game, entry)
        case SoloEntry():
            return _of_solo(game, entry)
        case _:
            scores = [_score(name, game.sheet.totals.get(name, 0), won=name in table.winners) for name in game.players]
            return BigScreen(tuple(scores), progress_of(table), ())


def _score(name: str, total: int, *remarks: str, is_next: bool = False, won: bool = False) -> ScreenScore:
    return ScreenScore((name,), (ScreenTotal(total),), remarks, is_next=is_next, won=won)


def _of_turn(game: AnyGame, entry: TurnEntry) -> BigScreen:
    view, turn = view_of(entry), entry.turn
    side_of = {name: side for side, name in entry.game.sides.items()}
    return BigScreen(
        scores=tuple(
            _score(
                name,
                entry.total_of(side_of[name]),
                *([wording.TO_PLAY] if side_of[name] is turn.player else []),
                *([wording.DEALS] if side_of[name] is turn.dealer else []),
                plural(entry.before.cards.of(side_of[name]), "card"),
                is_next=side_of[name] is turn.player,
            )
            for name in game.players
        ),
        heading=solo_heading(game.current_position, 0),
        facts=(
            Fact(wording.TURN, view.player),
            Fact(wording.DEAL, wording.of_total(turn.deal, TURNS)),
            Fact(wording.ON_THE_BOARD, str(turn.on_board)),
        ),
        last=view.last,
    )


def _of_solo(game: AnyGame, entry: SoloEntry) -> BigScreen:
    total = sum(game.sheet.totals.values())
    return BigScreen(
        scores=(_score(game.players[0], total),),
        heading=entry.heading,
        facts=(Fact(wording.DEAL, str(entry.upcoming.deal)), Fact(wording.IN_HAND, str(entry.upcoming.in_hand))),
        status=entry.instruction,
        last=entry.last or entry.best,
    )
