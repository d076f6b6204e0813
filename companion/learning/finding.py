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


def still_exists(key: str) -> bool:
    """Return whether a question that was asked once can be asked again: its case may have gone.

    A made-up hand is made again by every later version, so it isn't made only to tell.

    >>> still_exists("case.GEM2-029.points"), still_exists("case.GONE-1.points")
    (True, False)
    """
    if key.startswith(f"{rummy_questions.MADE}."):
        return True
    try:
        find_question(key)
    except UnknownQuestionError:
        return False
    return True


def keys_of_case(case_id: str) -> tuple[str, ...]:
    """Return the keys of all questions about a worked case; none about cases that nothing can be asked about."""
    asks = gem2_questions.asks_of_case(case_id) or rummy_questions.asks_of_case(case_id)
    return tuple(f"{rummy_questions.CASE}.{case_id}.{ask}" for ask in asks)


@cache
def cases_of_game(game: str) -> tuple[str, ...]:
    """Return the cases of the game of a path, in a fixed order."""
    return tuple(case.id for case in cases().values() if case.document["game"] in {game, f"{game}-solo"})
