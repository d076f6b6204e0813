"""A round of two sides as the table counted it: no deals, only its totals."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse
from wtforms import FieldList, RadioField, SelectMultipleField

from companion.documents.game import RecordedHand
from companion.documents.gem2 import ending_of
from companion.journal.events.hands import HandRecorded, HandReplaced
from companion.journal.sheet import SheetRow
from companion.rules.gem2.cards import DECK
from companion.rules.gem2.duel import CountedRound, check_counted
from companion.rules.gem2.faults import Gem2Error, Place
from companion.rules.gem2.lines import NONE, Pair, Side
from companion.rules.gem2.round import RoundEnding, dealer_of
from companion.rules.gem2.turn import Misdeal
from companion.store.errors import NotPossible
from companion.store.people.members import Role
from companion.web.base import pages
from companion.web.base.forms import AppForm, WholeNumberField, whole_number_field
from companion.web.base.htmx import go_to
from companion.web.base.idempotency import recorded_before
from companion.web.gem2.game import DuelGame, fault_sentence_of, load_duel, record_event
from companion.web.gem2.rounds import choices_of, last_four_answer, with_last_four
from companion.web.security.membership import require_member
from companion.wording.gem2_card import ENDINGS, counted_four_x_answers
from companion.wording.gem2_table import as_sentence
from companion.wording.store_errors import store_sentence

blueprint = Blueprint("gem2_counted", __name__, url_prefix="/g/<game>/counted")

COLUMNS = ("cards", "betting", "penalties")


class CountedForm(AppForm):
    """A round of two sides as counted at the table."""

    cards = FieldList(whole_number_field(4, required=False), min_entries=2, max_entries=2)
    betting = FieldList(whole_number_field(4, required=False), min_entries=2, max_entries=2)
    penalties = FieldList(whole_number_field(4, required=False), min_entries=2, max_entries=2)
    remaining = whole_number_field(2, required=False)
    ending = SelectMultipleField(choices=choices_of(*ENDINGS), default=())
    four_x = RadioField(choices=choices_of("yes", "0", "1", "no"), default="yes")
    """Whether the last four cards are the four X's, or which side holds a missing one (R.29)."""
    game: DuelGame

    def of_game(self, game: DuelGame) -> CountedForm:
        """Return the form with the labels of a game, and its two sides."""
        self.game = game
        self.four_x.choices = list(counted_four_x_answers(game.players))
        self.ending.choices = list(ENDINGS.items())
        return self

    @classmethod
    def read(cls, sent: MultiDict[str, str], game: DuelGame) -> CountedForm:
        fields = MultiDict(sent)
        endings = sent.getlist("ending")
        if "four_x" not in sent and "not_all_x" in endings:
            fields["four_x"] = "no"  # a queued form from before the question was asked
        for name in (f"{column}-{seat}" for column in COLUMNS for seat in (0, 1)):
            fields.setdefault(name, "")
        fields.setlist("ending", [ending for ending in endings if ending in ENDINGS])
        return cls(fields).of_game(game)

    @classmethod
    def of_round(cls, recorded: RecordedHand | None, game: DuelGame) -> CountedForm:
        ending = ending_of(recorded)
        data: dict[str, object] = {
            "ending": [*ending.misdeals, *([] if ending.announced_eight else ["unannounced"])],
            "four_x": last_four_answer(ending, game),
        }
        if recorded is not None and isinstance(recorded.played, CountedRound):
            counted = recorded.played
            columns = {"cards": counted.cards, "betting": counted.betting, "penalties": counted.penalties}
            sides = [game.side_of[name] for name in game.players]
            data["remaining"] = str(counted.remaining)
            data |= {
                column: [str(pair.of(side)) for side in sides]
                for column, pair in columns.items()
                if column == "cards" or pair != NONE
            }
        return cls(data=data).of_game(game)

    def check(self) -> bool:
        """Add an error beside everything that can't be; return whether there is none."""
        if not self.validate():
            return False
        try:
            check_counted(self.round())
        except Gem2Error as error:
            self._add_error(fault_sentence_of(self.game, error), error.place)
        return not self.errors

    def _add_error(self, sentence: str, place: Place) -> None:
        """Add an error beside the field of a place; beside the cards if the number left only follows from them."""
        match place:
            case ("counted", str(column), Side() as side):
                self.add_error(sentence, column, self.game.players.index(self.game.sides[side]))
            case ("counted",) | ("counted", "remaining") if self.remaining.number is not None:
                self.add_error(sentence, "remaining")
            case ("counted", *_):
                for seat in (0, 1):
                    self.add_error(sentence, "cards", seat)
            case _:
                self.add_error(sentence, "four_x")

    def round(self) -> CountedRound:
        order = [self.game.players.index(self.game.sides[side]) for side in Side]
        columns = [_numbers(column) for column in (self.cards, self.betting, self.penalties)]
        cards, betting, penalties = (Pair(*(column[seat] for seat in order)) for column in columns)
        endings = set(self.ending.data or ())
        misdeals = frozenset(misdeal for misdeal in Misdeal if misdeal.value in endings)
        ending = RoundEnding(announced_eight="unannounced" not in endings, misdeals=misdeals)
        return CountedRound(
            self._cards_left, cards, betting, penalties, with_last_four(ending, self.four_x.data, self.game)
        )

    @property
    def first_wrong(self) -> str:
        """The id of the first field with an error; empty if there is none."""
        entries = [entry for column in (self.cards, self.betting, self.penalties) for entry in column]
        return next((entry.id for entry in (*entries, self.remaining, self.four_x) if entry.errors), "")

    @property
    def _cards_left(self) -> int:
        """The cards left; where they weren't counted, the rest of the deck."""
        return max(0, DECK - sum(_numbers(self.cards))) if self.remaining.number is None else self.remaining.number


