"""The forms of Gem II that have fields and errors: counted round, one deal, one player's deals, overrule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, FieldList, RadioField, SelectField, SelectMultipleField, ValidationError

from companion.documents.game import RecordedHand
from companion.documents.gem2 import ending_of
from companion.rules.gem2.cards import DECK, HIGHEST, PILES
from companion.rules.gem2.duel import CountedRound, check_counted
from companion.rules.gem2.lines import NONE, Gem2Error, Pair, Place, Side
from companion.rules.gem2.round import LARGEST_DEAL, RoundEnding
from companion.rules.gem2.solo import BONUS_ROUNDS, SoloRound
from companion.rules.gem2.turn import Bet, Deal, Misdeal, Penalty, PenaltyCall
from companion.web.base.forms import AppForm, WholeNumberField, whole_number, whole_number_field
from companion.web.gem2.game import AnyGame, DuelGame, SoloGame, fault_sentence_of
from companion.wording import gem2_card as gem2_forms
from companion.wording import web as form_errors
from companion.wording.gem2_card import ENDINGS

LONGEST_REASON = 500
COLUMNS = ("cards", "betting", "penalties")
DEAL_SIZES = tuple(str(size) for size in range(1, LARGEST_DEAL + 1))


def _choices(*values: str) -> list[Any]:
    """Return choices without labels, which are in the templates."""
    return list(values)


class CountedForm(AppForm):
    """A round of two sides as counted at the table."""

    cards = FieldList(whole_number_field(4, required=False), min_entries=2, max_entries=2)
    betting = FieldList(whole_number_field(4, required=False), min_entries=2, max_entries=2)
    penalties = FieldList(whole_number_field(4, required=False), min_entries=2, max_entries=2)
    remaining = whole_number_field(2, required=False)
    ending = SelectMultipleField(choices=_choices(*ENDINGS), default=())
    four_x = RadioField(choices=_choices("yes", "0", "1", "no"), default="yes")
    """Whether the last four cards are the four X's, or which side holds a missing one (R.29)."""

    @classmethod
    def read(cls, sent: MultiDict[str, str]) -> CountedForm:
        """Return the form as it was sent."""
        fields = MultiDict(sent)
        endings = sent.getlist("ending")
        if "four_x" not in sent and "not_all_x" in endings:
            fields["four_x"] = "no"  # a queued form from before the question was asked
        for name in (f"{column}-{seat}" for column in COLUMNS for seat in (0, 1)):
            fields.setdefault(name, "")
        fields.setlist("ending", [ending for ending in endings if ending in ENDINGS])
        return cls(fields)

    @classmethod
    def of_round(cls, recorded: RecordedHand | None, game: DuelGame) -> CountedForm:
        """Return the form with a round as it was recorded."""
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
        return cls(data=data)

    def check(self, game: DuelGame) -> bool:
        """Add an error beside everything that can't be; return whether there is none."""
        if not self.validate():
            return False
        try:
            check_counted(self.round(game))
        except Gem2Error as error:
            self._add_error(fault_sentence_of(game, error), error.place, game)
        return not self.errors

    def _add_error(self, sentence: str, place: Place, game: DuelGame) -> None:
        """Add an error beside the field of a place; beside the cards if the number left only follows from them."""
        match place:
            case ("counted", str(column), Side() as side):
                self.add_error(sentence, column, game.players.index(game.sides[side]))
            case ("counted",) | ("counted", "remaining") if self.remaining.number is not None:
                self.add_error(sentence, "remaining")
            case ("counted", *_):
                for seat in range(len(game.players)):
                    self.add_error(sentence, "cards", seat)
            case _:
                self.add_error(sentence, "four_x")

    def round(self, game: DuelGame) -> CountedRound:
        """Return the round."""
        order = [game.players.index(game.sides[side]) for side in Side]
        columns = [_numbers(column) for column in (self.cards, self.betting, self.penalties)]
        cards, betting, penalties = (Pair(*(column[seat] for seat in order)) for column in columns)
        endings = set(self.ending.data or ())
        misdeals = frozenset(misdeal for misdeal in Misdeal if misdeal.value in endings)
        ending = RoundEnding(announced_eight="unannounced" not in endings, misdeals=misdeals)
        return CountedRound(self._cards_left, cards, betting, penalties, with_last_four(ending, self.four_x.data, game))

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


def last_four_answer(ending: RoundEnding, game: AnyGame) -> str:
    """Return the recorded answer to whether the last four cards are the four X's."""
    if not ending.not_all_x:
        return "yes"
    if ending.x_held_by is None or isinstance(game, SoloGame):
        return "no"
    return str(game.players.index(game.sides[ending.x_held_by]))


def with_last_four(ending: RoundEnding, answer: str, game: DuelGame) -> RoundEnding:
    """Return the ending with another answer."""
    holder = game.side_of[game.players[int(answer)]] if answer.isdecimal() else None
    return replace(ending, not_all_x=answer != "yes", x_held_by=holder)


class DealForm(AppForm):
    """One deal of a round of two sides, to be corrected, with one more call if `penalty` is chosen."""

    PENALTIES = gem2_forms.CALL_CHOICES
    SIZES = tuple((size, size) for size in DEAL_SIZES)

    removed = whole_number_field(2, required=False)
    finished = whole_number_field(2, required=False)
    bet = FieldList(RadioField(choices=_choices("0", *(str(bet.value) for bet in Bet)), default="0"), min_entries=2)
    penalty = SelectField(choices=_choices(*dict(gem2_forms.CALL_CHOICES)), default="")
    caller = SelectField(choices=_choices(*Side), default=Side.FIRST.value)
    correct = RadioField(choices=_choices("yes", "no"), default="yes")
    timed_out = BooleanField()
    dealt = SelectField(choices=_choices(*DEAL_SIZES), default=str(PILES))

    @classmethod
    def of_deal(cls, deal: Deal) -> DealForm:
        """Return the form with a deal as it was recorded."""
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
        """Return the corrected deal."""
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
    if not choice or choice not in dict(gem2_forms.CALL_CHOICES) or caller not in set(Side):
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
        """What each input holds."""
        most = HIGHEST - self.bonus
        return (*self.data, *[""] * most)[:most]

    @property
    def numbers(self) -> list[int]:
        """The numbers up to the last one entered; an empty input before it is 0."""
        last = max((number for number, value in enumerate(self.values, start=1) if value), default=0)
        return [whole_number(value, 6) or 0 for value in self.values[:last]]

    def process_data(self, value: Sequence[int] | None) -> None:
        """Take recorded deals."""
        self.data = tuple(map(str, value or ()))

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Take the deals that were sent."""
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
