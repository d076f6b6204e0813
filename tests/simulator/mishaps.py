"""What goes wrong in a simulated evening: networks, the server, phones and clocks; and how all is well again."""

from functools import partial
from typing import TYPE_CHECKING

from tests.simulator.hand import Person
from tests.simulator.world import SECOND, Line

if TYPE_CHECKING:
    from tests.simulator.evening import Evening

MINUTE = 60 * SECOND
MISHAPS = (
    "line",
    "line",
    "line",
    "server",
    "power",
    "update",
    "clock",
    "phone",
    "back",
    "back",
    "tab",
    "reload",
    "hide",
    "clock of a phone",
)


def let_things_go_wrong(evening: "Evening") -> None:
    clock, world, chance = evening.clock, evening.world, evening.chance
    level = chance.choice((0.0, 0.3, 1.0, 2.0))
    world.faults = {fault: 0.02 * level * chance.random() for fault in world.faulty}
    for person in evening.people:
        person.phone.line = Line(
            slow=chance.choice((20.0, 60.0, 400.0, 1500.0)),
            lost=0.08 * level * chance.random(),
            doubled=0.1 * level * chance.random(),
        )
    if level:
        clock.after(chance.uniform(5 * SECOND, 60 * SECOND), partial(_mishap, evening, level))


def _mishap(evening: "Evening", level: float) -> None:
    clock, world, chance = evening.clock, evening.world, evening.chance
    if evening.calm:
        return
    person = chance.choice(evening.people)
    match chance.choice([kind for kind in MISHAPS if kind not in world.lacks]):
        case "line":
            gone = chance.uniform(3 * SECOND, 90 * SECOND)
            person.phone.line.there = False
            world.cut(person.phone.number)
            clock.tell(f"{person.name} has no network for {gone / SECOND:.0f} s")
            clock.after(gone, partial(_connect, evening, person))
        case "server":
            world.kill_server(power=False)
        case "power":
            world.kill_server(power=True)
        case "update" if evening.server.up:
            clock.tell("the server restarts")
            evening.server.restart_in_order()
        case "clock":
            evening.server.clock.server_off += chance.choice((-1, 1)) * chance.choice(
                (SECOND, MINUTE, 120 * MINUTE, 1440 * MINUTE)
            )
            clock.tell(f"the server's clock jumps: it is {evening.server.clock.wall:%d %H:%M:%S}")
        case "phone":
            clock.tell(f"{person.name}'s phone is off, and on again")
            world.browser("die", phone=person.phone.number)
            world.left(person.phone.number)
            _open_tab(evening, person, 0)
        case "back":
            clock.tell(f"{person.name} goes back")
            world.browser("back", phone=person.phone.number, tab=person.tab)
        case "reload":
            clock.tell(f"{person.name} reloads")
            world.browser("again", phone=person.phone.number, tab=person.tab)
        case "tab":
            other = 1 - person.tab
            clock.tell(f"{person.name} goes on in another tab")
            _open_tab(evening, person, other)
        case "hide":
            world.browser("hide", phone=person.phone.number, tab=person.tab, hidden=True)
            clock.after(chance.uniform(SECOND, MINUTE), partial(_show, evening, person, person.tab))
        case "clock of a phone":
            world.browser("clock", phone=person.phone.number, off=chance.choice((-3600, -5, 5, 3600)) * SECOND)
    clock.after(chance.expovariate(1 / (40 * SECOND / level)), partial(_mishap, evening, level))


def _open_tab(evening: "Evening", person: Person, tab: int) -> None:
    world = evening.world
    person.tab = tab
    if tab not in person.phone.tabs:
        person.phone.tabs.append(tab)
    world.browser("tab", phone=person.phone.number, tab=tab)
    world.browser("go", phone=person.phone.number, tab=tab, path=f"/g/{evening.game}")


def _show(evening: "Evening", person: Person, tab: int) -> None:
    evening.world.browser("hide", phone=person.phone.number, tab=tab, hidden=False)


def _connect(evening: "Evening", person: Person) -> None:
    if not person.phone.line.there:
        person.phone.line.there = True
        evening.clock.tell(f"{person.name} has a network again")
        evening.world.connect(person.phone.number)


def calm_down(evening: "Evening") -> None:
    evening.calm = True
    evening.clock.tell("from here on all is well")
    evening.world.faults = {}
    for person in evening.people:
        _connect(evening, person)
        person.phone.line = Line()
