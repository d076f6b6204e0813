"""Hostile requests, at least 100,000 of them: over every route and form, as phones outside and inside of the games.

    python -m bench.hostile.random_requests --requests 100000 --seed 1

None may be answered by a failure of the server (5xx), change what its sender may not change, or give away what its
sender may not know; every answer carries the headers that it should. What was found is printed with the request.
"""

import json
import logging
import random
import re
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from bench.hostile import garbage
from bench.hostile.findings import Findings, badly_told, told
from bench.hostile.world import INSIDE, INSIDE_NAMES, NOBODY, OUTSIDE, ROLES, World, forbidden, own_token
from bench.hostile.wsgi import FORM, Answer, Ask, ask, filled, form
from bench.measurement import Arguments, settings, wrong
from companion.store.people.members import Role
from companion.web.security import guard

ROUND = 2_500
"""Requests to one server: owners and scorers change what is there, and a world of ruins is a dull target."""
RUN = 40
"""Requests of one phone before the next one has its turn."""
HARVESTED_EVERY = 400
WEIGHTS = [2 if role in INSIDE else 1 for role in ROLES]
"""Those who are in come further."""
SLOW = 3.0
"""Seconds of the processor that no request may cost."""
_NUMBERS = tuple(one for one in garbage.NONSENSE if one.strip("-").isnumeric())
_OWN = re.compile("remembered by|the deck of")
"""What a phone has of its own is not sent by others, or it would be theirs too."""
TEMPORARY = Path("/dev/shm")  # noqa: S108 (only where the disk is not worn by it)
Fields = list[tuple[str, str]]


