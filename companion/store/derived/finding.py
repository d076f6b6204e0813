"""Find games of a device by words, people, game, winner, year, place, and what is unfinished or was disputed.

Only the tallies are searched, and only the games of one page are read: a phone may have thousands.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from companion.store.database import Row, Store
from companion.store.derived import recompute
from companion.store.derived.kept_sums import Known, Summing, kept, known_now
from companion.store.derived.search_text import folded, searched_words
from companion.store.derived.sums import TALLIES_OF_DEVICE
from companion.store.derived.table_cache import TableSummary, rules_version
from companion.store.people import persons
from companion.store.people.members import Role

_PLAYED_BY = (
    "EXISTS (SELECT 1 FROM played LEFT JOIN roots ON roots.name = played.name "
    "WHERE played.game = tallies.game AND coalesce(roots.person, played.name)"
)
_COUNTED = (
    "FROM mine JOIN members ON members.game = mine.game AND members.device = :device "
    "JOIN games ON games.id = mine.game JOIN tallies ON tallies.game = mine.game AND tallies.seq = games.seq "
    "WHERE tallies.rules = :rules"
)
"""The games as far as they are counted by these rules; of kind '' if they can't be read."""
_ESCAPE = "!"
MOST_PLACES = 20
_Condition: TypeAlias = tuple[str, Mapping[str, object]]


class Only(StrEnum):
    UNFINISHED = "unfinished"
    DISPUTED = "disputed"
    """Games with a hand that somebody disputed, whatever became of it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games are looked for: all of what is said must be true of one."""

    words: str = ""
    """Each is a part of a name, of the place or of the note, or begins a word of the game's kind."""
    person: str = ""
    """By any of the names that the phone takes for one person."""
    against: str = ""
    """Who played too."""
    won_by: str = ""
    kind: str = ""
    since: str = ""
    """A day, as YYYY-MM-DD."""
    until: str = ""
    place: str = ""
    only: Only | None = None


ALL = Wanted()


@dataclass(frozen=True, slots=True)
class FoundGame:
    id: str
    day: str
    """On which it was played, as YYYY-MM-DD."""
    owned: bool
    """It belongs to the device."""
    table: TableSummary


@dataclass(frozen=True, slots=True)
class FoundGames:
    """A page of the games that were found, the one played last first."""

    games: Sequence[FoundGame]
    more: bool
    total: int
    """How many were found on all pages together; where all games were wanted, it isn't counted."""
    uncounted: int
    """How many aren't counted again yet, and may belong to them."""
    unreadable: Sequence[str]


NONE = FoundGames((), more=False, total=0, uncounted=0, unreadable=())


@dataclass(frozen=True, slots=True)
class _Found:
    rows: Sequence[Row]
    more: bool
    total: int
    uncounted: int
    unreadable: Sequence[str]


def find(
    store: Store, device: int, wanted: Wanted, *, most: int, skip: int = 0, known: Known | None = None
) -> FoundGames:
    """Return a page of games."""
    found = kept(
        store,
        known or known_now(store, device),
        ("found", wanted, most, skip),
        lambda games: _found(games, wanted, most, skip),
    )
    tables, left = recompute.summaries(store, found.rows)
    return FoundGames(
        games=[
            FoundGame(row["game"], row["day"], row["role"] == Role.OWNER, tables[row["game"]])
            for row in found.rows
            if row["game"] in tables
        ],
        more=found.more,
        total=found.total,
        uncounted=found.uncounted + left,
        unreadable=found.unreadable,
    )


