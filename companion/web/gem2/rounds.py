"""One round: its page, its deals to be corrected one by one, and what the last four cards were."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response as BaseResponse
from wtforms import BooleanField, Field, FieldList, RadioField, SelectField, ValidationError

from companion.documents.game import RecordedHand
from companion.documents.gem2 import ending_of
from companion.journal.events.hands import HandReplaced
from companion.journal.sheet import SheetRow
from companion.journal.state import PlayedHand
from companion.rules.gem2.cards import HIGHEST, PILES
from companion.rules.gem2.duel import CountedRound, Round
from companion.rules.gem2.lines import Side
from companion.rules.gem2.round import LARGEST_DEAL, RoundEnding, player_of
from companion.rules.gem2.solo import BONUS_ROUNDS, SoloRound
from companion.rules.gem2.turn import Bet, Deal, Misdeal, Penalty, PenaltyCall
from companion.store.errors import NotPossible
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.forms import AppForm, whole_number, whole_number_field
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import recorded_before
from companion.web.gem2 import round_view
from companion.web.gem2.game import AnyGame, DuelGame, SoloGame, load_duel, load_game, record_event, with_deals
from companion.web.kinds.score_table import ScorePart
from companion.web.security.membership import require_member
from companion.web.sheet.hand import RecordedHandView, hand_view
from companion.wording import gem2_card as wording
from companion.wording import web as form_errors
from companion.wording.gem2_table import as_sentence, call_words
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("gem2_rounds", __name__, url_prefix="/g/<game>/hands/<int:number>")

DEAL_SIZES = tuple(str(size) for size in range(1, LARGEST_DEAL + 1))


def choices_of(*values: str) -> list[Any]:
    """Return choices without labels, which are in the templates."""
    return list(values)


class DealForm(AppForm):
    """One deal of a round of two sides, to be corrected, with one more call if `penalty` is chosen."""

    PENALTIES = wording.CALL_CHOICES
    SIZES = tuple((size, size) for size in DEAL_SIZES)

    removed = whole_number_field(2, required=False)
    finished = whole_number_field(2, required=False)
    bet = FieldList(RadioField(choices=choices_of("0", *(str(bet.value) for bet in Bet)), default="0"), min_entries=2)
    penalty = SelectField(choices=choices_of(*dict(wording.CALL_CHOICES)), default="")
    caller = SelectField(choices=choices_of(*Side), default=Side.FIRST.value)
    correct = RadioField(choices=choices_of("yes", "no"), default="yes")
    timed_out = BooleanField()
    dealt = SelectField(choices=choices_of(*DEAL_SIZES), default=str(PILES))

    @classmethod
    def of_deal(cls, deal: Deal) -> DealForm:
        bets = [str(bet.value) for bet in deal.bets]
        return cls(
            data={
                "removed": str(deal.removed),
                "finished": str(deal.finished_by_opponent or ""),
                "bet": [*bets, *["0"] * (2 - len(bets))],
                "timed_out": deal.timed_out,
                "dealt": str(deal.dealt or PILES),
            }
        )

    def deal(self, kept_calls: Sequence[PenaltyCall]) -> Deal:
        call = read_call(self.penalty.data, self.caller.data, correct=self.correct.data == "yes")
        dealt = int(self.dealt.data)
        return Deal(
            removed=self.removed.number or 0,
            finished_by_opponent=self.finished.number or 0,
            bets=tuple(Bet(int(bet.data)) for bet in self.bet if bet.data != "0"),
            calls=(*kept_calls, *([call] if call else [])),
            dealt=None if dealt == PILES else dealt,
            timed_out=self.timed_out.data,
        )


def read_call(choice: str, caller: str, *, correct: bool) -> PenaltyCall | None:
    """Return the call that form values describe; None if no penalty was chosen."""
    if not choice or choice not in dict(wording.CALL_CHOICES) or caller not in set(Side):
        return None
    name, _, detail = choice.partition(":")
    side = Side(caller)
    own = detail == "self"
    misdeal = Misdeal(detail) if detail in set(Misdeal) else Misdeal.TWO_AT_ONCE
    return PenaltyCall(Penalty(name), side, correct or own, side if own else side.other, misdeal)


class DealsField(Field):
    """The cards removed in each deal of a regular round or a bonus round: inputs of the same name."""

    @property
    def bonus(self) -> int:
        """Which bonus round it is; 0 for the regular deals."""
        return int(self.short_name.rpartition("-")[2])

    @property
    def values(self) -> tuple[str, ...]:
        most = HIGHEST - self.bonus
        return (*self.data, *[""] * most)[:most]

    @property
    def numbers(self) -> list[int]:
        """The numbers up to the last one entered; an empty input before it is 0."""
        last = max((number for number, value in enumerate(self.values, start=1) if value), default=0)
        return [whole_number(value, 6) or 0 for value in self.values[:last]]

    def process_data(self, value: Sequence[int] | None) -> None:
        self.data = tuple(map(str, value or ()))

    def process_formdata(self, valuelist: list[Any]) -> None:
        self.data = tuple(value.strip() for value in valuelist)

    def pre_validate(self, form: Any) -> None:  # noqa: ANN401, ARG002 (WTForms' signature)
        """Raise where an input isn't a number."""
        if any(value and whole_number(value, 6) is None for value in self.values):
            raise ValidationError(form_errors.not_a_whole_number(2))


