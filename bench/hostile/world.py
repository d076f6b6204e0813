"""The server that is attacked: games in every state, phones in every role, and what none of them may see or change."""

import base64
import html
import json
import re
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from flask import Flask

from bench.hostile.wsgi import FORM, HERE, Answer, Ask, ask, form
from companion.journal.events.game import GameClosed, GameNoted
from companion.journal.events.hands import HandDisputed
from companion.register.cases import MADE_UP_PRINT
from companion.store import decks, games
from companion.store.database import Row, Store
from companion.store.engines.sqlite import SqliteStore
from companion.store.people import devices, invitations, join_codes, members
from companion.store.people.members import Role
from companion.web.app import create_app
from companion.web.config import Settings
from companion.web.current_store import current_store
from companion.web.security import rate_limits
from companion.web.security.phone import PHONE_COOKIE, new_token
from companion.web.security.rate_limits import CODES_IN_ALL, CODES_PER_ADDRESS, DEVICES_PER_ADDRESS, IMPORTS_PER_ADDRESS
from tests.support.store import change

BOUNDS = (
    CODES_PER_ADDRESS,
    CODES_IN_ALL,
    DEVICES_PER_ADDRESS,
    IMPORTS_PER_ADDRESS,
    rate_limits.KILOBYTES_PER_ADDRESS,
)
NOBODY, STRANGER, REVOKED = "nobody", "stranger", "revoked"
INSIDE = tuple(role.value for role in Role)
OUTSIDE = (NOBODY, STRANGER, REVOKED)
ROLES = (*OUTSIDE, *INSIDE)
FOREIGN_NAMES = ("Zebulon Foreign", "Quirin Foreign")
INSIDE_NAMES = ("Annegret", "Bartholomew", "Cassiopeia", "Desiderius")
_ALL = {
    "journal": "SELECT * FROM journal",
    "drafts": "SELECT * FROM drafts",
    "links": "SELECT * FROM links",
    "codes": "SELECT * FROM codes",
}
_MEMBERS = "SELECT game, device, role, seat, link, since, revoked_at FROM members"
"""Not when a phone was last seen."""
_TOKEN = re.compile(r'name="form_token"\s+value="([^"]+)"')


@dataclass(slots=True)
class Phone:
    """A phone that attacks, with the cookie it has and the token of its forms."""

    role: str
    cookie: str = ""
    form_token: str = ""
    device: int = 0


