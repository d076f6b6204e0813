"""The page of one hand of a rummy: its ruling, its correction, and the way on to the next hand."""

from collections.abc import Mapping
from dataclasses import replace

from flask import Response, url_for

from companion.documents.errors import DocumentError
from companion.documents.showdown import PlayedShowdown
from companion.journal.sheet import SheetRow, Standing, showdown_of
from companion.rules.rummy.showdown_input import Counted
from companion.store import drafts
from companion.store.derived.table_cache import summary_from
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.forms import AppForm
from companion.web.current_store import current_store
from companion.web.kinds.game_kinds import ScoredGame
from companion.web.rummy.catalog import partners_of, rules_of
from companion.web.rummy.next_hand import NextStep, hands_in_play, next_step, own_hand
from companion.web.rummy.ruling_view import RulingView, overruled_words, ruling_of
from companion.web.rummy.sheet_columns import filed_words
from companion.web.rummy.sheet_lines import of_round
from companion.web.sheet.hand import RecordedHandView, hand_view
from companion.wording.game import dealer_stays, dealt_otherwise, showdown_label


@pages.context("rummy/sheet/hand.html")
class RuledHandPage:
    hand: RecordedHandView
    overruled: str
    """Who set the ruling aside, and why."""
    ruling: RulingView | None
    letters: Mapping[str, str]
    dealer_note: str
    """Who would have dealt by the rules, where somebody else did."""
    dealer_stays: str
    """Who dealt the hand after it, where the correction would have changed that."""
    lead: tuple[str, str]
    """Where this phone goes by itself, because the next hand is being played, and the label of that."""
    correct: str
    of_round: str
    """What the round of several hands brought that it belongs to, or who is still to play in it."""
    counted: bool
    """Of every hand only the number was entered."""
    correction_changed_at: str


def show_hand(game: ScoredGame, row: SheetRow, *, sent: AppForm | None = None, error: str = "") -> Response:
    recorded, number, view = row.hand.recorded, row.hand.number, hand_view(game, row, sent=sent, error=error)
    later = next((other for other in game.sheet.rows if other.place and other.position > row.position), None)
    played = recorded.played
    counted = isinstance(played, PlayedShowdown) and all(isinstance(hand, Counted) for hand in played.hands)
    page = RuledHandPage(
        hand=view,
        overruled=overruled_words(recorded, game.players),
        ruling=ruling_of_row(game, row),
        letters=letters_of(game.head),
        dealer_note=dealt_otherwise(row.dealer, row.dealer_by_the_rules),
        dealer_stays=dealer_stays(later.position, later.dealer, later.dealer_by_the_rules) if later else "",
        lead=_lead(game) if view.is_last else ("", ""),
        correct=url_for("numbers.numbers", game=game.id, number=number)
        if counted
        else f"{url_for('table.table', game=game.id)}/showdown?hand={number}",
        of_round=of_round(game.sheet, row),
        counted=counted,
        correction_changed_at=drafts.last_saved_at(drafts.drafts(current_store(), game.id, number)),
    )
    return pages.show(page, 422 if sent or error else 200)


def _lead(game: ScoredGame) -> tuple[str, str]:
    """Return where the phone goes on from the last hand, and the label of that: whoever watches, to the next hand."""
    member = game.member
    summary = summary_from(game.state, game.sheet)
    hand = own_hand(member, summary, hands_in_play(game.id, summary))
    step = next_step(member, summary, hand)
    plays = member.role.may(Role.SEAT)
    if step is None and (plays or not hand.drafts):
        return "", ""
    table = url_for("table.table", game=game.id)
    label = showdown_label(enters_own=step is NextStep.ENTER_OWN_HAND, plays=plays)
    return (table if step is None else f"{table}/showdown"), label


def ruling_of_row(game: ScoredGame, row: SheetRow) -> RulingView | None:
    """Rule on the hand as the rules are now; None where there is nothing to rule on, or no way to read it."""
    before, state = None, game.state
    one_game = rules_of(game.head).columns == 1 and not row.pair
    if one_game and row.standing == Standing.COUNTS and row.totals is not None and row.points is not None:
        before = {name: total - row.points[name] for name, total in row.totals.items()}
    try:
        showdown = showdown_of(state, row.hand.recorded)
    except DocumentError:
        return None
    if showdown is None:
        return None
    sides = partners_of(game.head)
    ruling = ruling_of(showdown, totals=before, sides=sides, made_up=bool(state.deck and state.deck.made_up))
    return replace(ruling, filed=filed_words(game.sheet, row))


def letters_of(head: Mapping[str, object]) -> dict[str, str]:
    known = head.get("print") or head.get("gems") or {}
    return {str(name): str(letters) for name, letters in known.items()} if isinstance(known, Mapping) else {}
