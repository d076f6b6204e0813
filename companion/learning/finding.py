"""Find a question from its key, whichever game it is about."""

from companion.learning import rummy_questions
from companion.learning.questions import Question, UnknownQuestionError
from companion.learning.rummy_questions import CASE, MADE
from companion.register.cases import CaseKind, cases
from companion.rules.rummy.ruleset import Game

LONGEST_KEY = 100


def find_question(key: str) -> Question:
    """Return the question with a key; raise UnknownQuestionError if there is none.

    >>> find_question("case.GEM2-029.points").right
    (frozenset({'11'}),)
    """
    source, _, rest = key.partition(".")
    subject = rest.partition(".")[0]
    if len(key) > LONGEST_KEY:
        raise UnknownQuestionError(key)
    if source == CASE and subject in cases() and cases()[subject].kind == CaseKind.SHOWDOWN:
        return rummy_questions.question(key)
    if source == MADE and subject in set(Game):
        return rummy_questions.question(key)
    raise UnknownQuestionError(key)