def _numbers(column: FieldList[WholeNumberField]) -> list[int]:
    return [entry.number or 0 for entry in column]


@pages.context("gem2/round/counted.html")
class CountedPage:
    game: DuelGame
    row: SheetRow | None
    """The round on the card that these totals replace; None for the one that is being played."""
    dealer: str
    form: CountedForm


@blueprint.get("")
def counted(game: str) -> Response:
    """Ask for a counted round: a new one, or a new version of one on the card."""
    duel = load_duel(require_member(game, Role.SCORER))
    number = request.args.get("hand", 0, type=int)
    return _show(number, CountedForm.of_round(duel.hand(number).recorded if number else None, duel))


@blueprint.post("")
def record(game: str) -> Response | BaseResponse:
    """Record the round, replacing any deals entered for it."""
    duel = load_duel(require_member(game, Role.SCORER))
    asked = request.args.get("hand", 0, type=int)
    recorded = recorded_before(game)
    if recorded:
        return _go_to_round(game, recorded.hand or asked)
    number = asked or (duel.running.hand.number if duel.running else 0)
    if number:
        duel.hand(number)
    form = CountedForm.read(request.form, duel)
    if not form.check():
        return _show(asked, form)
    recorded_round = RecordedHand(form.round())
    try:
        record_event(duel, HandReplaced(number, recorded_round) if number else HandRecorded(recorded_round))
    except NotPossible as error:
        form.add_error(as_sentence(store_sentence(error)))
        return _show(asked, form)
    return _go_to_round(game, number or duel.state.next_hand)


def _go_to_round(game: str, number: int) -> BaseResponse:
    return go_to(url_for("sheet.hand", game=game, number=number, over=1))


def _show(number: int, form: CountedForm) -> Response:
    game = form.game
    if game.over and not number:
        abort(404)
    row = game.sheet.row(number) if number else None
    dealer = dealer_of((row.place or 1) if row else game.next_round)
    page = CountedPage(game=game, row=row, dealer=game.sides[dealer], form=form)
    return pages.show(page, 422 if form.errors else 200)
