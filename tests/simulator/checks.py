"""What must hold whatever went wrong: nobody sees a hand early, nothing confirmed is lost or there twice, all agree."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote

from companion.answers.scoring import score_document
from companion.store import drafts, games
from companion.store.backup import checks
from companion.store.database import Store
from companion.wording.store_errors import store_sentence
from tests.simulator.browsers import Request
from tests.simulator.deals import Deal
from tests.simulator.server import ServerAnswer
from tests.simulator.sheet import hands_of, played
from tests.simulator.world import path_of
from tests.support.pages import words_of

if TYPE_CHECKING:
    from tests.simulator.evening import Evening

PEEKS_EVERY = 4
RANK_NAMES = {"Ace": "A", "Jack": "J", "Queen": "Q", "King": "K"}
_PAD_KEYS = re.compile(
    r'<button[^>]*?name="card"\s+value="(?:10|[2-9AJQK])[CDHS]"\s+class="key [^>]*>.*?</button>', re.DOTALL
)
_NAMED = re.compile(r"\b(Ace|Jack|Queen|King|10|[2-9]) of (club|diamond|heart|spade)s")
_WRITTEN = re.compile(r"(?:\b|(?<=[#l]))(10|[2-9AJQK])([CDHS]|[♣♦♥♠])(?![A-Za-z0-9])")
_GLYPHS = dict(zip("♣♦♥♠", "CDHS", strict=True))
_NO_CARDS = re.compile(
    r'<dl id="how".*?</dl>|<p class="hint".*?</p>|name="(form_token|idempotency_key)"\s+value="[^"]*"', re.DOTALL
)
_TABLE = re.compile(r'<div class="(?:score-sheet|scrolls)".*?</table>', re.DOTALL)
_BLOCKS = re.compile(r'id="([\w-]+)" class="[^"]*" data-live="(\w+)"')
_TOTAL = re.compile(r"<b>(-?\d+)</b>(?=.*</thead>)|<tfoot>.*?<strong>(-?\d+)</strong>", re.DOTALL)
_OF_A_HAND = re.compile(r"/hands?/(\d+)")
_ON_THE_SHEET = re.compile(r"/hands/(\d+)/(?!word)\w")
_OF_A_SEAT = re.compile(r"/hand/(\d+)/seat/(\d)")
_BATCH = re.compile(r"\bbatch=(\w+)")
_HELD = re.compile(r'data-held="([^"]*)"')
_DISPUTES = re.compile(r"<b>(\w+) disputes it:</b>")
_UNDOES = re.compile(r"\bact=(undo|redo)%3A(\d+)")


def cards_shown(page: str) -> set[str]:
    """Return the cards that a page names, examples, random tokens and the free keys of a keypad aside."""
    text = unquote(_NO_CARDS.sub("", _PAD_KEYS.sub("", page)))
    named = {RANK_NAMES.get(rank, rank) + suit[0].upper() for rank, suit in _NAMED.findall(text)}
    return named | {rank + _GLYPHS.get(suit, suit) for rank, suit in _WRITTEN.findall(text)}


def seen_early(evening: "Evening", phone: int, request: Request, answer: ServerAnswer) -> str:
    """Return what a phone is shown of hands that lie face down for it."""
    store = evening.store
    deal, number = evening.deal_played(), evening.look_up().next_hand
    about = _OF_A_HAND.search(path_of(request))
    if deal is None or (about and int(about[1]) != number) or not answer.body:
        return ""
    lying = drafts.drafts(store, evening.game, number)
    device = evening.devices[phone]
    # Said here once more, rather than asked of the app.
    seats = range(len(deal.hands))
    if all(seat in lying and lying[seat].ready for seat in seats):
        return ""
    hidden = [seat for seat in seats if seat in lying and lying[seat].device not in {None, device}]
    pages = [answer.body]
    if not evening.server.busy and evening.world.requests % PEEKS_EVERY == 0:
        # Somebody is curious, each time somewhere else.
        peeks = (*(f"seat/{seat}" for seat in hidden), "ruling", "lay-offs", "")
        place = peeks[evening.world.requests // PEEKS_EVERY % len(peeks)]
        pages.append(evening.page(evening.people[phone], f"/hand/{number}/{place}".rstrip("/")))
    shown = cards_shown(" ".join(pages))
    if evening.game_kind == "gem-rummy":
        # The table shows the diamond that the dice name.
        shown = {card for card in shown if not card.endswith("D")}
    for seat in hidden:
        early = sorted(shown & deal.hands[seat].cards)
        if early:
            watches, watched = evening.people[phone].name, evening.people[seat].name
            return f"{watches} sees {early} of {watched}'s hand at {path_of(request)}"
    return ""


def cards_gone(evening: "Evening", request: Request, answer: ServerAnswer) -> str:
    """Return what is wrong with a hand that is being entered: cards that nobody holds, or cards that are gone."""
    place, shown, deal = _OF_A_SEAT.search(path_of(request)), _HELD.search(answer.body), evening.deal_played()
    if not place or not shown or not isinstance(deal, Deal) or int(place[1]) != evening.look_up().next_hand:
        return ""
    dealt, now = deal.hands[int(place[2])].cards, frozenset(shown[1].split())
    # Drafts aren't written for good at once: a power failure takes the last ones.
    whose = place[0], deal.number, evening.server.power_failures
    before = evening.entered.get(whose, frozenset())
    evening.entered[whose] = now
    batch = _BATCH.search(request["body"])
    takes_back = 0 if batch and batch[1] in evening.batches else str(request["body"]).count("act%3Aundo")
    evening.batches |= {batch[1]} if batch else set()
    if now <= dealt and len(before - now) <= takes_back:
        return ""
    return f"{path_of(request)} has {sorted(now)} of {sorted(dealt)} and had {sorted(before)}"


def confirmed_key(request: Request, answer: ServerAnswer) -> str:
    """Return the key of a recording that an answer confirms, nothing for anything else."""
    to = answer.headers.get("HX-Redirect") or answer.headers.get("Location") or ""
    if request["method"] != "POST" or not to or answer.status >= 400:
        return ""
    if path_of(request).endswith("/turn") and "act=record" not in request["body"]:
        return ""
    if "late=" in to or "meanwhile" in to or "/hand/" in to:
        return ""
    return parse_qs(str(request["body"])).get("idempotency_key", [""])[0]


def given_up(evening: "Evening", request: Request, answer: ServerAnswer) -> str:
    """Return which hand from the page of a conflict isn't recorded, though its phone keeps it no more."""
    fields = parse_qs(str(request["body"]))
    if "queued" not in fields or not answer.headers.get("HX-Redirect"):
        return ""
    deal = evening.deal_of({"to": request["url"], "body": request["body"]})
    if evening.has_record(fields["idempotency_key"][0]) or deal in evening.recorded_deals():
        return ""
    return f"{path_of(request)} was answered as recorded, and isn't: {request['body']}"


