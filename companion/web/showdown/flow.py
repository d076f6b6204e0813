"""Showdown flow: pick the next screen from what has been entered."""

from dataclasses import replace

from companion.rules.rummy.asking import LetterQuestion, questions
from companion.rules.rummy.calls import may_be_gin
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.verdict import Call
from companion.web.showdown.draft import ShowdownDraft
from companion.web.showdown.laying_off import load_lay_offs


def next_screen(draft: ShowdownDraft) -> str:
    """Return the address of the next screen on this phone: where others have to act, the waiting screen."""
    if draft.is_done:
        return draft.table_url if draft.shared.drawn else draft.url("ruling.ruling")
    plays = draft.may_play
    waiting = draft.url("waiting.wait")
    if draft.shared.knocker is None or draft.limit_missing:
        return draft.url("showdown.hub") if plays else waiting
    for seat in draft.hands_to_enter:
        return draft.url("hands.hand", seat=seat)
    for seat in emptied(draft):
        return draft.url("hands.hand", seat=seat) if draft.acts_for(seat) else waiting
    if not draft.all_in or seats_sharing_a_card(draft):
        return waiting
    if asks_gin(draft):
        return draft.url("showdown.gin") if draft.acts_for(draft.shared.knocker) else waiting
    if letters_asked(draft):
        return draft.url("letters.letters") if plays else waiting
    return draft.url("lay_offs.lay_offs" if asks_lay_offs(draft) else "ruling.ruling")


def emptied(draft: ShowdownDraft) -> tuple[int, ...]:
    """Return the seats whose hands are in, but hold nothing: all was taken out again after they were turned up."""
    return tuple(seat for seat in draft.order if draft.all_in and not draft.hands[seat].begun)


def seats_sharing_a_card(draft: ShowdownDraft) -> tuple[int, ...]:
    """Return the seats whose hands hold the same card, unless one of their players leaves it as it is."""
    sharing = tuple(seat for seat in draft.order if seat in draft.doubled)
    return () if any(draft.hands[seat].as_it_is for seat in sharing) else sharing


def asks_gin(draft: ShowdownDraft) -> bool:
    """Return whether to ask, once, if Gin was called: a knock without deadwood (R.5)."""
    return not draft.shared.gin_asked and may_be_gin(draft.showdown)


def letters_asked(draft: ShowdownDraft) -> tuple[LetterQuestion, ...]:
    """Return what has to be known of the letters before the showdown can be judged, all on one screen."""
    return questions(draft.showdown) if draft.rules.has_gems else ()


def expects_lay_offs(draft: ShowdownDraft) -> bool:
    """Return whether lay-offs follow the last hand, as far as that is known before it is in."""
    others = len(draft.players) - 1
    closed_to_the_only_one = draft.shared.call in (Call.GIN, Call.BIG_GIN) and others == 1
    return draft.lays_off_by_tap and not draft.shared.settled and not closed_to_the_only_one


def asks_lay_offs(draft: ShowdownDraft) -> bool:
    """Return whether the players are still laying off: legal hands, cards left over, and melds that take cards.

    Whether any card fits makes no difference: the screen would give away that there is something to find (R.14).
    """
    if not draft.lays_off_by_tap or draft.shared.settled:
        return False
    lay_offs = load_lay_offs(draft)
    if lay_offs.over and not lay_offs.moves:
        return False
    return judge(replace(draft.showdown, lay_offs=())).legal
