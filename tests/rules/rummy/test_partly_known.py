"""A ruling with letters unknown is that of the whole print, or the letters are named and asked for (ruling 1)."""

from statistics import mean

import pytest

from companion.documents.showdown import read_showdown
from companion.rules.rummy.showdown import judge
from tests.support.rummy.partly_known import ask_and_rule, is_left_open, partly_known, ruling
from tests.support.seeds import random_sources

SHOWDOWNS = 1500
MOST_QUESTIONS = 1.5
"""Goal for the mean number of questions, where anything is asked."""


@pytest.mark.slow
def test_an_unknown_letter_never_turns_a_ruling() -> None:
    questions = []
    for seed, rng in random_sources(SHOWDOWNS):
        partly = partly_known(rng)
        whole = judge(read_showdown(partly.whole))
        assert not is_left_open(whole), seed
        known = judge(read_showdown(partly.document))
        assert is_left_open(known) or ruling(known) == ruling(whole), (seed, "named")
        asked = ask_and_rule(partly)
        assert ruling(asked.verdict) == ruling(whole), (seed, "asked")
        if asked.cards:
            questions.append(len(asked.cards))
    assert mean(questions) < MOST_QUESTIONS
