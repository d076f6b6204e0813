"""Read an answer as it was tapped or typed: `yes`, `12`, `Ann 25`, `8c onto 1`."""

import re
from collections.abc import Iterator

from companion.documents.shorthand import ShorthandError, parse_shorthand
from companion.learning.questions import NO, YES, Answer, AnswerKind, Question
from companion.learning.rummy_questions import misplaced, numbered_melds
from companion.rules.cards import CARDS_BY_NAME, name_of
from companion.wording import learning as wording
from companion.wording.cards import listed_words
from companion.wording.document_errors import shorthand_sentence

LONGEST = 120
LONGEST_GIVEN = 300
"""Of an answer in an address, which may name the meld of each card by itself."""
_YES = frozenset({"yes", "y", "legal", "right", "ok", "true"})
_NO = frozenset({"no", "n", "illegal", "not legal", "wrong", "false"})
_NOTHING = frozenset({"nothing", "none", "no", "-", "0"})
_NUMBER = re.compile(r"(?P<player>\D*?)[\s:=]*(?P<points>[-−]?\d{1,4})(?:\s*points?)?")
_ONTO = re.compile(r"(?P<cards>.*?)\s+(?:onto|on|to)\s+(?:meld\s+)?(?P<meld>\d{1,3})", re.IGNORECASE)
_AT = ">"
"""Between a card and the number of a meld on which it doesn't fit."""
_BETWEEN = re.compile(r"[,;\n]|\band\b|\bthen\b", re.IGNORECASE)


class UnreadableAnswerError(ValueError):
    """An answer can't be read; the message says why."""


def _refuse_player(names: list[str]) -> UnreadableAnswerError:
    return UnreadableAnswerError(wording.NO_SUCH_PLAYER.format(names=listed_words(names, "or")))


def check_length(text: str, most: int = LONGEST) -> None:
    if len(text) > most:
        raise UnreadableAnswerError(wording.LONG_ANSWER)


def read_typed(question: Question, text: str, most: int = LONGEST) -> Answer:
    check_length(text, most)
    words = " ".join(text.split())
    if not words:
        raise UnreadableAnswerError(wording.NO_ANSWER)
    match question.kind:
        case AnswerKind.YES_NO:
            return _yes_or_no(words)
        case AnswerKind.NUMBER:
            return _number(question, words)
        case AnswerKind.PLAYER | AnswerKind.CHOICE:
            return _option(question, words)
        case AnswerKind.CARDS:
            return _cards(question, words)


def read_tapped(question: Question, values: list[str]) -> Answer:
    known = {option.value for option in question.options} or {YES, NO}
    chosen = frozenset(values)
    if not chosen <= known or (question.kind != AnswerKind.CARDS and len(chosen) != 1):
        raise UnreadableAnswerError(wording.NO_ANSWER)
    return chosen


def answer_words(question: Question, answer: Answer) -> str:
    match question.kind:
        case AnswerKind.YES_NO:
            return wording.YES.lower() if YES in answer else wording.NO.lower()
        case AnswerKind.CARDS:
            return _card_words(question, answer)
        case AnswerKind.CHOICE:
            return listed_words([option.label for option in question.options if option.value in answer])
        case AnswerKind.NUMBER | AnswerKind.PLAYER:
            return listed_words(sorted(answer))


def _card_words(question: Question, answer: Answer) -> str:
    if not is_showdown(question):
        return listed_words([option.label for option in question.options if option.value in answer]) or wording.NOTHING
    in_order = [option.value for option in question.options if option.value in answer]
    astray = sorted(value for value in answer if _AT in value)
    named = [wording.misplaced(name, int(number)) for name, _, number in (value.partition(_AT) for value in astray)]
    if not named:
        return wording.cards_answer(CARDS_BY_NAME[name] for name in in_order if name in CARDS_BY_NAME)
    return listed_words([*(wording.cards_answer([CARDS_BY_NAME[name]]) for name in in_order), *named])


def _yes_or_no(words: str) -> Answer:
    spoken = words.lower().rstrip(".!")
    if spoken in _YES:
        return frozenset({YES})
    if spoken in _NO:
        return frozenset({NO})
    raise UnreadableAnswerError(wording.NOT_YES_OR_NO)


