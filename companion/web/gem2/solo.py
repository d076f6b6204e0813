"""The table of Gem II played alone: each deal one tap, five rows, bonus rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from flask import abort, request, url_for
from werkzeug.exceptions import BadRequest

from companion.journal.events import DealRecorded, HandRecorded, Undone
from companion.rules.gem2.cards import NUMERALS
from companion.store import games
from companion.store.errors import Conflict, NotPossible
from companion.store.people.members import Role
from companion.web.gem2.state.game import (
    as_sentence,
    draft_of,
    load_game,
    record_event,
    save_turn_draft,
    solo_card,
    undoable,
)
from companion.web.gem2.state.turn_draft import TurnDraft
from companion.web.gem2.views import table_view
from companion.web.gem2.views.personal_best import personal_best_words
from companion.web.gem2.views.score_card import solo_rows
from companion.web.security import access
from companion.web.shell import pages
from companion.web.shell.htmx import go_to, tell, wants_part
from companion.web.shell.idempotency import idempotency_key_of, new_idempotency_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.rules.gem2.solo import NextDeal, SoloCard
    from companion.web.gem2.state.game import Gem2Game
    from companion.web.gem2.views.score_card import SoloRowView


@pages.context("gem2/table/solo.html")
class SoloPage:
    """What the table of one player shows."""

    game: str
    name: str
    total: int
    best: str
    heading: str
    facts: str
    fresh: str
    rows: tuple[SoloRowView, ...]
    pad: table_view.Keypad
    trouble: str
    asks: str
    last: str
    hand: int
    mark: int
    not_counting: int
    takes_back: str
    undo: str
    """What the button sends: bare for what was counted, with the number of the record for a deal."""
    may_play: bool
    seq: int
    idempotency_key: str


@pages.context("gem2/table/_solo.html")
class SoloPart(SoloPage):
    """The table alone."""


def show(at: Gem2Game, trouble: str = "", status: int = 200, counted: int | None = None) -> Response:
    """Show the table."""
    card = solo_card(at)
    upcoming = _due(card)
    hand, kept = _draft(at, upcoming)
    name = at.state.players[0]
    page = (SoloPart if wants_part() else SoloPage)(
        game=at.game,
        name=name,
        total=card.grand_total,
        best="" if at.counting else personal_best_words(at.member.device, name, at.level),
        heading=_heading(at, upcoming),
        facts=f"Deal {upcoming.deal} of {upcoming.high}: {upcoming.on_board} cards on the board",
        fresh=_fresh(upcoming),
        rows=solo_rows(card, at.counting_numbers),
        pad=table_view.keypad(
            upcoming.most,
            upcoming.most_by_moves,
            kept.removed if counted is None else counted,
            f"{hand}-{kept.deal}",
            "end the round" if upcoming.in_hand == 0 else "next deal",
        ),
        trouble=trouble,
        asks="How many cards came off?",
        last=_last_said(at, upcoming),
        hand=hand,
        mark=kept.deal,
        not_counting=at.not_counting,
        takes_back="Undo" if kept.removed is not None or undoable(at) else "",
        undo="undo" if kept.removed is not None else f"undo:{undoable(at)}",
        may_play=at.member.role.may(Role.SEAT),
        seq=at.state.seq,
        idempotency_key=new_idempotency_key(),
    )
    return pages.show(page, status)


def _due(card: SoloCard) -> NextDeal:
    if card.next is None:
        abort(409, "The game is over.")
    return card.next


def _draft(at: Gem2Game, upcoming: NextDeal) -> tuple[int, TurnDraft]:
    """Give the number of the round that is played, and what was counted of the coming deal."""
    hand = at.running.hand.number if at.running else at.state.next_hand
    mark = 100 * upcoming.bonus + upcoming.deal
    kept = draft_of(at.game, hand)
    return hand, kept if kept.deal == mark else TurnDraft(deal=mark)


def _heading(at: Gem2Game, upcoming: NextDeal) -> str:
    position = at.running.position if at.running else at.next_position
    return f"Round {position}" + (f", bonus round {upcoming.bonus}" if upcoming.bonus else "")


def _fresh(upcoming: NextDeal) -> str:
    """Say what to do before the first deal of a bonus round."""
    if not upcoming.bonus or upcoming.deal > 1:
        return ""
    gone, high = NUMERALS[upcoming.high], NUMERALS[upcoming.high - 1]
    return f"Take the four {gone}'s out: {high} is high, and {4 * upcoming.high} cards are played."


def solo_after(document: Mapping[str, Any], upcoming: NextDeal, removed: int) -> dict[str, object]:
    """Write the round with one more deal."""
    if not upcoming.bonus:
        return {**document, "deals": [*document.get("deals", []), removed]}
    bonuses = [*document.get("bonus_rounds", []), *([{"deals": []}] if upcoming.deal == 1 else [])]
    return {**document, "bonus_rounds": [*bonuses[:-1], {"deals": [*bonuses[-1]["deals"], removed]}]}


def _last_said(at: Gem2Game, upcoming: NextDeal) -> str:
    row = at.running
    if row is None:
        last = at.counting[-1] if at.counting else None
        return f"Round {last.position}: {sum((last.points or {}).values())} points." if last else ""
    document: Any = row.hand.document
    bonuses = document.get("bonus_rounds", [])
    if upcoming.bonus > len(bonuses):
        return f"{f'Bonus round {len(bonuses)}' if bonuses else 'The round'} is won: four cards left."
    deals = bonuses[-1]["deals"] if bonuses else document["deals"]
    if not deals:
        return ""
    return f"Deal {len(deals)}: {deals[-1] or 'no'} {'card' if deals[-1] == 1 else 'cards'} off."


def act(at: Gem2Game) -> Response | BaseResponse:
    """Do what was tapped: record the deal, count, take the last entry back."""
    if games.recorded(access.store(), at.game, idempotency_key_of(request.form)):
        return _away(at, request.form.get("hand", 0, type=int))
    if at.over:
        return go_to(url_for("end.end", game=at.game))
    upcoming = _due(solo_card(at))
    hand, kept = _draft(at, upcoming)
    verb = request.form.get("act", "")
    if (request.form.get("hand", 0, type=int), request.form.get("deal", 0, type=int)) != (hand, kept.deal):
        return _then(at) if verb == "keep" else _quicker(at)
    count = request.form.get("count", type=int)
    match verb:
        case "record" if count is not None and count >= 0:
            return _record(at, upcoming, count)
        case "record":
            return show(at, "Choose first how many cards came off.", 422)
        case "keep" if count is None:
            return _then(at)
        case "keep" | "plus" | "minus":
            counted = min(upcoming.most, max(0, (count or 0) + {"plus": 1, "minus": -1}.get(verb, 0)))
            save_turn_draft(at, hand, kept, lambda entry: replace(entry, removed=counted))
            return _then(at)
        case "undo":
            save_turn_draft(at, hand, kept, lambda entry: replace(entry, removed=None))
            return _then(load_game(at.member), told=True)
        case _ if verb.startswith("undo:"):
            if (seq := undoable(at)) and verb == f"undo:{seq}":
                record_event(at, Undone(seq))
            return _then(load_game(at.member), told=True)
        case _:
            raise BadRequest


def _quicker(at: Gem2Game) -> Response:
    said = "Another phone was quicker: this is the deal that is due now."
    return show(at, said, 200 if wants_part() else 409)


def _record(at: Gem2Game, upcoming: NextDeal, removed: int) -> Response | BaseResponse:
    row = at.running
    document = solo_after(row.hand.document if row else {}, upcoming, removed)
    try:
        record_event(at, DealRecorded(row.hand.number, document) if row else HandRecorded(document))
    except Conflict:
        return _quicker(load_game(at.member))
    except NotPossible as error:
        return show(at, as_sentence(error), 422, removed)
    return _away(load_game(at.member), row.hand.number if row else at.state.next_hand)


def _away(at: Gem2Game, hand: int) -> Response | BaseResponse:
    if at.running is None or at.running.hand.number != hand:
        return go_to(url_for("sheet.hand", game=at.game, number=hand, over=1))
    return _then(at, told=True)


def _then(at: Gem2Game, *, told: bool = False) -> Response | BaseResponse:
    if not wants_part() or at.over:
        return go_to(url_for("table.table", game=at.game))
    answer = show(at)
    if told:
        upcoming = _due(solo_card(at))
        return tell(answer, {"say": f"{_last_said(at, upcoming)} {_heading(at, upcoming)}, deal {upcoming.deal}."})
    return answer
