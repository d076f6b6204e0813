"""Find a question from its key, whichever game it is about."""

from companion.learning.questions import Question, UnknownQuestionError


def find_question(key: str) -> Question:
    """Return the question with a key; raise UnknownQuestionError if there is none."""
    raise UnknownQuestionError(key)
