"""Random games of every kind, for people of a small circle who meet again and again."""

import json
import random
import re
from collections.abc import Sequence
from datetime import date

from companion.answers.judging import judge_document
from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from tests.support.gem2.random_documents import random_document
from tests.support.people.exported import Document
from tests.support.rummy.gin_reference import TWO
from tests.support.rummy.random_gin_games import FORMS, random_gin_game
from tests.support.rummy.random_showdowns import NAMES, random_house_rules, random_showdown
from tests.support.rummy.reference import random_print

CIRCLE = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Anne", "Bobby")
SAID_IN_SAMPLES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Al", "Amy", "Bea", "Ben")
"""The names that the makers of games use."""
PLACES = ("", "", "Club", "at Ann's")
_NAME = re.compile(f'"({"|".join(SAID_IN_SAMPLES)})"')


def random_played_game(rng: random.Random) -> Document:
    return _among_friends(rng, _played(rng)) | _remarks(rng)


def _played(rng: random.Random) -> Document:
    match kind := rng.choice(("gin", "gin", "form", "form", "gem", "gem", "knock", "gem-ii", "gem-ii-solo")):
        case "gin" if rng.random() < 0.5:
            return _with_cards(rng, "gin-rummy", 2)
        case "gin":
            return random_gin_game(rng, TWO)
        case "form":
            return random_gin_game(rng, rng.choice(FORMS[1:]))
        case "gem":
            return _with_cards(rng, "gem-rummy", rng.choice((2, 3)))
        case "knock":
            return _with_cards(rng, "knock-rummy", rng.choice((2, 3, 4, 4, 5)))
    made: Document = random_document(kind, rng)
    if rng.random() < 0.5:
        made.pop("teams", None)
    return made


def _with_cards(rng: random.Random, game: str, seats: int) -> Document:
    """Play hands of cards, all by the same rules and with the same deck, until the game is over or people leave."""
    names = list(NAMES[:seats])
    rules = random_house_rules(rng, game) | {"target": rng.choice((30, 40, 60))}
    rules.pop("minimum_score", None)
    if game != "knock-rummy":
        rules["knock_limit"] = rng.choice((40, 60))
    document: Document = {"game": game, "players": names, "first_dealer": rng.choice(names), "house_rules": rules}
    if game == "gem-rummy":
        document["print"] = random_print(rng)
    if game == "knock-rummy" and seats == 4 and rng.random() < 0.7:
        document["sides"] = [[names[0], names[2]], [names[1], names[3]]]
    hands: list[Document] = []
    document["hands"] = hands
    most = rng.randint(0, 3) if rng.random() < 0.3 else 8
    while len(hands) < most and not _is_over(document):
        hands.append(_hand(rng, document, seats))
    return document


def _is_over(document: Document) -> bool:
    sheet: Document = score_document(document)
    return bool(sheet["over"])


def _hand(rng: random.Random, document: Document, seats: int) -> Document:
    """Deal until a hand is legal by the rules of its game; one that is not to be had was drawn."""
    game = document["game"]
    for _ in range(8):
        showdown = random_showdown(rng, game, seats, document.get("print"))
        setting: Document = {key: document[key] for key in ("house_rules", "print") if key in document}
        hand = {key: value for key, value in showdown.items() if key not in ("game", "house_rules", "print")}
        whole: Document = {"game": game, **setting, **hand}
        try:
            verdict: Document = judge_document(whole)
        except DocumentError:
            continue
        if verdict["legal"]:
            if rng.random() < 0.1:
                hand["overruled"] = _overruling(rng, document["players"])
            return hand
    return {"drawn": True}


def _overruling(rng: random.Random, names: Sequence[str]) -> Document:
    points = {name: rng.choice((0, rng.randint(-5, 40))) for name in names}
    return {"points": points, "winner": rng.choice(names), "reason": "We settled it.", "by": rng.choice(names)}


def _among_friends(rng: random.Random, document: Document) -> Document:
    """Let people of the circle play it, mostly the same few."""
    text = json.dumps(document)
    named = sorted({*_NAME.findall(text)})
    few = CIRCLE[: max(4, len(named))]
    seated = rng.sample(few if rng.random() < 0.7 else CIRCLE, len(named))
    called = {str(name): person for name, person in zip(named, seated, strict=True)}
    changed: Document = json.loads(_NAME.sub(lambda found: f'"{called[found[1]]}"', text))
    return changed


def _remarks(rng: random.Random) -> Document:
    said = {"place": rng.choice(PLACES), "note": rng.choice(("", "", "with cake")), "at": ""}
    if rng.random() < 0.5:
        said["at"] = written(rng, random_day(rng)) + rng.choice(("", "T20:15"))
    return {key: value for key, value in said.items() if value}


def random_day(rng: random.Random) -> str:
    """Return one of few days, in three years."""
    return f"{rng.choice((2024, 2025, 2026))}-{rng.choice((1, 7, 12)):02}-{rng.choice((1, 14, 31)):02}"


def written(rng: random.Random, day: str) -> str:
    """Write a day as a document may."""
    year, week, weekday = date.fromisoformat(day).isocalendar()
    return rng.choice((day, day, day.replace("-", ""), f"{year}-W{week:02}-{weekday}"))
