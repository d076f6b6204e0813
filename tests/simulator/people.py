"""What people do with their phones: each looks at the page in hand, and does what comes next, sooner or later."""

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlencode

from tests.simulator import gem2
from tests.simulator.corrections import at_a_recorded_hand, takes_back
from tests.simulator.deals import GEM_II, Deal
from tests.simulator.hand import Hand, Person, look

if TYPE_CHECKING:
    from tests.simulator.evening import Evening

_HAND = re.compile(r"/hand/(\d+)(?:/(.*))?$")
_ON_THE_SHEET = re.compile(r"/hands/(\d+)(?:/(.*))?$")
CONFLICT = 409


def act(evening: "Evening", person: Person) -> bool:
    """Do what comes next; return whether there was anything."""
    hand = look(evening, person)
    if hand is None:
        return False
    if _sees_to_the_queue(hand):
        return True
    if hand.view["status"] == CONFLICT:
        return _settles(hand)
    if hand.view["status"] >= 400 and not hand.path.startswith("/hand/"):
        return hand.go()
    if "when this phone was last online" in hand.view["text"]:
        return _without_a_network(hand)
    on_sheet = _ON_THE_SHEET.fullmatch(hand.path)
    if on_sheet:
        return at_a_recorded_hand(hand, int(on_sheet[1]), on_sheet[2] or "")
    hand_page = _HAND.fullmatch(hand.path)
    if hand_page:
        return _at_a_hand(hand, int(hand_page[1]), hand_page[2] or "")
    if hand.path == "":
        return _at_the_table(hand)
    if hand.path == "/counted":
        return gem2.counts(hand)
    if hand.path == "/end":
        return (hand.person.keeps_score and takes_back(hand)) or hand.looks_for_news()
    return hand.go()


def _sees_to_the_queue(hand: Hand) -> bool:
    """Look at what the server didn't take; discard what is recorded already."""
    person, evening = hand.person, hand.evening
    if not person.scripts:
        return False
    items = evening.queue_of(person)
    settled = {key for item in items for key in parse_qs(item["body"]).get("queued", [])}
    stuck = [item for item in items if item["state"] != "waiting" and item["id"] not in settled]
    if not stuck or hand.view["status"] == CONFLICT:
        return False
    item = stuck[0]
    if item["id"] in evening.settled:
        evening.world.wrong.append(f"{person.name}'s phone asks again about {item['what']}, which was saved")
    # Recorded by somebody else, or dealt after the end of the game.
    recorded = evening.deal_of(item) in {None, *evening.recorded_deals()}
    asks = hand.button(words="Discard")
    if recorded and asks:
        person.dropped.add(item["id"])
        # What it settled is asked about again.
        evening.settled.difference_update(parse_qs(item["body"]).get("queued", []))
        hand.tap(asks)
        again = hand.evening.world.browser("look", phone=person.phone.number, tab=person.tab)
        if "path" not in again:
            return True
        now = Hand(person, evening, again)
        sure = next((one for one in again["buttons"] if one["waits"]), None)
        return now.tap(sure)
    shows = hand.button(words="Show")
    if shows and evening.chance.random() < 0.5:
        return hand.tap(shows)
    return False


def _settles(hand: Hand) -> bool:
    """Two phones at once: what is on the sheet stays, what isn't there is recorded."""
    keep = next(
        (one for one in hand.view["links"] if "Keep the one" in one["words"] or "Back to the table" in one["words"]),
        None,
    )
    evening = hand.evening
    shown = evening.deal_in("", urlencode(hand.view["hidden"]))
    evening.clock.tell(f"{hand.person.name} sees a conflict about deal {shown}")
    if shown is not None and shown in evening.recorded_deals():
        hand.person.dropped |= {item["id"] for item in evening.queue_of(hand.person) if evening.deal_of(item) == shown}
        if keep:
            return hand.tap(keep)
        return hand.go()
    add = hand.button(form="add") or hand.button(form="still")
    if add and shown is not None:
        hand.person.dropped |= {item["id"] for item in evening.queue_of(hand.person) if evening.deal_of(item) == shown}
        return hand.tap(add)
    return hand.tap(keep) or hand.go()


