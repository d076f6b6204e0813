"""Find a question from its key, and the questions of a game's worked cases."""

from functools import cache

from companion.learning import gem2_questions, rummy_questions
from companion.learning.questions import Question, UnknownQuestionError
from companion.register.cases import cases

LONGEST_KEY = 100


def find_question(key: str) -> Question:
    """Return the question with a key, whichever game it is about; raise UnknownQuestionError if there is none.

    >>> find_question("case.GEM2-029.points").right
    (frozenset({'11'}),)
    """
    if len(key) > LONGEST_KEY:
        raise UnknownQuestionError(key)
    return gem2_questions.gem2_question(key) if gem2_questions.is_gem2_key(key) else rummy_questions.question(key)


@cache
def case_keys(game: str) -> tuple[str, ...]:
    """Return the keys of all questions about a game's worked cases."""
    return tuple(f"case.{case_id}.{ask}" for case_id in cases() for ask in _asks_of_case(case_id, game))


def _asks_of_case(case_id: str, game: str) -> tuple[str, ...]:
    if game == gem2_questions.GAME:
        return gem2_questions.asks_of_case(case_id)
    return rummy_questions.asks_of_case(case_id, game)