@dataclass(slots=True)
class World:
    """The app with everything in it."""

    folder: Path
    trusted_hops: int = 0
    phones: dict[str, Phone] = field(default_factory=dict)
    targets: list[str] = field(default_factory=list)
    foreign: str = ""
    hidden: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """For each role what no answer to it may hold."""
    app: Flask = field(init=False)
    store: Store = field(init=False)

    def __post_init__(self) -> None:
        self.app = create_app(Settings(self.folder, trusted_hops=self.trusted_hops, known_as=(HERE,)))
        for bound in BOUNDS:
            self.app.config[bound] = 10**9
        with self.app.app_context():
            self.store = current_store()
        for role in ROLES:
            self.phones[role] = self._phone(role)
        self._games()
        self._doors()

    def get(self, role: str, path: str, **headers: str) -> Answer:
        """Look at a page as a phone does."""
        phone = self.phones[role]
        path, _, query = path.partition("?")
        cookies = {"Cookie": phone.cookie} if phone.cookie else {}
        return ask(self.app, Ask("GET", path, query, {**cookies, **headers}))

    def post(self, role: str, path: str, *fields: tuple[str, str]) -> Answer:
        """Send a form as a phone does."""
        phone = self.phones[role]
        sent = form([*fields, ("form_token", phone.form_token)])
        return ask(self.app, Ask("POST", path, "", {"Cookie": phone.cookie}, sent, FORM))

    def _phone(self, role: str) -> Phone:
        if role == NOBODY:
            return Phone(role)
        token = new_token(self.store)
        phone = Phone(role, f"{PHONE_COOKIE}={token}", device=devices.find_or_create(self.store, token).id)
        self.phones[role] = phone
        found = _TOKEN.search(self.get(role, "/settings").text)
        if found is None:
            raise SystemExit("the settings page has no form token")
        phone.form_token = html.unescape(found[1])
        devices.remember_names(self.store, phone.device, [f"remembered by {role}"])
        decks.make(self.store, phone.device, f"the deck of {role}", MADE_UP_PRINT, made_up=True)
        return phone

    def _games(self) -> None:
        owner = games.Author(self.phones[Role.OWNER].device, INSIDE_NAMES[0])
        for place, document in enumerate(documents(self.app.blueprints)):
            self.targets.append(games.import_document(self.store, owner, document, record_id=f"the-start-of-{place}"))
        closed = games.import_document(self.store, owner, counted("gin-rummy", 2), record_id="to-be-closed")
        games.append(self.store, closed, GameClosed(), record_id="the-closing", seen=3, author=owner)
        self.targets.append(closed)
        disputed = HandDisputed(1, INSIDE_NAMES[1], "=cmd|' /C calc'!A0")
        games.append(self.store, self.targets[0], disputed, record_id="the-dispute", seen=3, author=owner)
        other = devices.find_or_create(self.store, secrets.token_urlsafe(32))
        foreign = games.Author(other.id, FOREIGN_NAMES[0])
        self.foreign = games.import_document(
            self.store, foreign, counted("gin-rummy", 2, FOREIGN_NAMES), record_id="the-foreign-start"
        )
        note = GameNoted("what is said at the foreign table")
        games.append(self.store, self.foreign, note, record_id="the-foreign-note", seen=3, author=foreign)

    def _doors(self) -> None:
        """Let everybody in who is in, hand out links and codes, put one out, and begin a showdown at each table."""
        owner = self.phones[Role.OWNER].device
        tokens, codes = [], []
        for game in self.targets:
            for role in (*INSIDE[:-1], REVOKED):
                members.join(self.store, game, self.phones[role].device, Role(role) if role in INSIDE else Role.SCORER)
            members.remove_phone(self.store, game, self.phones[REVOKED].device)
            members.take_seat(self.store, game, self.phones[Role.SEAT].device, 0)
            tokens += [
                invitations.make_link(self.store, game, owner, role).token for role in (Role.VIEWER, Role.SCORER)
            ]
            codes.append(join_codes.open_table(self.store, game))
            self._begin(game)
        foreign = invitations.make_link(self.store, self.foreign, 1, Role.SCORER).token
        join_codes.open_table(self.store, self.foreign)
        self.hidden = {role: self._hidden(role, tokens, codes, foreign) for role in ROLES}

    def _begin(self, game: str) -> None:
        """Enter half a showdown, as far as the game has one."""
        number = games.table_summary(self.store, game).next_hand
        for path, *fields in (
            ("dice", ("first", "3"), ("second", "4"), ("act", "set"), ("seen", "0")),
            (f"hand/{number}", ("knock", "0:knock")),
            (f"hand/{number}", ("knock", "0:")),
            (f"hand/{number}/seat/0", ("text", "5C 6C 7C / QH 7D / 4H 6D 10S JH / AS 2D")),
            (f"hand/{number}/seat/1", ("points", "31")),
        ):
            self.post(Role.SCORER, f"/g/{game}/{path}", *fields)

    def _hidden(self, role: str, tokens: list[str], codes: list[str], foreign: str) -> tuple[str, ...]:
        secret = (self.folder / "secret").read_bytes()
        hidden = [
            "Traceback (most recent call last)", 'File "/', "sqlite3.", "werkzeug.", str(self.folder),
            secret.hex(), base64.b64encode(secret).decode(), base64.urlsafe_b64encode(secret).decode(), repr(secret),
            self.foreign, *FOREIGN_NAMES, "what is said at the foreign table", foreign,
        ]  # fmt: skip
        for row in self.store.rows("SELECT token_hash FROM devices UNION SELECT token_hash FROM links"):
            hidden += [row["token_hash"].hex(), base64.b64encode(row["token_hash"]).decode(), repr(row["token_hash"])]
        for other, phone in self.phones.items():
            if other not in (role, NOBODY):
                hidden += [phone.cookie.partition("=")[2], phone.form_token, f"remembered by {other}"]
                hidden += [f"the deck of {other}"]
        if role in OUTSIDE:
            hidden += [*INSIDE_NAMES, *self.targets]
        if role != Role.OWNER:
            hidden += tokens
            hidden += codes
        return tuple(hidden)

    def state(self) -> dict[str, Any]:
        """Take down all that requests may or must not change, by what it belongs to."""
        found: dict[str, Any] = {table: self._of_games(select, self.targets) for table, select in _ALL.items()}
        found["games"] = self._of_games("SELECT id AS game, device, seq, closed FROM games", self.targets, "id")
        found["foreign"] = [self._of_games(select, [self.foreign]) for select in _ALL.values()]
        found["foreign"] += self._of_games("SELECT * FROM games", [self.foreign], "id")
        found["foreign"] += self._of_games(_MEMBERS, [self.foreign])
        every = self._of_games(_MEMBERS, self.targets)
        for role, phone in self.phones.items():
            found[f"member {role}"] = [row for row in every if row["device"] == phone.device]
            found[f"phone {role}"] = [
                self.store.rows("SELECT label, settings FROM devices WHERE id = ?", [phone.device]),
                self.store.rows("SELECT * FROM decks WHERE device = ?", [phone.device]),
                self.store.rows("SELECT * FROM people WHERE device = ?", [phone.device]),
            ]
        return found

    def _of_games(self, select: str, which: list[str], column: str = "game") -> list[Row]:
        return self.store.rows(f"{select} WHERE {column} IN ({','.join('?' * len(which))})", which)

    def put_back(self, role: str) -> None:
        """Let a phone that went be in again, and take games back that were handed over: a world of guests is dull."""
        change(self.store, "UPDATE members SET revoked_at = NULL WHERE device = ?", [self.phones[role].device])
        for one in INSIDE:
            change(self.store, "UPDATE members SET role = ? WHERE device = ?", [one, self.phones[one].device])

    def written(self) -> int:
        """Count what was ever written: as long as it stays, nothing has changed."""
        assert isinstance(self.store, SqliteStore)  # noqa: S101 (a world is a file)
        return int(self.store.db.conn.total_changes)


