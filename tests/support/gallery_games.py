"""Screens for the gallery that only some games have: Gem II, Gin Rummy as real tables score it, and gems of cards."""

from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.documents import Document, counted_hand, game_document
from tests.support.prepared import at, import_game, knocked, set_dice, show_import, written
from tests.support.taps import press


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
    yield from at(phone, game, "gem-ii-table")
    yield from at(phone, f"{game}/moves", "gem-ii-moves")
    phone.goto(f"{game}/moves?p=IIE+VH&p=IXM&p=VIR+XE+%3F+IVM&p=&claim=3&card=VH&onto=1")
    yield "gem-ii-moves-judged"
    for place in ("call", "counted", "sheet", "hands/1", "hands/2", "hands/2/deals/1", "offline", "history", "print"):
        yield from at(phone, f"{game}/{place}", f"gem-ii-{place.replace('/', '-')}")


def endings(phone: Page, names: Sequence[str]) -> Iterator[str]:
    """Show the end of a round that leaves four cards and deals to be checked, and the end of a game."""
    nine_left, four_left = (
        {"deals": [{"removed": number} for number in removed]}
        for removed in ((1, 4, 4, 3, 3, 3, 3, 3, 3, 4), (3, 4, 4, 4, 4, 4, 4, 4, 3, 2))
    )
    round_over = import_game(phone, game_document("gem-ii", names[:2], rounds=[four_left]))
    yield from at(phone, f"{round_over}/hands/1?over=1", "gem-ii-round-over")
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
        yield from at(phone, import_game(phone, document), f"gem-ii-teams-{name}")
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
    yield from at(phone, game, "gem-ii-solo")
    for place in ("sheet", "hands/1"):
        yield from at(phone, f"{game}/{place}", f"gem-ii-solo-{place.replace('/', '-')}")
    yield from at(phone, "/moves?p=IIE+VH&p=IXM&p=VIR+XE+IVM&p=&claim=3&card=VH&onto=1&best=1", "moves-judged")
    ended = [{"deals": [3, 3, 3, 3, 3, 3, 3, 3, 3, 4]}] * 5
    show_import(phone, {**alone, "players": [names[-1]], "rounds": ended})
    yield "gem-ii-solo-end"


FULL_SCORING: dict[str, Any] = {"game_bonus": 100, "box_bonus": 25, "shutout": "hand-points"}
OKLAHOMA: dict[str, Any] = {"knock_limit": "upcard", "spades_double": True}
WINS = (0, 0, 1, 0, 1, 0)
"""Who wins the hands of a game of Hollywood to 50: the second player is shut out of game 1."""


def won(winner: str, loser: str, *, deadwood: int = 35) -> Document:
    return counted_hand(winner, **{winner: 5, loser: deadwood})


def _hands(names: Sequence[str], played: int) -> list[Document]:
    return [won(names[winner], names[1 - winner]) for winner in WINS[:played]]


def gin(phone: Page, names: Sequence[str]) -> Iterator[str]:
    """Show the upcard, three games at once, and the end of a game with bonuses."""
    two = names[:2]
    phone.goto("/new?game=gin-rummy")
    phone.locator("summary").filter(has_text="House rules").tap()
    yield "new-gin-rules"
    game = import_game(phone, game_document("gin-rummy", two, house_rules=OKLAHOMA))
    yield from at(phone, game, "table-upcard-asked")
    yield from at(phone, f"{game}/showdown", "showdown-upcard-asked")
    phone.goto(game)
    phone.locator("label[for=rank-7]").tap()
    phone.locator("label[for=suit-S]").tap()
    phone.wait_for_selector("[data-dice-lie]")
    yield "table-upcard"
    three_games = {"target": 50, "columns": 3, **FULL_SCORING}
    running = game_document("gin-rummy", two, house_rules=three_games, hands=_hands(two, 5))
    game = import_game(phone, running)
    yield from at(phone, game, "table-hollywood")
    yield from at(phone, f"{game}/sheet", "sheet-hollywood")
    ended = import_game(phone, {**running, "hands": _hands(two, 6)})
    for name, place in {"end-hollywood": "end", "sheet-hollywood-over": "sheet", "print-hollywood": "print"}.items():
        yield from at(phone, f"{ended}/{place}", name)
    full = {**FULL_SCORING, "stake_per_point": 5}
    bonuses = game_document("gin-rummy", two, house_rules=full, hands=[*_hands(two, 3), won(*two, deadwood=95)])
    yield from at(phone, f"{import_game(phone, bonuses)}/sheet", "sheet-bonuses")


