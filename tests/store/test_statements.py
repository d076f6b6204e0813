"""Statements are written once, in SQLite's words. Both engines prepare each, whether another test runs it or not."""

import ast
import sqlite3
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import product
from pathlib import Path

import psycopg

from companion.store import journals
from companion.store.database import Store, marks
from companion.store.derived import kept_sums, people, table_cache
from companion.store.derived.finding import Only, Wanted, conditions_of
from companion.store.derived.sums import GAMES_OF
from companion.store.engines.postgres import for_driver
from companion.store.errors import StoreError
from companion.store.people.persons import ROOTS, Said

SENDS = frozenset({"execute", "executemany", "row", "rows", "stream", "each"})
OVER_GAMES = f"WITH RECURSIVE {ROOTS}, mine (game) AS ({GAMES_OF}) "
"""How a statement begins that sums over games."""
OF_ONE_ENGINE = frozenset({"engines", "backups.py", "copies.py", "read_only.py", "regular.py", "schema.py"})
"""Folders and modules whose statements only one engine gets. The tables themselves are made by both for every test."""
GAME_TABLES = ("codes", "comings", "drafts", "rulings", "standings", "tallies", "played", "members", "links", "journal")


def found_by(only: Only) -> Iterator[str]:
    wanted = Wanted(
        words="ann late",
        person="A",
        against="A",
        won_by="A",
        kind="k",
        since="2026-01-01",
        until="2026-12-31",
        place="p",
        only=only,
    )
    for condition, _ in conditions_of(wanted, {"Ann": Said(nickname="Ann"), "Anne": Said(nickname="ann")}):
        yield condition


EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "', '.join(table.columns)": ("game, seq",),
    "games": (GAMES_OF, kept_sums._SETTLED, "VALUES (:game_0), (:game_1)"),  # noqa: SLF001 (as they are sent)
    "key": ("game, seq",),
    "marks": (f"{journals._LINE_MARKS}, {journals._LINE_MARKS}",),  # noqa: SLF001 (as they are sent)
    "marks(chunk)": ("?, ?",),
    "marks(games)": ("?, ?",),
    "marks(names)": ("?, ?",),
    "persons.ROOTS": (ROOTS,),
    "mine": (GAMES_OF, "VALUES (:game_0), (:game_1)"),
    "pairs": ("(?, CAST(? AS BIGINT)), (?, CAST(? AS BIGINT))",),
    "seats": (f"({marks(table_cache._SEAT)}), ({marks(table_cache._SEAT)})",),  # noqa: SLF001 (as they are sent)
    "statement": (kept_sums._FINGERPRINTS,),  # noqa: SLF001 (as it is sent)
    "table": GAME_TABLES,
    "table.name": ("journal",),
    "where": tuple(" AND ".join(found_by(only)) for only in Only),
    "whose": (people._AT_TABLE, people._IS_OWN),  # noqa: SLF001 (as they are sent)
}
"""What the expressions in statements may be that only a call knows."""


def statements() -> Iterator[tuple[str, str]]:
    for path in sorted(Path("companion/store").rglob("*.py")):
        if OF_ONE_ENGINE.isdisjoint(path.parts):
            known = vars(import_module(".".join(path.with_suffix("").parts)))
            for call in ast.walk(ast.parse(path.read_text("utf-8"))):
                match call:
                    case ast.Call(func=ast.Attribute(value=receiver, attr=method), args=[text, *_]) if method in SENDS:
                        if ast.unparse(receiver) not in {"sheet", "self"}:
                            begins = OVER_GAMES if ast.unparse(receiver) == "games" else ""
                            for sql in values(text, known):
                                yield f"{path.name}:{call.lineno}", begins + sql
                    case _:
                        pass


def values(text: ast.expr, known: Mapping[str, object]) -> Iterator[str]:
    match text:
        case ast.JoinedStr(values=parts):
            yield from map("".join, product(*([*values(part, known)] for part in parts)))
        case ast.FormattedValue(value=value):
            yield from values(value, known)
        case ast.IfExp(body=body, orelse=orelse):
            yield from values(body, known)
            yield from values(orelse, known)
        case ast.Constant(value=str(constant)):
            yield constant
        case ast.Name(id=name) if isinstance(known.get(name), str):
            yield str(known[name])
        case _:
            yield from EXAMPLES[ast.unparse(text)]


def test_both_engines_prepare_every_statement(store: Store) -> None:
    refused = {}
    for place, sql in statements():
        # The placeholders that the translation finds are those that SQLite counts.
        names = [part.partition(")")[0] for part in for_driver(sql).split("%(")[1:]]
        try:
            store.rows(f"EXPLAIN {sql}", dict.fromkeys(names) if names else [None] * for_driver(sql).count("%s"))
        except (sqlite3.Error, psycopg.Error, StoreError) as error:
            refused[place] = f"{error}: {sql}"
    assert refused == {}
