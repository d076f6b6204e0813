"""The screens of Gem II, for the gallery: two players, two teams, and one player alone."""

from collections.abc import Iterator, Sequence

from playwright.sync_api import Page, expect

from tests.support.documents import game_document
from tests.support.prepared import import_game, show_import


def gem2(phone: Page, names: Sequence[str]) -> Iterator[str]:
    """Show Gem II: two players and two teams; with three names, the first two of them, and one player alone too."""
    if len(names) > 2:
        yield from gem2_solo(phone, names)
    first, second = names[:2]
    rounds = [
        {"counted": {"remaining": 6, "cards": {first: 25, second: 9}, "betting": {first: 50}}},
        {
            "deals": [
                {"removed": 1, "bets": [5]},
                {"removed": 3, "calls": [{"penalty": "wrong-move", "caller": first, "correct": False}]},
                *[{"removed": 4}] * 6,
            ]
        },
    ]
    yield from pads(phone, names)
    yield from endings(phone, names)
    game = import_game(phone, game_document("gem-ii", names[:2], timer=1, rounds=rounds))
    phone.goto(game)
    yield "gem-ii-table"
    phone.goto(f"{game}/moves")
    yield "gem-ii-moves"
    phone.goto(f"{game}/moves?p=IIE+VH&p=IXM&p=VIR+XE+%3F+IVM&p=&claim=3&card=VH&onto=1")
    yield "gem-ii-moves-judged"
    for place in ("call", "counted", "sheet", "hands/1", "hands/2", "hands/2/deals/1", "offline", "history", "print"):
        phone.goto(f"{game}/{place}")
        yield f"gem-ii-{place.replace('/', '-')}"


def endings(phone: Page, names: Sequence[str]) -> Iterator[str]:
    """Show the end of a round that leaves four cards and deals to be checked, and the end of a game."""
    nine_left, four_left = (
        {"deals": [{"removed": number} for number in removed]}
        for removed in ((1, 4, 4, 3, 3, 3, 3, 3, 3, 4), (3, 4, 4, 4, 4, 4, 4, 4, 3, 2))
    )
    round_over = import_game(phone, game_document("gem-ii", names[:2], rounds=[four_left]))
    phone.goto(f"{round_over}/hands/1?over=1")
    yield "gem-ii-round-over"
    for name, rounds in {"gem-ii-end": [four_left, *[nine_left] * 5], "gem-ii-end-tied": [nine_left] * 6}.items():
        show_import(phone, game_document("gem-ii", names[:2], rounds=rounds))
        yield name


def pads(phone: Page, names: Sequence[str]) -> Iterator[str]:
    """Show the keys of a turn at their fullest: two teams, two bets, eight cards announced, a call and its undo."""
    none_off = {"removed": 0}
    members = [name.split()[0] for name in (*names, "Dee", "Ólafur Ó Súilleabháin")][:4]
    teams = [members[:2], members[2:]]
    sides = [" & ".join(team) for team in teams]
    for name, deals in {
        "fourteen": [none_off] * 3,
        "bets": [{"removed": 0, "bets": [5]}, *[none_off] * 3],
        "eight": [none_off] * 8,
    }.items():
        document = game_document("gem-ii", sides, teams=teams, timer=1, rounds=[{"deals": deals}])
        phone.goto(import_game(phone, document))
        yield f"gem-ii-teams-{name}"
    phone.locator("#call").tap()
    phone.locator("[aria-label^='Wrong Move: correct call']").first.tap()
    expect(phone.locator(".booked")).to_be_visible()
    yield "gem-ii-teams-called"
    phone.locator("#undo").tap()
    expect(phone.locator(".last")).to_contain_text("Undone:")
    yield "gem-ii-teams-undone"


def gem2_solo(phone: Page, names: Sequence[str]) -> Iterator[str]:
    """Show Gem II for one, from a running round to the end: the first player in the middle, the last one at the end."""
    alone = {"game": "gem-ii-solo", "players": [names[0]], "level": 2}
    bonus = {"deals": [3, 4, 4, 4, 4, 4, 4, 2, 2]}
    running = [{"deals": [3, 4, 4, 4, 4, 4, 4, 4, 3, 2], "bonus_rounds": [bonus]}, {"deals": [3, 4, 4]}]
    game = import_game(phone, {**alone, "rounds": running})
    phone.goto(game)
    yield "gem-ii-solo"
    for place in ("sheet", "hands/1"):
        phone.goto(f"{game}/{place}")
        yield f"gem-ii-solo-{place.replace('/', '-')}"
    phone.goto("/moves?p=IIE+VH&p=IXM&p=VIR+XE+IVM&p=&claim=3&card=VH&onto=1&best=1")
    yield "moves-judged"
    ended = [{"deals": [3, 3, 3, 3, 3, 3, 3, 3, 3, 4]}] * 5
    show_import(phone, {**alone, "players": [names[-1]], "rounds": ended})
    yield "gem-ii-solo-end"
