"""Showdowns whose gems are known in part, asked about as the app asks and answered truthfully."""

import random
from dataclasses import dataclass, replace
from typing import Any

from companion.answers.judging import write_verdict
from companion.documents.showdown import read_showdown
from companion.rules.cards import CARDS_BY_NAME, Card
from companion.rules.gems import Gem, Print
from companion.rules.rummy.asking import Ask, LetterQuestion, answered, questions
from companion.rules.rummy.house_rules import NAMED_SETS
from companion.rules.rummy.ruleset import Game
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.showdown_input import Showdown
from companion.rules.rummy.verdict import FaultCode, Verdict
from tests.support.rummy.random_showdowns import Document, judged, random_showdown
from tests.support.rummy.reference import has_all_gems, random_print

SHARES = (0.0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95)
"""How much of a print is known."""
MOST_QUESTIONS = 30


@dataclass(frozen=True)
class PartlyKnown:
    """A showdown as a table knows it, and the same with the whole print of its deck."""

    document: Document
    whole: Document

    @property
    def letters(self) -> dict[Card, tuple[Gem, ...]]:
        return {CARDS_BY_NAME[name]: tuple(map(Gem, gems)) for name, gems in self.whole["print"].items()}


@dataclass(frozen=True)
class Asked:
    """The ruling after everything that was asked, how often that was, and about how many cards each time."""

    verdict: Verdict
    cards: tuple[int, ...]


def partly_known(rng: random.Random) -> PartlyKnown:
    """Deal a showdown, and hide some of the letters; of a King sometimes one of its two."""
    whole = random_showdown(rng, "gem-rummy", rng.choice((2, 3)))
    whole.setdefault("print", random_print(rng))
    named = rng.choice((None, None, *NAMED_SETS[Game.GEM_RUMMY].values()))
    if named is not None:
        whole["house_rules"] = named.values
    for player in whole["players"]:
        if "deadwood_points" not in player:
            _say_gem_parts(rng, player, whole["print"])
    if "lay_offs" not in whole and rng.random() < 0.4:
        _play_some(rng, whole)
    share = rng.choice((*SHARES, rng.random()))
    gems = {name: letters for name, letters in whole["print"].items() if rng.random() < share}
    for name, letters in gems.items():
        if len(letters) > 1 and rng.random() < 0.3:
            gems[name] = rng.choice(letters)
    return PartlyKnown({key: part for key, part in {**whole, "gems": gems}.items() if key != "print"}, whole)


def _say_gem_parts(rng: random.Random, player: Document, gems: dict[str, str]) -> None:
    """Waive Gem Parts, claim it, mostly where it is true, or leave it to be found."""
    cards = frozenset(player.get("cards") or [*player["deadwood"], *(one for meld in player["melds"] for one in meld)])
    player.pop("gem_parts", None)
    claimed = 0.5 if has_all_gems(cards, gems) else 0.03
    if rng.random() < claimed:
        player["gem_parts"] = True
    elif rng.random() < 0.7:
        player["gem_parts"] = False


def _play_some(rng: random.Random, whole: Document) -> None:
    """Write down some of the lay-offs that could be played; whoever is passed over then has passed or not."""
    if whole["house_rules"].get("layout") != "best" and all("melds" in player for player in whole["players"]):
        moves = judged(whole)["lay_offs"]
        passes = [{"player": player["name"], "pass": True} for player in whole["players"]]
        whole["lay_offs"] = [
            move for played in moves for move in (*rng.choices(passes, k=rng.choice((0, 0, 1))), played)
        ]
        del whole["lay_offs"][rng.randint(0, len(whole["lay_offs"])) :]


def ask_and_rule(partly: PartlyKnown) -> Asked:
    """Ask as the app does until nothing is asked any more, answer truthfully, and rule."""
    showdown = read_showdown(partly.document)
    cards: list[int] = []
    while asked := questions(showdown):
        assert len(cards) < MOST_QUESTIONS, "the questions never end"
        cards.append(sum(len(question.cards) for question in asked))
        for question in asked:
            showdown = replace(showdown, gems=_answered(showdown, question, partly.letters))
    return Asked(judge(showdown), tuple(cards))


def _answered(showdown: Showdown, question: LetterQuestion, letters: dict[Card, tuple[Gem, ...]]) -> Print:
    """Read the cards; of a single gem that is asked for only the cards that bear it are told."""
    told = {one: letters[one] for one in question.cards}
    if question.ask == Ask.BEARERS:
        told = {one: question.gems for one, own in told.items() if set(question.gems) <= set(own)}
    return answered(showdown.gems, question, told)


def is_left_open(verdict: Verdict) -> bool:
    return bool(verdict.unknown_gems) or any(fault.code == FaultCode.GEM_UNKNOWN for fault in verdict.faults)


def ruling(verdict: Verdict) -> dict[str, Any]:
    """Tell what is ruled. Of what is not legal nothing is scored, and which King serves which gem scores nothing."""
    if not verdict.legal:
        return {"legal": False}
    document = write_verdict(verdict)
    return {
        "winner": verdict.winner,
        "points": [player.points for player in verdict.players],
        "deadwood": [player.deadwood_points for player in verdict.players],
        "lines": [
            [(line.code, line.points, line.against, line.numbers, line.rule) for line in player.lines]
            for player in verdict.players
        ],
        "call": document["call"],
    }
