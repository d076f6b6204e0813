"""The lessons of each game: short, with five hands each, and pictures that show what they say."""

import random
from collections import Counter

import pytest

from companion.learning.finding import find_question
from companion.learning.gem2_questions import MADE_ASKS
from companion.learning.lessons import GAMES, Lesson, by_id, lessons
from companion.learning.questions import AnswerKind
from companion.learning.showdowns import ORDERS, PLAYERS
from companion.register.cases import MADE_UP_PRINT, CaseKind, cases
from companion.register.entries import rules
from companion.rules.cards import CARDS_BY_NAME
from companion.rules.gem2.cards import card_named
from companion.rules.gems import Gem, Print
from companion.rules.rummy.melds import Meld, MeldContext, MeldKind, classify, designated_diamond
from companion.rules.rummy.ruleset import Game

ALL = [lesson for game in GAMES for lesson in lessons(game)]
HANDS_OF_A_LESSON = 5
FEWEST_WORDS = 60
MOST_WORDS = 160
each_lesson = pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: lesson.id)


SLUGS = {
    "gem-rummy": "melds queens-diamonds stashes knocking lay-offs gin undercut gem-parts minimum three-players",
    "gin-rummy": "melds deadwood turns knocking lay-offs difference gin undercut house-rules game"
    " partners captain cutthroat",
    "knock-rummy": "melds counting knocking lowest not-the-knocker ties divided rum missed-rum partners",
    "gem-ii": "move-1 move-2 move-3 levels turn round bonus-rounds two-sides bets penalties",
}
"""Kept for ever: what a phone has learned is stored by them."""


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_its_lessons(game: str) -> None:
    assert [lesson.slug for lesson in lessons(game)] == SLUGS[game].split()
    assert len(by_id()) == len(ALL)
    assert [lesson.id for lesson in lessons(game)] == [f"{game}.{slug}" for slug in SLUGS[game].split()]


@each_lesson
def test_a_lesson_is_written_whole_and_short(lesson: Lesson) -> None:
    texts = (lesson.title, *lesson.text, lesson.picture.caption, *lesson.picture.captions)
    assert all(text and text == text.strip() for text in texts)
    assert len(lesson.picture.captions) in {0, len(lesson.picture.groups)}
    words = sum(len(paragraph.split()) for paragraph in lesson.text)
    assert FEWEST_WORDS <= words <= MOST_WORDS
    assert lesson.rules
    assert set(lesson.rules) <= set(rules())


@each_lesson
def test_the_hands_of_a_lesson_ask_more_than_one_thing_or_are_right_and_wrong(lesson: Lesson) -> None:
    questions = [find_question(key) for key in lesson.hands]
    assert len(set(lesson.hands)) == HANDS_OF_A_LESSON
    assert {question.game for question in questions} == {lesson.game}
    answers = Counter((question.kind, question.right) for question in questions)
    assert len(answers) > 1
    yes_or_no = {answer for kind, answer in answers if kind == AnswerKind.YES_NO}
    if all(question.kind == AnswerKind.YES_NO for question in questions):
        assert yes_or_no == {frozenset({"yes"}), frozenset({"no"})}


@each_lesson
def test_a_picture_has_cards_of_its_game(lesson: Lesson) -> None:
    picture = lesson.picture
    assert picture.groups or picture.board
    names = [name for group in picture.groups for name in group]
    assert set(names) <= set(CARDS_BY_NAME)
    on_board = [name for pile in picture.board for name in pile]
    assert all(card_named(name) for name in on_board)
    assert len(set(on_board)) == len(on_board)
    assert bool(picture.board) == (lesson.game == "gem-ii")
    assert len(picture.board) in {0, 4}
    assert (picture.letters or {}).items() <= MADE_UP_PRINT.items()


KINDS = {
    "a set": MeldKind.SET,
    "a run": MeldKind.RUN,
    "a stash": MeldKind.STASH,
    "Queen's Diamonds": MeldKind.QUEENS_DIAMONDS,
    "not a run": None,
    "not a meld": None,
    "not a stash": None,
}


@each_lesson
def test_the_groups_of_a_picture_are_what_their_captions_say(lesson: Lesson) -> None:
    picture = lesson.picture
    letters = {CARDS_BY_NAME[card]: tuple(map(Gem, gems)) for card, gems in (picture.letters or {}).items()}
    gems = Print.of(letters) if letters else None
    has_gems = lesson.game == "gem-rummy"
    context = MeldContext(
        has_gems, gems, designated_diamond((picture.dice[0], picture.dice[1])) if picture.dice else None
    )
    for group, caption in zip(picture.groups, picture.captions, strict=bool(picture.captions)):
        if caption not in KINDS:
            continue
        meld = classify(tuple(CARDS_BY_NAME[name] for name in group), context)
        assert (meld.kind if isinstance(meld, Meld) else None) == KINDS[caption], caption


UNTAUGHT = {
    # Not played at a table: how the app treats what it isn't told.
    "R.1",
}


def _key_of_any_case(game: str) -> list[str]:
    keys = []
    for case in cases().values():
        if case.kind == CaseKind.SHOWDOWN and case.document["game"] == game and "house_rules" not in case.document:
            keys += [f"case.{case.id}.{ask}" for ask in ("legal", "points")]
    return keys


@pytest.mark.parametrize("game", [game for game in GAMES if game != "gem-ii"])
def test_what_decides_a_showdown_is_taught(game: str) -> None:
    taught = {rule for lesson in lessons(game) for rule in lesson.rules}
    rng = random.Random(game)
    keys = [
        f"made.{game}.{order}.{players}.{rng.randrange(1000)}.{ask}"
        for order in ORDERS[Game(game)]
        for players in PLAYERS[Game(game)]
        for ask in ("legal", "winner", "points", "lay-offs")
        for _ in range(3)
    ]
    decided = 0
    for key in [*_key_of_any_case(game), *keys]:
        try:
            question = find_question(key)
        except LookupError:
            continue
        decided += 1
        assert question.rules[0] in taught | UNTAUGHT, key
    assert decided > 30


@pytest.mark.parametrize("level", [1, 2])
def test_what_decides_a_random_board_is_taught(level: int) -> None:
    taught = {rule for lesson in lessons("gem-ii") for rule in lesson.rules}
    for seed in range(40):
        for ask in MADE_ASKS:
            assert set(find_question(f"made.gem-ii.board.{level}.{seed}.{ask}").rules) <= taught