def rounds(phone: Page, names: Sequence[str]) -> Iterator[str]:
    """Show what rounds came to: of eight partners, of three in cutthroat who play three games, of a captain."""
    eight = seated(names)
    partners = eight_partners(eight)
    game = import_game(phone, partners)
    for place in ("sheet", "hands/2", "hands/2/overrule", "print"):
        yield from at(phone, f"{game}/{place}", f"rounds-{place.replace('/', '-')}")
    phone.goto(f"{game}/sheet")
    phone.locator("tbody summary").first.tap()
    yield "rounds-sheet-open"
    rules = {"target": 100, **FULL_SCORING, "stake_per_point": 5}
    show_import(phone, {**partners, "house_rules": rules, "hands": partners["hands"][:4]})
    yield "rounds-end"
    three = eight[:3]
    apart = [won(three[0], other) for other in (*three[1:], *three[1:])]
    games_at_once = {"target": 50, "columns": 3, **FULL_SCORING}
    cutthroat = game_document("gin-rummy", three, form="cutthroat", house_rules=games_at_once, hands=apart[:3])
    game = import_game(phone, cutthroat)
    for place in ("sheet", "print"):
        yield from at(phone, f"{game}/{place}", f"cutthroat-{place}")
    show_import(phone, {**cutthroat, "hands": apart})
    yield "cutthroat-end"
    captain = game_document("gin-rummy", three, form="captain", sides=[three[:1], three[1:]], hands=apart[:2])
    yield from at(phone, f"{import_game(phone, captain)}/sheet", "captain-sheet")


def seated(names: Sequence[str]) -> tuple[str, ...]:
    """Return eight players, these first."""
    return (*names, "Dee", "Ólafur Ó Súilleabháin", "Eve", "Fay", "Gus", "Hal")[:8]


def eight_partners(eight: Sequence[str]) -> Document:
    """Return a game of partners, in the middle of its second round."""
    sides = [eight[::2], eight[1::2]]
    hands = [*map(won, *sides)]
    return game_document("gin-rummy", eight, form="partners", sides=sides, hands=[*hands, *hands[:3]])


GEM_PARTS = ("Ah3s5c7d 9cds JJJ-s 2d", "456d KKK-h 2h as 8h 7s qc", "3-5h qdh 10c 10h 8cd 6c 9h")
"""The Knocker claims Gem Parts with a stash; nobody knows a gem."""
EMERALDS = ("8-ts Qc7d 4h6cjdas 2h 3d", "5hds jqkh / 7s js 10d ah 2c")
"""Whether the second player's ten is an Emerald, as the Knocker's stash is, decides who wins."""


def letters(phone: Page, names: Sequence[str]) -> Iterator[str]:
    """Show how the gem of a stash is asked for, the gem of a card, and whether a card shows a gem."""
    _knock(phone, names, (4, 4), GEM_PARTS, claimed=True)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Which gem do these cards share?")
    yield "letters-stash"
    press(phone, "Moonstone")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Which gem is on the 9 of clubs?")
    yield "letters-card"
    _knock(phone, names[:2], (4, 3), EMERALDS, house_rules={"lay_offs": "found"})
    press(phone, "Emerald")
    expect(phone.get_by_role("heading", level=1)).to_contain_text("have an Emerald on this card?")
    yield "letters-bearer"


def _knock(
    phone: Page,
    names: Sequence[str],
    dice: tuple[int, int],
    hands: Sequence[str],
    *,
    claimed: bool = False,
    house_rules: dict[str, str] | None = None,
) -> None:
    game = import_game(phone, game_document(players=list(names), house_rules=house_rules or {}))
    set_dice(phone, game, dice)
    knocked(phone, game)
    leads_to = ""
    for seat, text in enumerate(hands[: len(names)]):
        leads_to = written(phone, game, seat, text, claims=claimed and seat == 0)
    phone.goto(leads_to)
    phone.wait_for_url("**/letters")