class Attack:
    """A world, and what is thrown at it."""

    def __init__(self, world: World, seed: int, findings: Findings) -> None:
        self.world = world
        self.chance = random.Random(seed)
        self.findings = findings
        self.words = garbage.own_words()
        self.rules = list(world.app.url_map.iter_rules())
        self.adapter = world.app.url_map.bind("companion.test")
        self.known: dict[str, garbage.Form] = {}
        self.harvest()
        exports = [world.get(Role.OWNER, f"/g/{game}/export.json") for game in world.targets]
        self.games = [json.loads(answer.text) for answer in exports if answer.status == 200]
        self.failures: list[str] = []
        world.app.logger.handlers = [_Keeper(self.failures)]
        world.app.logger.propagate = False
        self.state = world.state()
        self.written = world.written()

    def harvest(self) -> None:
        """Look at every page as the owner, and take its forms; what was there before may still be sent."""
        for rule in self.rules:
            for game in self.world.targets if "game" in rule.arguments else ("",):
                for number in ("1", "2", "3") if "number" in rule.arguments else ("",):
                    given = {"game": game, "number": number, "seat": "0"}
                    path = filled(rule, {**dict.fromkeys(rule.arguments, "x"), **given})
                    answer = self.world.get(Role.OWNER, path) if "GET" in (rule.methods or ()) else None
                    for one in garbage.forms_of(answer.text, path) if answer else ():
                        self.known[one.name] = one
        self.forms = list(self.known.values())
        self.by_endpoint: dict[str, list[garbage.Form]] = {}
        for one in self.forms:
            self.by_endpoint.setdefault(self._endpoint(Ask("POST", one.action)), []).append(one)

    def one(self, role: str) -> None:
        """Send one request and look at what came of it."""
        asked = self.made(role)
        before = time.thread_time()
        try:
            answer = ask(self.world.app, asked)
        except Exception:  # noqa: BLE001 (that is what is looked for)
            self.findings.note("the app itself failed", role, asked, traceback.format_exc())
            return
        took = time.thread_time() - before
        findings = self.findings
        findings.asked += 1
        findings.statuses[answer.status] += 1
        findings.roles[role] += 1
        findings.slowest = max(
            findings.slowest, (took, f"{role} {asked.method} {asked.path:.100} {asked.body[:200]!r}")
        )
        if took > SLOW:
            findings.note(f"{took:.1f} s for {self._endpoint(asked)}", role, asked)
        self._look_at(role, asked, answer)
        self._look_for_changes(role, asked)

    def _look_at(self, role: str, asked: Ask, answer: Answer) -> None:
        where = self._endpoint(asked)
        self.findings.endpoints[where] += 1
        if asked.method == "POST" and answer.status < 400:
            self.findings.done[where] += 1
        if answer.status >= 500:
            said = self.failures[-1] if self.failures else ""
            last = said.strip().rpartition("\n")[2]
            self.findings.note(f"{answer.status} from {where}: {last:.150}", role, asked, said)
        text = answer.text
        said = text + "\n".join(f"{name}: {value}" for name, value in answer.headers)
        given_away = [one for one in self.world.hidden[role] if one in said]
        if given_away:
            sent = asked.sent()
            for one in given_away:
                if one not in sent:
                    self.findings.note(f"{where} gives away {one!r} to {role}", role, asked, text[:300])
        phone = self.world.phones[role]
        if (
            role != NOBODY
            and own_token(answer) not in ("", phone.cookie.partition("=")[2])
            and _cookie_sent(asked, phone.cookie)
        ):
            self.findings.note(f"{where} gives {role} another cookie", role, asked)
        for fault in badly_told(asked, answer, text):
            self.findings.note(f"{where}: {fault}", role, asked, repr(answer.headers))

    def _look_for_changes(self, role: str, asked: Ask) -> None:
        if self.world.written() == self.written:
            return
        after = self.world.state()
        wrong = forbidden(role, self.state, after)
        if wrong:
            self.findings.note(f"{self._endpoint(asked)} lets {role} change {', '.join(wrong)}", role, asked)
        if role in INSIDE and any(after[part] != self.state[part] for part in after if part.startswith("member")):
            self.world.put_back(role)
            after = self.world.state()
        self.state, self.written = after, self.world.written()

    def _endpoint(self, asked: Ask) -> str:
        try:
            path = asked.path.encode("latin-1").decode()
            found = self.adapter.match(path, method=asked.method if asked.method in {"GET", "POST"} else "GET")[0]
        except Exception:  # noqa: BLE001 (no route)
            return "nowhere"
        return str(found)

    def made(self, role: str) -> Ask:
        """Make a hostile request."""
        chance = self.chance
        phone = self.world.phones[role]
        headers = {"Cookie": phone.cookie} if phone.cookie else {}
        if chance.random() < 0.3:
            headers |= {"HX-Request": "true", "HX-Target": chance.choice(("hand", "table", "new-game", "main"))}
        ways = (self._spoiled_form, self._any_route, self._import, self._raw_body, self._any_path)
        path, query, fields, asked = chance.choices(ways, (45, 25, 5, 10, 15))[0](role)
        asked = replace(asked, path=path, query=query, headers=headers)
        if not asked.body:
            asked = replace(asked, body=self._body(phone.form_token, fields), kind=FORM)
        if asked.method in {"GET", "HEAD"}:
            asked = replace(asked, body=b"", kind="")
        # What a phone does not know it cannot have left with the app itself: it would be shown that again.
        unknown = (self.world.foreign, *((*INSIDE_NAMES, *self.world.targets) if role in OUTSIDE else ()))
        unsaid = re.compile("|".join(unknown))
        body = re.sub(unsaid.pattern.encode(), b"Outsider", asked.body)
        asked = replace(asked, body=body, query=unsaid.sub("Outsider", asked.query))
        if chance.random() < 0.08:
            asked = self._misguarded(asked)
        for _ in range(chance.choices((0, 1, 3), (80, 15, 5))[0]):
            name = chance.choice(list(garbage.HEADERS))
            asked = replace(asked, headers={**asked.headers, name: chance.choice(garbage.HEADERS[name])})
        return replace(asked, address=f"10.{chance.randrange(256)}.{chance.randrange(256)}.7")

    def _body(self, token: str, fields: Fields) -> bytes:
        if not any(name == "form_token" for name, _ in fields) and self.chance.random() < 0.97:
            fields = [*fields, (guard.FIELD, token)]
        if self.chance.random() < 0.3 and any(name == "idempotency_key" for name, _ in fields):
            fields = [(name, self.fresh() if name == "idempotency_key" else value) for name, value in fields]
        return form(fields)

    def fresh(self) -> str:
        """Make an id that no recording has had."""
        return f"hostile-{self.chance.getrandbits(60)}"

    def word(self) -> str:
        """Choose a word: one of the app's own, or nonsense."""
        pools = (self.words, garbage.NONSENSE, (*self.world.targets, self.world.foreign, *INSIDE_NAMES, self.fresh()))
        return self.chance.choice(self.chance.choices(pools, (45, 45, 10))[0])

    def variant(self, value: str) -> str:
        """Choose a word that looks as a value does and is not quite one."""
        number = self.chance.choice(_NUMBERS)
        if value.startswith("{"):
            with suppress(ValueError):
                return json.dumps(garbage.spoiled(self.chance, json.loads(value), self.words))
        match self.chance.randrange(5):
            case 0 if any(one.isdecimal() for one in value):
                return re.sub(r"\d+", lambda _: number, value, count=self.chance.choice((0, 1)))
            case 1 if ":" in value:
                return value.replace(value.rpartition(":")[2], self.word())
            case 2:
                return value + self.word()
            case _:
                return self.word()

    def _spoiled_form(self, _: str) -> tuple[str, str, Fields, Ask]:
        """Send a real form with some of it changed."""
        chance = self.chance
        # Half of the time each kind of form as often as the others, whatever number of pages has it.
        chosen = chance.choice(chance.choice((self.forms, chance.choice(list(self.by_endpoint.values())))))
        path, share = chosen.action, chance.choice((0.1, 0.5, 0.9))
        fields = [(name, value) for name, value in chosen.hidden.items() if name != guard.FIELD]
        fields += [(name, chance.choice(values)) for name, values in chosen.free.items() if chance.random() < share]
        if chosen.free and chance.random() < 0.5:
            name = chance.choice(list(chosen.free))
            fields.append((name, chance.choice(chosen.free[name])))
        fields = [(name, value) for name, value in fields if not _OWN.search(value)]
        for _turn in range(chance.choices((0, 1, 2, 4), (20, 45, 25, 10))[0]):
            match chance.randrange(4):
                case 0 if fields:
                    place = chance.randrange(len(fields))
                    fields[place] = (fields[place][0], self.variant(fields[place][1]))
                case 1 if fields:
                    name = chance.choice(fields)[0]
                    fields += [(name, self.word())] * chance.choice((1, 2, 30))
                case 2 if fields:
                    fields.pop(chance.randrange(len(fields)))
                case _:
                    fields.append((self.word(), self.word()))
        if chance.random() < 0.15:
            # The same form for another game or another hand.
            path = chance.choice(self.forms).action
        query = "" if chance.random() < 0.9 else form([(self.word(), self.word())]).decode()
        return path, query, fields, Ask("POST", path)

    def _any_route(self, _: str) -> tuple[str, str, Fields, Ask]:
        """Call any route with anything in its address."""
        chance = self.chance
        rule = chance.choice(self.rules)
        games = (*self.world.targets * 4, self.world.foreign, "nosuchgame12")
        given = {"game": chance.choice(games), "number": str(chance.randrange(5)), "seat": str(chance.randrange(4))}
        for name in rule.arguments:
            if name not in given or chance.random() < 0.15:
                given[name] = self.word()
        method = chance.choice(sorted(rule.methods or ())) if chance.random() < 0.9 else chance.choice(garbage.METHODS)
        fields = [(self.word(), self.word()) for _ in range(chance.randrange(6))]
        query = form([(self.word(), self.word()) for _ in range(chance.randrange(3))]).decode()
        path = filled(rule, given).encode("utf-8", "surrogatepass").decode("latin-1")
        return path, query, fields, Ask(method, path)

    def _import(self, _: str) -> tuple[str, str, Fields, Ask]:
        """Bring in a game document with something wrong in it."""
        document: object = self.chance.choice(self.games)
        for _turn in range(self.chance.randrange(4)):
            document = garbage.spoiled(self.chance, document, self.words)
        return (
            "/import",
            "",
            [("text", json.dumps(document)), ("idempotency_key", self.fresh())],
            Ask("POST", "/import"),
        )

    def _raw_body(self, role: str) -> tuple[str, str, Fields, Ask]:
        """Send what is no form to where forms go, or what no form declares itself to be."""
        path = self.chance.choice(self.forms).action
        body = self.chance.choice(garbage.BODIES)
        kind = self.chance.choice(garbage.KINDS)
        if self.chance.random() < 0.5:
            body += form([("", ""), (guard.FIELD, self.world.phones[role].form_token)])
        return path, "", [], Ask("POST", path, body=body or b" ", kind=kind)

    def _any_path(self, _: str) -> tuple[str, str, Fields, Ask]:
        path = self.chance.choice(garbage.PATHS).replace("{game}", self.chance.choice(self.world.targets))
        if self.chance.random() < 0.3:
            path = self.chance.choice(self.forms).action + path
        query = self.chance.choice(
            ("", "", "a=%ff", "%00", "&" * 900, "to=-1", "to=" + "9" * 30, "q=" + "x" * 9_000, "all", "dice=again")
        )
        return path, query, [], Ask(self.chance.choice(garbage.METHODS[:7]), path)

    def _misguarded(self, asked: Ask) -> Ask:
        """Take away or spoil what shows that a request comes from the app itself."""
        others = [phone for phone in self.world.phones.values() if phone.form_token]
        other = self.chance.choice(others)
        token = asked.headers.get("Cookie", "")
        match self.chance.randrange(4):
            case 0:
                return replace(asked, headers={**asked.headers, "Origin": "http://evil.test"})
            case 1:
                return replace(asked, headers={**asked.headers, "Sec-Fetch-Site": "cross-site"})
            case 2 if other.cookie != token:
                # The form of one phone with the cookie of another.
                return replace(
                    asked,
                    body=asked.body.replace(b"form_token=", b"form_tokem="),
                    headers={**asked.headers, guard.HEADER: other.form_token},
                )
            case _:
                return replace(asked, body=asked.body.replace(b"form_token=", b"form_tokem="))