def _turns_up(hand: Hand, deal: Deal) -> bool:
    """Enter the dice or the upcard, sometimes wrong ones."""
    first, suit = (
        (deal.dice[0] % 6 + 1, "CDHS"["DHSC".index(deal.upcard[-1])])
        if hand.evening.slips(0.1)
        else (deal.dice[0], deal.upcard[-1])
    )
    turned_up = _choose_turned_up(hand, first, deal.dice[1], deal.upcard[:-1], suit)
    return turned_up and (hand.person.scripts or hand.tap(hand.button("act", "set")))


def _choose_turned_up(hand: Hand, first: int, second: int, rank: str, suit: str) -> bool:
    if hand.has("first"):
        return hand.choose("first", str(first)) and hand.choose("second", str(second))
    return hand.has("rank") and hand.choose("rank", rank) and hand.choose("suit", suit)


def _corrects_turned_up(hand: Hand, deal: Deal) -> bool:
    """Correct the dice or the upcard at the showdown, if they are wrong there."""
    button = hand.button(words="Correct the")
    shown = {one["name"]: one["value"] for one in hand.view["fields"] if one["checked"]}
    right = {"first": str(deal.dice[0]), "second": str(deal.dice[1]), "rank": deal.upcard[:-1], "suit": deal.upcard[-1]}
    if button is None or all(shown.get(name, value) == value for name, value in right.items()):
        return False
    return _choose_turned_up(hand, *deal.dice, deal.upcard[:-1], deal.upcard[-1]) and hand.tap(button)


def _at_the_table(hand: Hand) -> bool:
    person, evening = hand.person, hand.evening
    accept = hand.button("act", "accept")
    if accept and evening.slips(0.25):
        return hand.tap(next(one for one in hand.view["links"] if one["words"] == "Dispute"))
    if accept and evening.chance.random() < 0.6:
        return hand.tap(accept)
    if person.keeps_score and (done := takes_back(hand)):
        return done
    hands = evening.look_up().hands
    if hands and evening.slips(0.15):
        return hand.go(f"/hands/{evening.chance.choice(hands).number}")
    if evening.game_kind in GEM_II:
        return gem2.at_the_table(hand)
    deal = evening.deal_played()
    if not isinstance(deal, Deal):
        return hand.looks_for_news()
    if person.keeps_score and not person.phone.line.there and evening.chance.random() < 0.5:
        return hand.go("/offline")
    if (hand.has("first") or hand.has("rank")) and (person.keeps_score or evening.chance.random() < 0.2):
        return _turns_up(hand, deal)
    draws = hand.button(words="Record a drawn hand")
    if deal.drawn:
        return hand.tap(draws) or hand.looks_for_news()
    way = hand.link("/showdown", bare=True)
    if way and (way["leads"] or person.seat == deal.knocker or person.keeps_score):
        return hand.tap(way)
    return hand.looks_for_news()


def _at_a_hand(hand: Hand, number: int, place: str) -> bool:
    evening = hand.evening
    records = hand.button(form="record")
    if records and evening.chance.random() < 0.5:
        # Trusts a page that may be old.
        return hand.tap(records)
    entry = evening.look_up().hand(number)
    if entry is not None:
        deal = evening.deal(entry.deal) if evening.amiss(entry) and hand.person.keeps_score else None
    else:
        deal = evening.deal_played() if number == evening.sheet.next_hand else None
    if not isinstance(deal, Deal) or deal.drawn:
        return hand.go()
    if place == "" and entry is not None:
        goes_on = next((one for one in hand.view["links"] if one["main"]), None)
        return _corrects_turned_up(hand, deal) or hand.tap(goes_on) or hand.go()
    if place == "":
        return _at_the_hub(hand, number, deal)
    if place.startswith("seat/"):
        return _enters(hand, deal, int(place.removeprefix("seat/")))
    if place == "ruling":
        return _at_the_ruling(hand, number, deal)
    if place == "gin":
        return hand.tap(hand.button("call", "gin") or hand.button("call"))
    if place == "letters":
        return hand.tap(hand.one_of(hand.buttons("gem") or hand.buttons("act"))) or hand.go()
    if place == "lay-offs":
        return _lays_off(hand, number)
    if place == "numbers":
        return hand.go(f"/hand/{number}")
    if evening.chance.random() < 0.05:
        return hand.go()
    return hand.looks_for_news()