def _number(question: Question, words: str) -> Answer:
    match = _NUMBER.fullmatch(words)
    if match is None:
        raise UnreadableAnswerError(wording.NOT_A_NUMBER)
    points, player = str(int(match["points"].replace("−", "-"))), match["player"].strip()
    if not player:
        return frozenset({points})
    players = question.document.get("players", ())
    names = [str(known["name"] if isinstance(known, dict) else known) for known in players]
    name = _beginning(names, player)
    if not name:
        raise _refuse_player(names)
    return frozenset({points if name == question.about else f"{name} {points}"})


def _beginning(names: list[str], words: str) -> str:
    exact = [name for name in names if name.lower() == words.lower()]
    begun = exact or [name for name in names if name.lower().startswith(words.lower())]
    return begun[0] if len(begun) == 1 else ""


def _option(question: Question, words: str) -> Answer:
    if question.kind == AnswerKind.PLAYER:
        number = _NUMBER.fullmatch(words)
        words = number["player"].strip() if number and number["player"].strip() else words
    by_value = _beginning([option.value for option in question.options], words)
    by_label = _beginning([option.label for option in question.options], words)
    value = by_value or next((option.value for option in question.options if option.label == by_label), "")
    if value:
        return frozenset({value})
    if question.kind == AnswerKind.PLAYER:
        raise _refuse_player([option.label for option in question.options])
    raise UnreadableAnswerError(wording.NO_CHOICE)


def _cards(question: Question, words: str) -> Answer:
    if words.lower() in _NOTHING:
        return frozenset()
    known = {option.value for option in question.options}
    if not is_showdown(question):
        named = frozenset(_option_named(question, word) for word in re.split(r"[\s,;]+", words) if word)
        if not named:
            raise UnreadableAnswerError(wording.NO_ANSWER)
        return named
    numbers = numbered_melds(question.document)
    chosen: dict[str, int | None] = {}
    for name, number in _lay_offs(words):
        if name not in known:
            raise UnreadableAnswerError(wording.NOT_DEADWOOD.format(card=wording.cards_answer([CARDS_BY_NAME[name]])))
        if number is not None and number not in numbers:
            raise UnreadableAnswerError(wording.NO_SUCH_MELD.format(number=number, most=len(numbers)))
        if chosen.setdefault(name, number) != number:
            raise UnreadableAnswerError(wording.NAMED_TWICE.format(card=wording.cards_answer([CARDS_BY_NAME[name]])))
    if not chosen:
        raise UnreadableAnswerError(wording.NO_ANSWER)
    targets = {name: number for name, number in chosen.items() if number and name in question.right}
    astray = misplaced(question, targets) if targets else ()
    return frozenset(f"{name}{_AT}{targets[name]}" if name in astray else name for name in chosen)


def is_showdown(question: Question) -> bool:
    return "knocker" in question.document


def is_in_rounds(question: Question) -> bool:
    """Return whether it is about a game of Gin Rummy for three to eight."""
    return "form" in question.document


def _option_named(question: Question, word: str) -> str:
    for option in question.options:
        if option.value.lower() == word.lower():
            return option.value
    raise UnreadableAnswerError(wording.NOT_ON_BOARD.format(card=word))


def answer_text(question: Question, answer: Answer) -> str:
    if question.kind == AnswerKind.CARDS:
        return ",".join(sorted(answer)) or wording.NOTHING
    return next(iter(answer))


def _lay_offs(words: str) -> Iterator[tuple[str, int | None]]:
    for part in _BETWEEN.split(words):
        if not part.strip():
            continue
        onto = _ONTO.fullmatch(part.replace(_AT, " on ").strip())
        number = int(onto["meld"]) if onto else None
        try:
            hand = parse_shorthand(onto["cards"] if onto else part)
        except ShorthandError as error:
            raise UnreadableAnswerError(shorthand_sentence(error)) from error
        for card in (*(card for meld in hand.melds for card in meld), *hand.deadwood):
            yield name_of(card), number