class _Keeper(logging.Handler):
    """Keeps what the app writes to its log."""

    def __init__(self, kept: list[str]) -> None:
        super().__init__()
        self.kept = kept

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the last of it."""
        self.kept[:] = [self.format(record)]


def _cookie_sent(asked: Ask, cookie: str) -> bool:
    return asked.headers.get("Cookie") == cookie and asked.scheme == "http" and "X-Forwarded-Proto" not in asked.headers


def attack(requests: int, seed: int, weaken: Callable[[World], object] | None = None) -> Findings:
    """Throw so many requests at as many fresh servers as it takes; each can be weakened first, to see that it shows."""
    findings = Findings()
    chance = random.Random(seed)
    place = TEMPORARY if TEMPORARY.is_dir() else None
    while findings.asked < requests and len(findings.faults) < 60:
        with tempfile.TemporaryDirectory(dir=place) as folder:
            world = World(Path(folder))
            if weaken is not None:
                weaken(world)
            this = Attack(world, chance.getrandbits(40), findings)
            goal = min(requests, findings.asked + ROUND)
            while findings.asked < goal:
                role = chance.choices(ROLES, WEIGHTS)[0]
                for _ in range(RUN):
                    this.one(role)
                if findings.asked % HARVESTED_EVERY < RUN:
                    this.harvest()
            world.store.close()
    return findings


def main(arguments: Arguments = None) -> int:
    asked = settings(__doc__)
    asked.add_argument("--requests", type=int, default=100_000)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args(arguments)
    before = time.monotonic()
    findings = attack(given.requests, given.seed)
    print(*told(findings, time.monotonic() - before), sep="\n")
    return wrong(findings.faults)


if __name__ == "__main__":
    sys.exit(main())
