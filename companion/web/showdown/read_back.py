"""My hand, the ruling and the score of a rummy in words. A hand that lies face down is never among them."""

from companion.documents.showdown_draft import LaidOff, Way
from companion.journal.sheet import Standing, showdown_of
from companion.rules.cards import CARDS_BY_NAME, Card
from companion.rules.rummy.melds import Meld, classify
from companion.store import games
from companion.store.derived.table_cache import TableSummary
from companion.store.people.members import Member
from companion.web.current_store import current_store
from companion.web.kinds.game_kinds import ReadBackPlace
from companion.web.rummy.catalog import partners_of
from companion.web.rummy.next_hand import hands_in_play, own_hand
from companion.web.rummy.places import places, tie_words
from companion.web.rummy.ruling_view import ruling_of
from companion.web.showdown.draft import ShowdownDraft, load_draft
from companion.web.showdown.flow import asks_lay_offs
from companion.web.showdown.laying_off import load_lay_offs
from companion.web.showdown.ruling import can_be_judged
from companion.wording import rulings as wording
from companion.wording.game import last_hand
from companion.wording.rounds import pairs_words
from companion.wording.rulings import Command


def read_back(member: Member, table: TableSummary, command: Command, place: ReadBackPlace) -> str:
    """Return what a command reads back on a screen of this game."""
    if command is Command.SCORE:
        return _score(table)
    number = place.hand
    if table.sides and table.coming is None and not 1 <= number < table.next_hand:
        # The game is over, and nobody is to play.
        return wording.NO_HAND if command is Command.HAND else _last_ruling(table, member.game)
    if not 1 <= number < table.open_hands.stop:
        number = own_hand(member, table, hands_in_play(member.game, table)).number
    draft = load_draft(member, number)
    return _hands(draft, place.seat) if command is Command.HAND else _ruling(draft)


def _score(table: TableSummary) -> str:
    shown = places(table)
    tied = "" if table.over else tie_words(shown, table.target)
    totals = [(place.name, wording.total_words(place.total, place.games)) for place in shown]
    dealer = "" if table.over or table.coming else table.next_dealer or ""
    words = wording.score_words(totals, table.target, dealer, tied)
    if table.coming is None:
        return words
    coming = table.coming
    return f"{words} {pairs_words(coming.pairs, coming.dealers, coming.sits_out)}"


def _hands(draft: ShowdownDraft, asked: int | None) -> str:
    return " ".join(_hand(draft, seat) for seat in _seats(draft, asked)) or wording.NO_HAND


def _seats(draft: ShowdownDraft, asked: int | None) -> tuple[int, ...]:
    """Return whose hand is meant: the one on the screen, the phone's own, or those of players without a phone."""
    is_seat = asked is not None and 0 <= asked < len(draft.players)
    if asked is not None and is_seat and asked not in draft.face_down and draft.may_act_for(asked):
        return (asked,)
    if draft.member.seat is not None:
        return (draft.member.seat,)
    return tuple(seat for seat in draft.order if draft.acts_for(seat))


def _hand(draft: ShowdownDraft, seat: int) -> str:
    hand = draft.hands[seat]
    whose = wording.whose_hand(draft.players[seat], mine=seat == draft.member.seat)
    if seat in draft.face_down:
        return wording.FACE_DOWN.format(whose=whose)
    if hand.way == Way.COUNTED and hand.points is not None:
        return wording.counted_words(whose, hand.points)
    if not hand.entry.cards:
        return wording.NOT_ENTERED.format(whose=whose)
    if hand.way == Way.LOOSE:
        return wording.loose_words(whose, hand.entry.cards)
    groups = [_group(draft, group) for group in hand.entry.melds]
    away = _laid_off(draft, seat)
    return wording.hand_words(whose, groups, [card for card in hand.entry.deadwood if card not in away], away)


def _group(draft: ShowdownDraft, cards: tuple[Card, ...]) -> str:
    judged = classify(cards, draft.context)
    if isinstance(judged, Meld):
        return wording.group_words(cards, judged)
    return wording.group_words(cards, None, may_be_stash=judged.gem_unknown)


def _laid_off(draft: ShowdownDraft, seat: int) -> list[Card]:
    if draft.shared.knocker is None or not (draft.lays_off_by_tap and draft.all_in):
        return []
    moves = load_lay_offs(draft).moves
    return [CARDS_BY_NAME[move.card] for move in moves if isinstance(move, LaidOff) and move.seat == seat]


def _ruling(draft: ShowdownDraft) -> str:
    """Return the ruling on this hand, as soon as its screen would show it, or else on the last one."""
    if can_be_judged(draft) and not asks_lay_offs(draft):
        sides = partners_of(draft.table.head)
        ruling = ruling_of(draft.showdown, sides=sides)
        return wording.RULING.format(words=ruling.spoken)
    pending = f"{wording.NO_RULING_YET} " if draft.shared.knocker is not None else ""
    return f"{pending}{_last_ruling(draft.table, draft.game)}"


def _last_ruling(table: TableSummary, game: str) -> str:
    state, sheet = games.sheet(current_store(), game)
    if not sheet.rows:
        return wording.NO_RULING
    row = sheet.rows[-1]
    words = last_hand(row.position, row.standing, row.points or {})
    showdown = showdown_of(state, row.hand.recorded) if row.standing == Standing.COUNTS else None
    if showdown is not None:
        words = ruling_of(showdown, sides=partners_of(table.head)).spoken
    return wording.RULING_ON.format(number=row.position, words=wording.spoken(words))