def forbidden(role: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Say what a role has changed that it may not."""
    changed = [part for part in before if before[part] != after[part]]
    return [part for part in changed if not _may(role, part, before, after)]


def _may(role: str, part: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    if part == f"phone {role}":
        return True
    if part == f"member {role}":
        # A phone may go, and one that plays sit down and get up; what it may do changes by nobody's own doing.
        stays = all(row in before[part] for row in after[part] if row["revoked_at"] is None)
        may_sit = role in INSIDE[1:]
        return role == Role.OWNER or stays or (may_sit and _roles(after[part]).items() <= _roles(before[part]).items())
    match role:
        case Role.SEAT:
            return part == "drafts" or (part in {"journal", "games"} and _only_plays(before, after))
        case Role.SCORER:
            closed = {row["game"] for row in after["games"] if row["closed"]}
            # Who clears a table also closes its door and ends its invitations, and does no more to them.
            if part in {"codes", "links"}:
                gone = [row for row in before[part] if row not in after[part]]
                new = [{**row, "revoked_at": None} for row in after[part] if row not in before[part]]
                return all(row["game"] in closed for row in gone) and all(row in gone for row in new)
            return part in {"journal", "drafts", "games"}
        case Role.OWNER:
            return part != "foreign" and not part.startswith("phone")
        case _:
            return False


def _roles(rows: list[Row]) -> dict[str, str]:
    return {row["game"]: row["role"] for row in rows if row["revoked_at"] is None}


def _only_plays(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Say whether nothing came to the journals but what a player may say: opinions, and in Gem II the own turns."""
    known = {(row["game"], row["seq"]) for row in before["journal"]}
    kept = [row for row in after["journal"] if (row["game"], row["seq"]) in known]
    new = {(row["game"], row["kind"]) for row in after["journal"] if (row["game"], row["seq"]) not in known}
    gem2 = {row["game"] for row in before["journal"] if row["kind"] == "game-started" and '"gem-ii' in row["body"]}
    same_games = [{**row, "seq": 0} for row in before["games"]] == [{**row, "seq": 0} for row in after["games"]]
    played = all(kind in _OPINIONS or (kind in _TURNS and game in gem2) for game, kind in new)
    return kept == before["journal"] and same_games and played


_OPINIONS = {"hand-accepted", "hand-disputed"}
_TURNS = {"hand-recorded", "deal-recorded", "hand-replaced", "undone"}


def own_token(answer: Answer) -> str:
    """Give the cookie that an answer sets."""
    cookie: SimpleCookie = SimpleCookie(answer.header("Set-Cookie"))
    return cookie[PHONE_COOKIE].value if PHONE_COOKIE in cookie else ""


def counted(game: str, hands: int, names: tuple[str, ...] = INSIDE_NAMES[:2]) -> dict[str, Any]:
    """Write a game document whose hands are numbers."""
    players = [{"name": name, "deadwood_points": 3 + 8 * place} for place, name in enumerate(names)]
    hand = {"knocker": names[0], "players": players, "note": "=1+1", "at": "2026-11-21"}
    return {"game": game, "players": list(names), "first_dealer": names[0], "hands": [hand] * hands}


def documents(rooms: Collection[str]) -> list[dict[str, Any]]:
    """Write a game of each kind, and one that is over."""
    laid = {
        "dice": [3, 4], "knocker": INSIDE_NAMES[0], "call": "knock", "note": "@SUM(1)",
        "players": [
            {"name": INSIDE_NAMES[0], "melds": [["5C", "6C", "7C"], ["QH", "7D"], ["4H", "6D", "10S", "JH"]],
             "deadwood": ["AS", "2D"]},
            {"name": INSIDE_NAMES[1], "melds": [["9C", "9D", "9H"], ["KC", "KD", "KH"]],
             "deadwood": ["8C", "4C", "3H", "8H", "AH"]},
        ],
    }  # fmt: skip
    head = {"players": list(INSIDE_NAMES[:2]), "first_dealer": INSIDE_NAMES[0]}
    gem_rummy = {**head, "game": "gem-rummy", "print": MADE_UP_PRINT, "hands": [laid, {"dice": [1, 2], "drawn": True}]}
    over = {**counted("gin-rummy", 3), "house_rules": {"target": 20}}
    many = counted("knock-rummy", 2, INSIDE_NAMES)
    found = [gem_rummy, counted("gin-rummy", 2), many, {**over, "hands": over["hands"][:3]}]
    if any(name.startswith("gem2") for name in rooms):
        found.append({**head, "game": "gem-ii", "level": 1, "rounds": [{"deals": [{"removed": 0}, {"removed": 3}]}]})
        alone = {"game": "gem-ii-solo", "players": [INSIDE_NAMES[0]], "level": 2, "rounds": [{"deals": [0, 4]}]}
        found.append(alone)
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]
