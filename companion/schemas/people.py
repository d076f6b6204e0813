"""Schemas of the answers on people and their games."""

from dataclasses import fields

from companion.people.figures import PlayerFigures
from companion.people.record import Day, PersonGame, PersonPair
from companion.schemas.parts import COUNT, DEFINED, FLAG, TEXT, Schema, answer, listed, or_null, shared

_SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
_TEXTS = {"on": TEXT, "first": TEXT, "second": TEXT, "won": FLAG}
_DAY: Schema = {**TEXT, "description": "a date, as 2026-11-21; empty if nothing was played"}


def _counts(of: type, *without: str) -> dict[str, Schema]:
    return {field.name: COUNT for field in fields(of) if field.name not in {*_TEXTS, *without}}


_GAME = answer(
    {"id": TEXT, "game": TEXT, "on": TEXT, "won": FLAG, **_counts(PersonGame, "game", "kind")},
    about="a finished game; its margin is over the best other side, negative if it was behind",
)
DEFINED |= {
    "figures": answer(
        {
            **_counts(PlayerFigures, "chances"),
            "won": COUNT,
            "share": or_null(
                answer(
                    {"low": _SHARE, "high": _SHARE, "by_luck": _SHARE},
                    about="the range in which the share of games won really is (95 %); null without a finished game",
                )
            ),
        }
    ),
    "pair": answer({"first": TEXT, "second": TEXT, **_counts(PersonPair)}),
    "finished-game": _GAME,
    "day": answer({"on": TEXT, **_counts(Day), "margin": COUNT}),
}
_PERSON = {"name": TEXT, "first_on": _DAY, "last_on": _DAY, "figures": shared("figures")}


def people() -> Schema:
    return answer({"people": listed(answer(_PERSON))})


def season() -> Schema:
    return answer({"people": listed(answer(_PERSON)), "pairs": listed(shared("pair"))})


def person() -> Schema:
    streak = answer({"games": COUNT, "first": shared("finished-game"), "last": shared("finished-game")})
    return answer(
        {
            **_PERSON,
            "by_game": listed(answer({"game": TEXT, "figures": shared("figures")})),
            "by_opponent": listed(shared("pair")),
            "games": listed(shared("finished-game")),
            "biggest_hand": or_null(answer({"id": TEXT, "game": TEXT, "points": COUNT, "hand": COUNT, "on": TEXT})),
            "biggest_win": or_null(shared("finished-game")),
            "best_streak": or_null(streak),
            "best_day": or_null(shared("day")),
            "worst_day": or_null(shared("day")),
        }
    )
