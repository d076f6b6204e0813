"""Hands made to order: which game, how many players, what is to happen; or one of the worked cases."""

import random
from dataclasses import dataclass, replace

from flask import Blueprint, Response
from werkzeug.wrappers import Response as BaseResponse

from companion.learning import finding, gem2_questions
from companion.learning.questions import MADE
from companion.learning.rummy_questions import ShowdownAsk, ShowdownPosition, showdown_position
from companion.learning.showdowns import PLAYERS, SEEDS, HandOrder, make_showdown, orders_for
from companion.rules.rummy.ruleset import Game
from companion.web.base import pages
from companion.web.base.htmx import go_to
from companion.web.kinds import game_kinds
from companion.web.learning.run import Run, read_progress, read_run
from companion.wording import learning as wording

blueprint = Blueprint("learning_practice", __name__, url_prefix="/learn/practice")

FROM_CASES = "case"
"""The order of a question about a worked case."""
_SEEDS_TRIED = 4
"""The last time anything will do."""
_chance = random.SystemRandom()


@dataclass(frozen=True, slots=True)
class Table:
    """A game and how many play it; Gem II has levels instead."""

    game: str
    players: int

    @property
    def key(self) -> str:
        return f"{self.game}.{self.players}" if self.players else self.game

    @property
    def rummy(self) -> Game | None:
        return Game(self.game) if self.players else None

    @property
    def orders(self) -> dict[str, str]:
        """Return what can be ordered at it, with its label."""
        made = orders_for(self.rummy, self.players) if self.rummy else ("level-1", "level-2")
        return {order: wording.order_name(self.game, order) for order in (*made, FROM_CASES)}

    @property
    def label(self) -> str:
        possible = tuple(other.players for other in TABLES if other.game == self.game)
        return wording.table_label(game_kinds.name_of(self.game), self.players, possible)


TABLES = (*(Table(game.value, players) for game in Game for players in PLAYERS[game]), Table(gem2_questions.GAME, 0))


@pages.context("learning/practice.html")
class PracticePage:
    tables: tuple[Table, ...]
    table: Table
    run: Run


@blueprint.get("")
def choose() -> Response:
    run = read_run()
    return pages.show(PracticePage(tables=TABLES, table=_table(run), run=run))


def _table(run: Run) -> Table:
    return next((table for table in TABLES if table.key == run.table), TABLES[0])


@blueprint.get("/deal")
def deal() -> BaseResponse:
    """Lead to a question that was missed and comes back, or to one made to order."""
    run = read_run()
    table = _table(run)
    order = run.order if run.order in table.orders else next(iter(table.orders))
    run = Run(table=table.key, order=order, back=run.back)
    missed = read_progress().first_due(table.game)
    if missed is not None:
        return go_to(replace(run, missed=True).at_question(missed.key))
    key, matches = _new_key(table, order)
    return go_to(replace(run, other=not matches).at_question(key))


def _new_key(table: Table, order: str) -> tuple[str, bool]:
    """Return the key of a new question, and whether it is what was ordered."""
    game = table.rummy
    if order == FROM_CASES:
        return _key_of_case(table.game), True
    if game is None:
        level = order.removeprefix("level-")
        ask = _chance.choice(gem2_questions.MADE_ASKS)
        return f"{MADE}.{table.game}.{gem2_questions.BOARD_ORDER}.{level}.{_chance.randrange(SEEDS)}.{ask}", True
    for attempt in range(_SEEDS_TRIED):
        wanted = HandOrder.ANY if attempt == _SEEDS_TRIED - 1 else HandOrder(order)
        seed = _chance.randrange(SEEDS)
        made = make_showdown(game, wanted, table.players, seed)
        if made.matches:
            break
    asked = _ask_about(showdown_position(made.document), wanted)
    return f"{MADE}.{game}.{wanted}.{table.players}.{seed}.{asked}", wanted == order


def _key_of_case(game: str) -> str:
    of_game = list(finding.cases_of_game(game))
    _chance.shuffle(of_game)
    return next(_chance.choice(keys) for case_id in of_game if (keys := finding.keys_of_case(case_id)))


def _ask_about(position: ShowdownPosition, order: HandOrder) -> str:
    """Return what is asked: each kind equally often, however many players it can be about."""
    if not position.verdict.legal:
        return ShowdownAsk.LEGAL
    kinds: dict[str, list[str]] = {}
    for asked in position.asks:
        kinds.setdefault(asked.partition(".")[0], []).append(asked)
    if order == HandOrder.LAY_OFFS:
        # These are about lay-offs twice as often.
        kinds.pop(ShowdownAsk.LEGAL, None)
        kinds.pop(ShowdownAsk.WINNER, None)
    return _chance.choice(_chance.choice(list(kinds.values())))
