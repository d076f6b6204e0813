"""What is chosen for a new game of a rummy: partners, house rules, the deck."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import cast

from werkzeug.datastructures import MultiDict

from companion.journal.events.game import GameStarted
from companion.journal.names import sides_alike
from companion.journal.state import DeckUsed
from companion.rules.rummy.house_rules import NAMED_SETS, HouseRuleError, book_value, ruleset_for, values_of_set
from companion.rules.rummy.ruleset import Form, Game, HouseRuleValue
from companion.store import decks
from companion.store.derived.table_cache import TableSummary
from companion.web.base import pages
from companion.web.current_store import current_store
from companion.web.kinds.new_game_form import NewGameForm
from companion.web.rummy.catalog import GAMES, form_of
from companion.web.rummy.house_rules_form import (
    GEM_PARTS,
    PREFIX,
    HouseRulesForm,
    UnreadableRuleError,
    named_sets_of,
    read_rules,
    rule_errors,
    rules_asked,
    typed_rules,
)
from companion.web.rummy.table_forms import PARTNERS, TABLE_FORMS, sides_of_names
from companion.web.security.phone import current_phone
from companion.wording import web as form_errors
from companion.wording.house_rules import rules_error_sentence, rules_summary
from companion.wording.table_forms import GAMES_IN_FORMS

FILLED_PREFIX = "filled-"


@pages.context("rummy/house_rules/_summary.html")
class HouseRulesNote:
    """The line that says what was chosen."""

    summary: str


@pages.context("rummy/house_rules/_fields.html")
class HouseRulesFields:
    """The fields of the house rules."""

    rules: HouseRulesForm


class NewRummyForm(NewGameForm):
    """The form of a new game of a rummy."""

    def __init__(self, game: str, sent: MultiDict[str, str]) -> None:
        """Read what was sent.

        A named set chosen meanwhile replaces what the last game filled in; what the player typed stays.
        """
        self.info = GAMES[game]
        self.seats = self.info.seats
        self.table_forms = TABLE_FORMS.get(self.info.key, ())
        super().__init__(game, sent)
        self.deck = sent.get("deck", "")
        self.named_set, self.filled_for = sent.get("named_set", ""), sent.get("filled_for", "")
        self.filled = _prefixed(sent, FILLED_PREFIX)
        """The rules that the last game filled in, beside its named set `filled_for`."""
        self.typed = _prefixed(sent, PREFIX)
        self.rules_asked = sent.get("act") == "rules"
        """The house rules of a named set were asked for without a script."""
        if values_of_set(self.info.key, self.named_set) != values_of_set(self.info.key, self.filled_for):
            self.typed = {key: value for key, value in self.typed.items() if self.filled.get(key) != value}
            self.filled = {}

    @cached_property
    def decks(self) -> tuple[tuple[str, str], ...]:
        """The decks of this phone, each with its key."""
        phone = current_phone()
        if phone is None or not self.info.has_decks:
            return ()
        return tuple(
            (str(deck.id), f"{deck.name} (made up)" if deck.made_up else deck.name)
            for deck in decks.decks(current_store(), phone.id)
        )

    @property
    def played_in(self) -> Form | None:
        """In which form Gin Rummy is played."""
        is_gin = self.info.key is Game.GIN_RUMMY
        return Form(self.table_form.key) if is_gin and self.table_form and self.table_form.key else None

    @property
    def named_sets(self) -> tuple[tuple[str, str, str], ...]:
        """Of each its key, its name, and what it plays in a sentence."""
        return named_sets_of(self.info.key, self.played_in)

    @property
    def rule_errors(self) -> dict[str, str]:
        """The errors that are about house rules."""
        return {key: error for key, error in self.errors.items() if key and not key.startswith("player-")}

    @cached_property
    def rules(self) -> HouseRulesForm:  # type: ignore[override]  # always given
        seats, named_set = len(self.names), self.named_set
        form = HouseRulesForm.of(self.info.key, seats, self.typed, named_set=named_set, form=self.played_in)
        form.add_errors(self.rule_errors)
        return form

    @property
    def form_errors(self) -> list[str]:
        return [*super().form_errors, *self.rules.form_errors]

    @property
    def summary(self) -> str:
        """What was chosen in one line, or the error in it; nothing where the error stands beside its field."""
        if self.rule_errors:
            return ""
        try:
            words = rules_summary(self.info.key, len(self.names), self._house_rules(), self.played_in)
        except UnreadableRuleError as error:
            words = str(error)
        except HouseRuleError as error:
            words = rules_error_sentence(error)
        return ", ".join(filter(None, (words, dict(self.decks).get(self.deck))))

    def _house_rules(self) -> dict[str, HouseRuleValue]:
        """Return the house rules of the named set, changed by what was entered beside it."""
        return {**values_of_set(self.info.key, self.named_set), **read_rules(self.info.key, self.typed)}

    def like(self, last: TableSummary | None) -> None:
        if last:
            players = cast("Sequence[str]", last.head["players"])
            self._sit_down_like(last.head)
            rules = cast("Mapping[str, object]", last.head.get("house_rules", {}))
            self.named_set, others = _named_set_in(self.info.key, len(players), rules, form_of(last.head))
            self.typed = self.filled = typed_rules(others)
            self.filled_for = self.named_set
            self.deck = str(last.deck.id) if last.deck else ""
        if self.deck not in dict(self.decks):
            self.deck = self.decks[0][0] if self.decks else ""

    def _sit_down_like(self, head: Mapping[str, object]) -> None:
        """Take the form of the last game, if so many people are here."""
        players = cast("Sequence[str]", head["players"])
        key = PARTNERS if head.get("sides") == sides_of_names(players) else ""
        form = next((form for form in self.table_forms if form.key == head.get("form", key)), None)
        if form and len(self.names) == len(players) and form.key:
            self.sit_down(form.key)

    def act(self, verb: str, about: str) -> None:
        super().act(verb, about)
        asked = rules_asked(self.info.key, self.played_in)
        self.typed = {key: value for key, value in self.typed.items() if key == GEM_PARTS or key in asked}

    def check(self) -> bool:
        super().check()
        try:
            ruleset_for(self.info.key, len(self.names), self._house_rules(), self.played_in)
        except (UnreadableRuleError, HouseRuleError) as error:
            self.errors |= rule_errors(error)
        if not self.errors and sides_alike(self.head()):
            self.errors[""] = form_errors.SIDES_ALIKE
        return not self.errors

    def name_missing(self, seat: int) -> str:
        least = self.seats.start
        if len(self.names) - self.names.count("") < least:
            played = GAMES_IN_FORMS[self.table_form.key if self.table_form else ""]
            return form_errors.too_few_players(played.format(game=self.info.name), least)
        return form_errors.no_name(seat + 1, self.seats.step)

    def head(self) -> dict[str, object]:
        form = {"form": self.played_in.value} if self.played_in else {}
        in_sides = self.table_form and len(self.table_form.sides) == 2
        sides = {"sides": sides_of_names(self.names)} if in_sides else {}
        return {**super().head(), **form, **sides, "house_rules": self._house_rules()}

    def start(self, phone: int) -> GameStarted:
        """Take what is known of the gems of the chosen deck into the game."""
        number = int(self.deck) if self.deck.isdecimal() and len(self.deck) < len(str(2**63)) else 0
        deck = decks.deck(current_store(), phone, number) if self.info.has_decks else None
        if deck is None:
            return super().start(phone)
        return GameStarted({**self.head(), **deck.head}, DeckUsed(deck.id, deck.name, deck.made_up))

    def part(self, what: str) -> HouseRulesNote | HouseRulesFields | None:
        if what == "look":
            return HouseRulesNote(summary=self.summary)
        return HouseRulesFields(rules=self.rules) if what == "rules" else None


def _prefixed(form: MultiDict[str, str], prefix: str) -> dict[str, str]:
    return {key.removeprefix(prefix): value.strip() for key, value in form.items() if key.startswith(prefix)}


def _named_set_in(
    game: Game, seats: int, rules: Mapping[str, object], form: Form | None
) -> tuple[str, Mapping[str, object]]:
    """Return the named set that house rules play, however far the game goes, and what they have besides."""
    sets = {
        name: named.values
        for name, named in NAMED_SETS[game].items()
        if named.values and all(rules.get(key) == value for key, value in named.values.items() if key != "target")
    }
    if not sets:
        return "", rules
    name = max(sets, key=lambda name: len(sets[name]))
    played = {"target": book_value(game, seats, "target", form), **rules} if "target" in sets[name] else rules
    return name, {key: value for key, value in played.items() if sets[name].get(key) != value}
