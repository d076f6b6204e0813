"""Find a question from its key, and the questions of a game's worked cases."""

from functools import cache, lru_cache

from companion.documents.errors import DocumentError
from companion.learning import gem2_questions, rummy_questions
from companion.learning.gem2_questions import Gem2Position
from companion.learning.questions import CASE, MADE, Question, UnknownQuestionError
from companion.learning.round_questions import RoundPosition, round_position
from companion.learning.rummy_questions import ShowdownPosition
from companion.register.cases import CaseKind, cases

LONGEST_KEY = 100
_PARTS = {CASE: 1, MADE: 4}


def find_question(key: str) -> Question:
    """Return the question with a key; raise UnknownQuestionError if there is none.

    >>> find_question("case.GEM2-029.points").right
    frozenset({'11'})
    """
    source, *parts = key.split(".")
    many = _PARTS.get(source, 0)
    if not many or len(parts) <= many or len(key) > LONGEST_KEY:
        raise UnknownQuestionError(key)
    position, ask = position_of(source, tuple(parts[:many])), ".".join(parts[many:])
    if position is None or ask not in {*position.asks, *position.asks_of_lessons}:
        raise UnknownQuestionError(key)
    name, _, player = ask.partition(".")
    asked = position.asked(name, player)
    return Question(
        key=key,
        game=position.game,
        document=position.shown(name),
        kind=asked.kind,
        prompt=asked.prompt,
        right=asked.right,
        rules=asked.rules,
        options=asked.options,
        about=asked.about,
    )


@lru_cache(maxsize=512)
def position_of(source: str, parts: tuple[str, ...]) -> ShowdownPosition | Gem2Position | RoundPosition | None:
    if source == MADE:
        is_gem2 = parts[0] == gem2_questions.GAME
        return gem2_questions.made_board(parts) if is_gem2 else rummy_questions.made_position(parts)
    case = cases().get(parts[0])
    if case is None:
        return None
    match case.kind:
        case CaseKind.SHOWDOWN:
            try:
                return rummy_questions.showdown_position(case.document, case.rules)
            except DocumentError:
                return None
        case CaseKind.GEM_II | CaseKind.GEM_II_SOLO | CaseKind.GEM_II_BOARD:
            return Gem2Position(case.document, case.rules)
        case CaseKind.GAME:
            return round_position(case.document, case.rules)
        case CaseKind.TABLE:
            return None


def still_exists(key: str) -> bool:
    """Return whether a question can be asked again: its case may have gone, while made-up hands are made again."""
    if key.startswith(f"{MADE}."):
        return True
    try:
        find_question(key)
    except UnknownQuestionError:
        return False
    return True


def keys_of_case(case_id: str) -> tuple[str, ...]:
    position = position_of(CASE, (case_id,))
    return tuple(f"{CASE}.{case_id}.{ask}" for ask in position.asks) if position else ()


@cache
def cases_of_game(game: str) -> tuple[str, ...]:
    return tuple(case.id for case in cases().values() if case.document["game"] in {game, f"{game}-solo"})