def _found(games: Summing, wanted: Wanted, most: int, skip: int) -> _Found:
    conditions = tuple(conditions_of(wanted, games.known.words))
    where = " AND ".join(condition for condition, _ in conditions)
    values: dict[str, object] = {}
    for _, of_condition in conditions:
        values |= of_condition
    rows = games.rows(
        f"SELECT games.id AS game, games.seq, games.made_at, played_at, day, members.role {_COUNTED} AND {where} "
        "ORDER BY played_at DESC, games.made_at DESC, games.id DESC LIMIT :most",
        {**values, "most": skip + most + 1},
    )
    rows.sort(key=lambda row: (row["played_at"], row["made_at"], row["game"]), reverse=True)
    totals = games.rows(f"SELECT count(*) AS games {_COUNTED} AND {where}", values) if wanted != ALL else ()
    unreadable = games.rows(f"SELECT games.id AS game {_COUNTED} AND kind = ''", {})
    return _Found(
        rows=rows[skip : skip + most],
        more=len(rows) > skip + most,
        total=sum(row["games"] for row in totals),
        uncounted=games.uncounted,
        unreadable=[row["game"] for row in unreadable],
    )


@dataclass(frozen=True, slots=True)
class Numbers:
    """How many games a device is in, and how many it owns."""

    games: int = 0
    owned: int = 0


def numbers(store: Store, device: int, *, known: Known | None = None) -> Numbers:
    return kept(store, known or known_now(store, device), ("numbers",), _numbers, counts_more=False)


def _numbers(games: Summing) -> Numbers:
    rows = games.rows(
        "SELECT members.role, count(*) AS games FROM mine "
        "JOIN members ON members.game = mine.game AND members.device = :device GROUP BY members.role",
        {},
    )
    return Numbers(sum(row["games"] for row in rows), sum(row["games"] for row in rows if row["role"] == Role.OWNER))


def places(store: Store, device: int) -> Sequence[str]:
    """Return where games of a device were played, the latest places first."""
    rows = store.rows(
        f"SELECT place {TALLIES_OF_DEVICE} AND place <> '' GROUP BY place ORDER BY max(day) DESC, place LIMIT :most",
        {"device": device, "rules": rules_version(), "most": MOST_PLACES},
    )
    return [str(row["place"]) for row in rows]


def conditions_of(wanted: Wanted, said: Mapping[str, persons.Said]) -> Iterator[_Condition]:
    """Yield what must be true of a game, each condition with the values that it names."""
    yield "kind <> ''", {}
    for place, word in enumerate(searched_words(wanted.words)):
        nicknamed = [name for name, words in said.items() if word in folded(words.nickname)]
        yield _has_word(place, _literal(word), nicknamed)
    if wanted.person:
        yield f"{_PLAYED_BY} = :person)", {"person": persons.root_of(said, wanted.person)}
    if wanted.against:
        yield f"{_PLAYED_BY} = :against)", {"against": persons.root_of(said, wanted.against)}
    if wanted.won_by:
        yield f"{_PLAYED_BY} = :winner AND played.won = 1)", {"winner": persons.root_of(said, wanted.won_by)}
    if wanted.kind:
        yield "kind = :kind", {"kind": wanted.kind}
    if wanted.since:
        yield "day >= :since", {"since": wanted.since}
    if wanted.until:
        yield "day <= :until", {"until": wanted.until}
    if wanted.place:
        yield "place = :place", {"place": wanted.place}
    match wanted.only:
        case Only.UNFINISHED:
            yield "over = 0 AND games.closed = 0", {}
        case Only.DISPUTED:
            yield "disputed = 1", {}
        case None:
            pass


def _has_word(place: int, word: str, nicknamed: Sequence[str]) -> _Condition:
    """Return that a game has a word: the one at a place of all, which these people's nicknames have too."""
    patterns = {"part": f"%{word}%", "beginning": f"{word}%", "later": f"%-{word}%"}
    columns = {"part": "words", "beginning": "kind", "later": "kind"}
    called = {f"called_{place}_{number}": name for number, name in enumerate(nicknamed)}
    ways = [f"{columns[key]} LIKE :{key}_{place} ESCAPE '{_ESCAPE}'" for key in patterns]
    if called:
        ways.append(f"{_PLAYED_BY} IN ({', '.join(f':{key}' for key in called)}))")
    values = {f"{key}_{place}": pattern for key, pattern in patterns.items()}
    return f"({' OR '.join(ways)})", {**values, **called}


def _literal(word: str) -> str:
    return "".join(f"{_ESCAPE}{char}" if char in f"%_{_ESCAPE}" else char for char in word)
