"""Random documents of Gem II: games alone and of two sides, boards with a claimed move. All of them are answered."""

import random
from typing import Any

from tests.support.gem2.boards import boards_of_a_round
from tests.support.gem2.simulator import duel_round, solo_game

HEAD = {"game": "gem-ii", "players": ["Ann", "Bob"], "first_dealer": "Ann"}


def random_document(kind: str, source: random.Random) -> Any:  # noqa: ANN401 - a document
    if kind == "gem-ii-solo":
        return solo_game(source)[0]
    if kind == "gem-ii":
        level = source.choice((1, 2))
        dealers = ("Ann", "Bob") * 3
        rounds = [duel_round(("Ann", "Bob"), dealer, level, source)[1] for dealer in dealers[: source.randint(2, 6)]]
        rounds[source.randrange(len(rounds))] = {
            "counted": {"remaining": 6, "cards": {"Ann": 25, "Bob": 9}, "betting": {"Ann": 50}}
        }
        rounds[-1]["overruled"] = {"points": {"Ann": 5, "Bob": 6}, "reason": "so", "by": "Ann"}
        teams = [["Al", "Amy"], ["Bea", "Ben"]]
        return {**HEAD, "level": level, "teams": teams, "rounds": rounds}
    level = source.choice((1, 2))
    piles = list(boards_of_a_round(source, level))[source.randrange(10)]
    claims = [{"move": 1, "card": "IE"}, {"move": 2, "card": "VH", "onto": 1}, {"move": 3, "card": "VH", "onto": 0}]
    claims += [{"pass": True}, {"move": 1, "cards": ["IE", "IIE"]}]
    return {
        "game": "gem-ii",
        "level": level,
        "piles": piles,
        "claimed": source.choice(claims),
        "best": source.random() < 0.2,
    }
