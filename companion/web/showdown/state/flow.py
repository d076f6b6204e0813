"""The way through a showdown: which screen comes next, given what was entered so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import url_for

from companion.documents.answers import judge_document
from companion.documents.hand_draft import Way
from companion.rules.rummy.asking import questions
from companion.rules.rummy.verdict import Call
from companion.store.people.members import Role
from companion.web.showdown.state.laying_off import knocker_has_no_deadwood, load_lay_offs
from companion.web.showdown.state.seats import acts_for, all_in, hands_to_enter

if TYPE_CHECKING:
    from companion.rules.rummy.asking import Question
    from companion.web.showdown.state.draft import ShowdownDraft


def next_screen(at: ShowdownDraft) -> str:
    """Tell the address of the screen that comes next on this phone; where others are to act it waits."""
    plays = at.member.role.may(Role.SEAT)
    waiting = url_for("waiting.wait", **at.where)
    if at.shared.knocker is None or (at.rules.has_dice and at.shared.dice is None):
        return url_for("showdown.hub", **at.where) if plays else waiting
    for seat in hands_to_enter(at):
        return url_for("hands.hand", seat=seat, **at.where)
    if not all_in(at):
        return waiting
    if asks_gin(at):
        return url_for("showdown.gin", **at.where) if acts_for(at, at.shared.knocker) else waiting
    if letters_asked(at):
        return url_for("letters.letters", **at.where) if plays else waiting
    if asks_lay_offs(at):
        return url_for("lay_offs.lay_offs", **at.where)
    return url_for("ruling.ruling", **at.where)


def asks_gin(at: ShowdownDraft) -> bool:
    """Say whether to ask, once, if Gin was meant: a knock without deadwood, and Gin is a call (ruling 5)."""
    left_open = at.shared.call in (None, Call.KNOCK) and not at.shared.gin_asked
    hand = at.hands[at.shared.knocker or 0]
    # Of a hand that is short of cards the ruling says so first.
    whole = hand.way == Way.COUNTED or len(hand.cards) >= at.rules.hand_size
    return at.rules.gin_must_be_called and left_open and whole and knocker_has_no_deadwood(at)


def letters_asked(at: ShowdownDraft) -> tuple[Question, ...]:
    """Give what must be known of the letters before one can rule, all on one screen."""
    return questions(at.showdown()) if at.rules.has_gems else ()


def asks_lay_offs(at: ShowdownDraft) -> bool:
    """Return whether the players are still laying off: legal hands, cards left over, and melds that take cards.

    Whether any card fits is not asked: the screen would tell the players that there is something to be found (R.14).
    """
    if not at.lays_off_by_tap or at.shared.settled:
        return False
    state = load_lay_offs(at)
    if state.over and not state.moves:
        return False
    return bool(judge_document({**at.document(), "lay_offs": []})["legal"])