class DealsForm(AppForm):
    """The deals of one player's round, with its bonus rounds."""

    deals = FieldList(DealsField(), min_entries=1, max_entries=1 + BONUS_ROUNDS)

    @classmethod
    def of_round(cls, recorded: RecordedHand | None, *, all_bonus_rounds: bool = False) -> DealsForm:
        """Return the form with a round as it was recorded, and one more bonus round, or all that can be."""
        played = recorded.played if recorded else None
        lists = [played.deals, *played.bonus_rounds] if isinstance(played, SoloRound) else [()]
        more = 1 + BONUS_ROUNDS - len(lists)
        return cls(data={"deals": [*lists, *[()] * (more if all_bonus_rounds else min(1, more))]})

    def round(self) -> SoloRound:
        """Return the round; empty bonus rounds at its end are left out."""
        deals, *bonuses = [tuple(entry.numbers) for entry in self.deals]
        while bonuses and not bonuses[-1]:
            bonuses.pop()
        return SoloRound(deals, tuple(bonuses))


@pages.context("gem2/round/round.html")
class RoundPage:
    hand: RecordedHandView
    doubts: tuple[str, ...]
    parts: tuple[ScorePart, ...]
    deals: tuple[str, ...]
    """The deals of a round of two sides, each with a page of its own."""
    deals_form: DealsForm | None
    """The deals of one player's round."""
    four_x_answers: tuple[tuple[str, str], ...]
    four_x: str
    counted: bool
    just_over: bool
    next_page: str


def show(game: AnyGame, row: SheetRow, *, sent: AppForm | None = None, error: str = "") -> Response:
    """Show a round; called for the address that every hand of a sheet has."""
    recorded = row.hand.recorded
    deals_form = sent if isinstance(sent, DealsForm) else DealsForm.of_round(recorded)
    page = RoundPage(
        hand=hand_view(game, row, sent=sent, error=error),
        doubts=round_view.doubts_of(game, row),
        parts=round_view.parts_of(game, row),
        deals=() if isinstance(game, SoloGame) else round_view.deals_of(game, row),
        deals_form=deals_form if isinstance(game, SoloGame) else None,
        four_x_answers=_four_x_answers(game, row),
        four_x=last_four_answer(ending_of(recorded), game),
        counted=isinstance(recorded.played, CountedRound),
        just_over="over" in request.args and round_view.is_finished(game, row),
        next_page=wording.next_page(over=game.over, next_position=0 if game.running else game.current_position),
    )
    return pages.show(page, 422 if sent or error else 200)


def _four_x_answers(game: AnyGame, row: SheetRow) -> tuple[tuple[str, str], ...]:
    """Return the answers to what the last four cards are, where a round of two sides ended on four (R.29)."""
    if isinstance(game, SoloGame) or not round_view.ends_on_four(game, row):
        return ()
    return wording.four_x_answers(game.players)


@blueprint.post("/four-x")
def record_last_four(game: str, number: int) -> BaseResponse:
    """Record whether the last four cards are the four X's, or who holds a missing one."""
    duel = load_duel(require_member(game, Role.SCORER))
    recorded, answer = duel.row(number).hand.recorded, request.form.get("answer", "")
    if not isinstance(recorded.played, Round | CountedRound) or answer not in {"yes", "no", "0", "1"}:
        raise BadRequest
    ending = with_last_four(recorded.played.ending, answer, duel)
    record_event(duel, HandReplaced(number, replace(recorded, played=replace(recorded.played, ending=ending))))
    return go_to(url_for("sheet.hand", game=game, number=number, over=1))


def last_four_answer(ending: RoundEnding, game: AnyGame) -> str:
    """Return the recorded answer to whether the last four cards are the four X's."""
    if not ending.not_all_x:
        return "yes"
    if ending.x_held_by is None or isinstance(game, SoloGame):
        return "no"
    return str(game.players.index(game.sides[ending.x_held_by]))


def with_last_four(ending: RoundEnding, answer: str, game: DuelGame) -> RoundEnding:
    holder = game.side_of[game.players[int(answer)]] if answer.isdecimal() else None
    return replace(ending, not_all_x=answer != "yes", x_held_by=holder)


