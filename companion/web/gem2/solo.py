"""The table of one player: each deal one tap, five rows, bonus rounds."""

from dataclasses import replace

from flask import Response, abort, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as BaseResponse

from companion.documents.game import RecordedHand
from companion.journal.events.hands import DealRecorded, HandRecorded
from companion.rules.gem2.solo import NextDeal, SoloRound
from companion.store.derived import head_to_head
from companion.store.errors import Conflict, NotPossible
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.htmx import go_to, wants_part
from companion.web.current_store import current_store
from companion.web.gem2.game import SoloGame, load_game, record_event
from companion.web.gem2.tap import (
    Tap,
    announced,
    conflict_status,
    result_of,
    undo_action,
    undo_or_redo,
    undo_or_redo_entered,
    undone_words,
)
from companion.web.gem2.turn import TurnDraft, load_draft, save_draft
from companion.web.gem2.views import table_view
from companion.web.gem2.views.score_card import SoloRowView, solo_rows
from companion.wording import gem2_table as wording
from companion.wording.store_errors import store_sentence


@pages.context("gem2/table/solo.html")
class SoloPage:
    """The table of one player."""

    game: str
    name: str
    total: int
    best: str
    heading: str
    facts: str
    instruction: str
    rows: tuple[SoloRowView, ...]
    pad: table_view.Keypad
    error: str
    question: str
    last: str
    hand: int
    deal: int
    not_counting: int
    undo: str
    """What the button that undoes or redoes sends."""
    may_play: bool


@pages.context("gem2/table/_solo.html")
class SoloPart(SoloPage):
    """The table alone."""


def show(
    game: SoloGame, error: str = "", status: int = 200, *, counted: int | None = None, announce: bool = False
) -> Response:
    """Show the table."""
    upcoming = next_deal(game)
    draft = draft_of(game, upcoming)
    name = game.players[0]
    page = (SoloPart if wants_part() else SoloPage)(
        game=game.id,
        name=name,
        total=game.card.grand_total,
        best="" if game.counting else _personal_best(game, name),
        heading=heading_of(game, upcoming),
        facts=wording.solo_facts(upcoming),
        instruction=wording.bonus_instruction(upcoming),
        rows=solo_rows(game.card, game.counting_numbers),
        pad=table_view.keypad(
            upcoming.most,
            upcoming.most_by_moves,
            draft.removed if counted is None else counted,
            f"{game.current_hand}-{draft.deal}",
            wording.solo_next_step(upcoming),
        ),
        error=error,
        question=wording.SOLO_QUESTION,
        last=last_words(game, upcoming),
        hand=game.current_hand,
        deal=draft.deal,
        not_counting=game.not_counting,
        undo=undo_action(game, draft),
        may_play=game.member.role.may(Role.SEAT),
    )
    announcement = wording.announce_turn(page.last, page.heading, upcoming.deal)
    return announced(pages.show(page, status), announcement if announce else "")


def _personal_best(game: SoloGame, name: str) -> str:
    bests = head_to_head.personal_bests(current_store(), game.member.device, name, game.level)
    return wording.PERSONAL_BEST.format(best=bests.best, name=name, level=game.level) if bests.games else ""


def next_deal(game: SoloGame) -> NextDeal:
    """Return the deal that is due; 409 when the game is over."""
    if game.card.next is None:
        abort(409, wording.GAME_OVER)
    return game.card.next


def draft_of(game: SoloGame, upcoming: NextDeal) -> TurnDraft:
    """Return the draft of the next deal; bonus rounds have deals from 101 on, so that no two are the same."""
    deal = 100 * upcoming.bonus + upcoming.deal
    draft = load_draft(game.id, game.current_hand)
    return draft if draft.deal == deal else TurnDraft(deal=deal)


def heading_of(game: SoloGame, upcoming: NextDeal) -> str:
    """Return which round is being played."""
    return wording.solo_heading(game.current_position, upcoming.bonus)


def last_words(game: SoloGame, upcoming: NextDeal) -> str:
    """Return what was undone last, else how the last deal or the last round ended; empty before the first."""
    if undone := undone_words(game):
        return undone
    row = game.running
    if row is None:
        last = game.counting[-1] if game.counting else None
        return (
            wording.SOLO_LAST_ROUND.format(position=last.position, points=sum((last.points or {}).values()))
            if last
            else ""
        )
    played = game.record.rounds[-1]
    if upcoming.bonus > len(played.bonus_rounds):
        return wording.solo_won(len(played.bonus_rounds))
    return wording.solo_last_deal((played.deals, *played.bonus_rounds)[-1])


def act(game: SoloGame, tap: Tap) -> Response | BaseResponse:
    """Do what was tapped: record the deal, count, undo."""
    if game.over:
        return go_to(url_for("end.end", game=game.id))
    upcoming = next_deal(game)
    hand, draft = game.current_hand, draft_of(game, upcoming)
    if tap.place != (hand, draft.deal):
        return update(game) if tap.verb == "keep" else _show_change(game)
    match tap.verb:
        case "record" if tap.count is not None:
            return _record(game, upcoming, tap.count)
        case "record":
            return show(game, wording.NOTHING_CHOSEN, 422)
        case "keep" if tap.count is None:
            return update(game)
        case "keep" | "plus" | "minus":
            count = min(upcoming.most, max(0, (tap.count or 0) + tap.step))
            save_draft(game, hand, draft, lambda draft: replace(draft, removed=count))
            return update(game)
        case "undo" | "redo" if not tap.names_record:
            save_draft(game, hand, draft, lambda draft: undo_or_redo_entered(draft, tap))
        case "undo" | "redo":
            undo_or_redo(game, tap)
        case _:
            raise BadRequest
    return update(_reloaded(game), announce=True)


def _record(game: SoloGame, upcoming: NextDeal, removed: int) -> Response | BaseResponse:
    row, hand = game.running, game.current_hand
    recorded = _with_deal(row.hand.recorded if row else RecordedHand(SoloRound()), upcoming, removed)
    try:
        game = record_event(game, DealRecorded(row.hand.number, recorded) if row else HandRecorded(recorded))
    except Conflict:
        return _show_change(_reloaded(game))
    except NotPossible as error:
        return show(game, wording.as_sentence(store_sentence(error)), 422, counted=removed)
    return result_of(game, hand) or update(game, announce=True)


def _with_deal(recorded: RecordedHand, upcoming: NextDeal, removed: int) -> RecordedHand:
    """Return a round with one more deal."""
    played = recorded.played
    assert isinstance(played, SoloRound)  # noqa: S101 (a game never changes its kind)
    if not upcoming.bonus:
        return replace(recorded, played=replace(played, deals=(*played.deals, removed)))
    bonuses = (*played.bonus_rounds, ()) if upcoming.deal == 1 else played.bonus_rounds
    return replace(recorded, played=replace(played, bonus_rounds=(*bonuses[:-1], (*bonuses[-1], removed))))


def _reloaded(game: SoloGame) -> SoloGame:
    reloaded = load_game(game.member)
    assert isinstance(reloaded, SoloGame)  # noqa: S101 (a game never changes its kind)
    return reloaded


def _show_change(game: SoloGame) -> Response:
    return show(game, wording.TURN_CHANGED, conflict_status())


def update(game: SoloGame, *, announce: bool = False) -> Response | BaseResponse:
    """Show the table again, as a part if one was asked for."""
    if not wants_part() or game.over:
        return go_to(url_for("table.table", game=game.id))
    return show(game, announce=announce)