def misdirected(evening: "Evening", request: Request, key: str) -> str:
    """Return what is wrong with a confirmed change that is about another hand, or undoes something else."""
    corrected, undoes = _ON_THE_SHEET.search(path_of(request)), _UNDOES.search(str(request["body"]))
    row = evening.store.row("SELECT kind, hand, body FROM journal WHERE id = ?", [key]) if corrected or undoes else None
    if row is None:
        return ""
    if undoes and (row["kind"], json.loads(row["body"])["record"]) != (f"{undoes[1]}ne", int(undoes[2])):
        return f"{undoes[0]} became {row['kind']} {row['body']}"
    if corrected and row["hand"] != int(corrected[1]):
        return f"{path_of(request)} changed hand {row['hand']}"
    return ""


def misread(evening: "Evening") -> Iterator[str]:
    """Yield where the sheet isn't what the journal comes to."""
    ours, theirs = evening.sheet.counting, [played(hand) for hand in hands_of(evening.exported())]
    there = len(theirs)
    # Nothing counts after the end of a game, or after a round that goes on.
    ended = evening.over or not all(map(evening.is_whole, ours[there - 1 : there]))
    if [hand.played for hand in ours[:there]] != theirs or (len(ours) > there and not ended):
        yield f"the journal comes to {[hand.played for hand in ours]}, the sheet has {theirs}"


