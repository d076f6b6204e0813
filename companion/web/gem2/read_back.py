"""The turn, the last ruling and the score of Gem II in words."""

from companion.store.people.members import Member
from companion.web.gem2.game import DuelGame, SoloGame, load_game
from companion.web.gem2.solo import solo_entry
from companion.web.gem2.turn import TurnEntry, current_entry
from companion.web.gem2.turn_view import view_of
from companion.wording import gem2_table as table_wording
from companion.wording import rulings as wording
from companion.wording.rulings import Command


def read_back(member: Member, command: Command) -> str:
    """Return what a command reads back."""
    game = load_game(member)
    return _alone(game, command) if isinstance(game, SoloGame) else _of_two(game, command)


def _of_two(game: DuelGame, command: Command) -> str:
    entry = None if game.finished else current_entry(game)
    if command is Command.SCORE:
        return _score(game, entry)
    if entry is None:
        return wording.NO_TURN if command is Command.HAND else _card_is_full(game)
    if command is Command.HAND:
        taken = entry.draft.finished if entry.split else entry.draft.removed
        view = view_of(entry)
        return wording.turn_words(
            view.heading,
            view.facts,
            table_wording.chosen_words(taken),
            [bet.value for bet in entry.draft.bets],
        )
    view = view_of(entry)
    words = " ".join(view.booked_calls) or view.last_deal
    return wording.RULING.format(words=wording.spoken(words)) if words else wording.NOTHING_SCORED


def _card_is_full(game: DuelGame) -> str:
    if not game.counting:
        return wording.NOTHING_SCORED
    last = game.counting[-1]
    return wording.RULING.format(words=table_wording.last_round(last.position, dict(last.points or {})))


def _score(game: DuelGame, entry: TurnEntry | None) -> str:
    totals = table_wording.listed_totals(game.sheet.totals, game.players)
    if entry is None:
        return wording.rounds_score(totals, table_wording.GAME_OVER.rstrip("."))
    place = f"Round {game.state.positions[entry.hand]}, deal {entry.draft.deal}"
    held = [(name, entry.before.cards.of(game.side_of[name])) for name in game.players]
    return wording.rounds_score(totals, place, table_wording.held_words(held))


def _alone(game: SoloGame, command: Command) -> str:
    name, total = game.players[0], game.card.grand_total
    entry = solo_entry(game)
    if entry is None or game.finished:
        over = table_wording.GAME_OVER.rstrip(".")
        return wording.NO_TURN if command is Command.HAND else wording.rounds_score(f"{name} {total}", over)
    match command:
        case Command.SCORE:
            return wording.rounds_score(f"{name} {total}", f"{entry.heading}, deal {entry.deal}")
        case Command.RULING:
            return wording.RULING.format(words=entry.last) if entry.last else wording.NOTHING_SCORED
        case Command.HAND:
            chosen = table_wording.chosen_words(entry.draft.removed)
            return wording.turn_words(entry.heading, entry.facts, chosen)