def _at_the_hub(hand: Hand, number: int, deal: Deal) -> bool:
    person = hand.person
    knocks = hand.buttons("knock")
    if not knocks:
        return _turns_up(hand, deal) or hand.go()
    called = hand.link(f"/hand/{number}/seat/{person.seat}") is not None
    meant = [one for one in knocks if one["value"].startswith(f"{deal.knocker}:")]
    if called and not any(one["pressed"] for one in meant):
        # The knock of another deal, which was undone.
        return hand.tap(meant[0] if meant else None)
    if not called:
        if person.seat != deal.knocker and hand.evening.chance.random() < 0.8:
            return hand.go()
        return hand.tap(meant[0] if meant else None)
    return hand.tap(hand.link(f"/hand/{number}/seat/{person.seat}")) or hand.go()


def _enters(hand: Hand, deal: Deal, seat: int) -> bool:
    person = hand.person
    if seat != person.seat:
        return hand.go()
    dealt = deal.hands[seat]
    held = hand.view["held"]
    if held is None:
        counted = hand.button("act", "way:laid-out")
        return hand.tap(counted) or hand.go()
    mine = set(held.split())
    wrong, missing = sorted(mine - dealt.cards), sorted(dealt.cards - mine)
    loose = hand.button(value="way:loose")
    if person.mislaid and loose is not None and not loose["pressed"]:
        person.mislaid = False
        return hand.tap(loose)
    if not wrong and not missing:
        asked = hand.buttons(words="Yes,") if hand.evening.chance.random() < 0.5 else []
        asked += [*hand.buttons(words="Continue"), *hand.buttons("act", "as-laid")]
        if asked:
            return hand.tap(asked[0])
        return hand.tap(next((one for one in hand.view["buttons"] if one["id"] == "done"), None)) or hand.go()
    if hand.has("text"):
        hand.fill("text", dealt.typed)
        return hand.tap(hand.button(words="Lay it out"))
    if person.types and not mine:
        return hand.go(f"{hand.path}?typed=")
    if loose is not None and not loose["pressed"]:
        return hand.tap(loose)
    if mine and person.scripts and hand.evening.slips(0.2) and hand.tap_key("#x-undo"):
        return True
    for card in (wrong or missing)[: hand.evening.chance.randint(1, 6) if person.scripts else 1]:
        hand.tap_key(f"#k{card}")
    return True


def _lays_off(hand: Hand, number: int) -> bool:
    chance = hand.evening.chance
    moves = hand.buttons("move")
    if moves:
        return hand.tap(chance.choice(moves))
    cards = [one for one in hand.buttons("card") if one["value"].startswith(f"{hand.person.seat}:")]
    if cards and chance.random() < 0.35:
        return hand.tap(chance.choice(cards))
    done = hand.button("act", "done") or hand.button("pass")
    if done and (cards or hand.person.keeps_score):
        return hand.tap(done)
    hand.person.idle += 1
    return hand.go(f"/hand/{number}/lay-offs") if hand.person.idle % 6 == 0 else hand.looks_for_news()


def _at_the_ruling(hand: Hand, number: int, deal: Deal) -> bool:
    person = hand.person
    if f"{hand.evening.people[deal.knocker].name} knocked" not in hand.view["text"] and "knocked" in hand.view["text"]:
        return hand.go(f"/hand/{number}")
    illegal = hand.link(f"/seat/{person.seat}") if "Not legal" in hand.view["text"] else None
    if illegal:
        person.mislaid = True
        return hand.tap(illegal)
    if not person.keeps_score:
        return hand.go() if hand.evening.chance.random() < 0.3 else hand.looks_for_news()
    return hand.tap(hand.button(form="record")) or hand.go()


def _without_a_network(hand: Hand) -> bool:
    """Enter the whole hand on the page that the phone keeps."""
    person, evening = hand.person, hand.evening
    if not person.keeps_score or not hand.button(words="Send this"):
        return hand.go()
    deal = evening.next_deal(person, int(hand.view["hidden"].get("seen", "0").partition(".")[0]))
    if deal is None or deal.drawn or (person.phone.line.there and evening.chance.random() < 0.8):
        return hand.go()
    if not isinstance(deal, Deal):
        return gem2.without_a_network(hand, deal)
    _choose_turned_up(hand, *deal.dice, deal.upcard[:-1], deal.upcard[-1])
    hand.choose("knocker", str(deal.knocker))
    for seat, dealt in enumerate(deal.hands):
        hand.fill(f"hand-{seat}", dealt.typed)
    return hand.tap(hand.button(words="Send this hand"))