def lost(evening: "Evening") -> Iterator[str]:
    """Yield what was confirmed and isn't in the journal."""
    store = evening.store
    rows = store.rows("SELECT id FROM journal WHERE game = ?", [evening.game])
    there = Counter(row["id"] for row in rows)
    recorded = evening.recorded_deals()
    for key, deal in evening.confirmed.items():
        undone = evening.sheet.undone if key in evening.there_already else ()
        if key not in there and deal not in recorded and deal not in undone:
            yield f"the recording {key} of deal {deal} was confirmed and is lost"
    for key, times in there.items():
        if times > 1:
            yield f"{key} is in the journal {times} times"


def at_the_end(evening: "Evening") -> Iterator[str]:
    """Yield everything that is wrong after an evening, when all is well again."""
    yield from lost(evening)
    document = evening.exported()
    store = evening.store
    there = [evening.number_of(hand) for hand in hands_of(document)]
    for deal, times in Counter(there).items():
        if deal is None:
            yield f"a hand is recorded that nobody was dealt: {json.dumps(document['hands'][there.index(None)])}"
        elif times > 1:
            yield f"deal {deal} is on the sheet {times} times"
    yield from (f"deal {deal.number} isn't on the sheet" for deal in evening.deals if deal.number not in there)
    for person in evening.people:
        for key, deal in evening.queued[person.seat].items():
            if key not in person.dropped and deal not in there:
                yield f"{person.name} queued deal {deal}, which is lost"
        for item in evening.queue_of(person):
            yield f"{person.name}'s phone still keeps {item['what']} ({item['state']}: {item['said']})"
    for hand in evening.sheet.hands:
        disputing = set(_DISPUTES.findall(evening.page(evening.people[0], f"/hands/{hand.number}")))
        if not evening.amiss(hand) and disputing != set(hand.disputes):
            yield f"hand {hand.number} is disputed by {set(hand.disputes)}, its page says {disputing}"
    yield from _totals(evening, store, score_document(document))
    findings = checks.check(store).findings
    yield from (f"the check of the store says: {store_sentence(finding)}" for finding in findings)


def _totals(evening: "Evening", store: Store, scored: Mapping[str, Any]) -> Iterator[str]:
    """Compare the sheet with what `companion score` says, and with what each phone shows."""
    _, sheet = games.sheet(store, evening.game)
    totals = dict(scored.get("totals") or {evening.people[0].name: scored["grand_total"]})
    if dict(sheet.totals) != totals:
        yield f"the sheet says {dict(sheet.totals)}, `companion score` {totals}"
    pages = {person.name: evening.page(person, "/sheet") for person in evening.people}
    tables = {name: "".join(_TABLE.findall(page)) for name, page in pages.items()}
    if len(set(tables.values())) != 1:
        yield f"the phones show different sheets: { {name: words_of(table) for name, table in tables.items()} }"
    for name, table in tables.items():
        heads = ["".join(found) for found in _TOTAL.findall(table)]
        if heads != [str(total) for total in totals.values()]:
            yield f"{name}'s sheet says {heads}, `companion score` {totals}"
    for person in evening.people:
        shown = evening.blocks_shown(person)
        now = dict(_BLOCKS.findall(evening.page(person, "")))
        old = sorted(name for name in shown.keys() & now.keys() if shown[name] != now[name])
        if person.scripts and old:
            yield f"{person.name}'s phone still shows {old} of the table as they were"