@blueprint.post("/deals")
def change_deals(game: str, number: int) -> Response | BaseResponse:
    loaded = load_game(require_member(game, Role.SCORER))
    row = loaded.row(number)
    if not isinstance(loaded, SoloGame):
        abort(400)
    form = DealsForm(request.form)
    if not form.validate():
        return show(loaded, row, sent=form)
    return _replace(loaded, row, replace(row.hand.recorded, played=form.round(), overruled=None), form)


def _replace(
    game: AnyGame, row: SheetRow, recorded: RecordedHand, form: DealsForm | None = None, opens: int | None = None
) -> Response | BaseResponse:
    """Record a round with other deals, and go to its page or to the deal that `opens`; show why that isn't possible."""
    number = row.hand.number
    try:
        record_event(game, HandReplaced(number, recorded))
    except NotPossible as error:
        return show(game, row, sent=form, error=as_sentence(store_sentence(error)))
    if opens is not None:
        return go_to(url_for("gem2_rounds.deal", game=game.id, number=number, deal=opens))
    return go_to(url_for("sheet.hand", game=game.id, number=number))


@blueprint.post("/deals/<int:deal>/insert")
def insert_deal(game: str, number: int, deal: int) -> Response | BaseResponse:
    """Insert a deal before this one, and open it."""
    duel, row, played = _load_deal(game, number, deal)
    deals = (*played.deals[: deal - 1], Deal(0), *played.deals[deal - 1 :])
    return _replace(duel, row, with_deals(row.hand.recorded, played, deals), opens=deal)


@blueprint.post("/deals/<int:deal>/delete")
def delete_deal(game: str, number: int, deal: int) -> Response | BaseResponse:
    require_member(game, Role.SCORER)
    if recorded_before(game):
        # Sent again: the deal that is at this place by now is another one, or there is none.
        return go_to(url_for("sheet.hand", game=game, number=number))
    duel, row, played = _load_deal(game, number, deal)
    deals = (*played.deals[: deal - 1], *played.deals[deal:])
    return _replace(duel, row, with_deals(row.hand.recorded, played, deals))


@pages.context("gem2/round/deal.html")
class DealPage:
    game: DuelGame
    row: SheetRow
    deal: int
    player: str
    other: str
    form: DealForm
    calls: tuple[tuple[str, bool], ...]
    """The recorded calls, and whether each is kept."""


@blueprint.get("/deals/<int:deal>")
def deal(game: str, number: int, deal: int) -> Response:
    duel, row, played = _load_deal(game, number, deal)
    recorded = played.deals[deal - 1]
    calls = [(call_words(call, duel.sides), True) for call in recorded.calls]
    return _show(duel, row, deal, DealForm.of_deal(recorded), calls)


@blueprint.post("/deals/<int:deal>")
def change_deal(game: str, number: int, deal: int) -> Response | BaseResponse:
    duel, row, played = _load_deal(game, number, deal)
    recorded = played.deals[deal - 1]
    form = DealForm(request.form)
    kept = [request.form.get(f"call-{place}") == "keep" for place in range(len(recorded.calls))]
    calls = [(call_words(call, duel.sides), is_kept) for call, is_kept in zip(recorded.calls, kept, strict=True)]
    if not form.validate():
        return _show(duel, row, deal, form, calls)
    corrected = form.deal([call for call, is_kept in zip(recorded.calls, kept, strict=True) if is_kept])
    deals = (*played.deals[: deal - 1], corrected, *played.deals[deal:])
    round_after = with_deals(row.hand.recorded, played, deals)
    if (corrected.removed, corrected.finished_by_opponent) == (recorded.removed, recorded.finished_by_opponent):
        # The same cards are left, so what the table said of the last four still holds.
        round_after = replace(round_after, played=replace(played, deals=deals))
    try:
        record_event(duel, HandReplaced(number, round_after))
    except NotPossible as error:
        form.add_error(as_sentence(store_sentence(error)))
        return _show(duel, row, deal, form, calls)
    return go_to(url_for("sheet.hand", game=game, number=number))


def _load_deal(game: str, number: int, deal: int) -> tuple[DuelGame, SheetRow, Round]:
    """Load a deal of a round that counts; 404 if there is none."""
    duel = load_duel(require_member(game, Role.SCORER))
    row = duel.sheet.row(number)
    match row:
        case SheetRow(hand=PlayedHand(recorded=RecordedHand(Round() as played)), place=int()) if (
            1 <= deal <= len(played.deals)
        ):
            return duel, row, played
        case _:
            return abort(404, wording.NO_SUCH_DEAL)


def _show(duel: DuelGame, row: SheetRow, deal: int, form: DealForm, calls: Sequence[tuple[str, bool]]) -> Response:
    player = player_of(row.place or 1, deal)
    page = DealPage(
        game=duel,
        row=row,
        deal=deal,
        player=duel.sides[player],
        other=duel.sides[player.other],
        form=form,
        calls=tuple(calls),
    )
    return pages.show(page, 422 if form.errors else 200)
