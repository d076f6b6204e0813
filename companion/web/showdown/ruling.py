"""The ruling: shown, and recorded with one tap; or back to what is wrong, with nothing lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, request, url_for

from companion.register.cases import MADE_UP_PRINT
from companion.rules.rummy.melds import designated_diamond
from companion.store.people.members import Role
from companion.web.rummy.views import table_view
from companion.web.rummy.views.ruling_view import ruling_of
from companion.web.security import access
from companion.web.shared import live
from companion.web.shell import pages
from companion.web.shell.htmx import go_to
from companion.web.shell.idempotency import new_idempotency_key
from companion.web.showdown import recording
from companion.web.showdown.state.draft import load_draft
from companion.web.showdown.state.flow import asks_lay_offs, next_screen
from companion.web.showdown.state.seats import all_in, has_phone_each
from companion.wording.cards import card_word
from companion.wording.hand_changes import changed_sentences

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.store.people.members import Member
    from companion.web.rummy.views.ruling_view import RulingView
    from companion.web.showdown.state.draft import ShowdownDraft

blueprint = Blueprint("ruling", __name__)


@pages.context("showdown/ruling/ruling.html")
class RulingPage:
    """What the screen of a ruling shows."""

    ruling: RulingView
    changed: tuple[str, ...]
    """Whose hands were changed after all were turned up, and by whom."""
    letters: Mapping[str, str]
    address: str
    back: str
    mend: tuple[str, ...]
    lay_offs: str
    other_letters: str
    """Where the letters given in this showdown are given anew; nothing where none were."""
    may_play_on: bool
    """Whether the hand may go on when a knock was not legal: not where a hand of the sheet is corrected."""
    hand_number: int
    correcting: bool
    may_record: bool
    accepts: bool
    """Who records says with it that this ruling is accepted: the others do so on phones of their own."""
    hand_json: str
    idempotency_key: str
    seen: int
    trouble: str


@blueprint.get("/g/<game>/hand/<int:number>/ruling")
def ruling(game: str, number: int) -> Response | BaseResponse:
    """Show the ruling of what was entered; where something is missing still, go there."""
    member = access.require(game)
    at = load_draft(member, number)
    # Before the lay-offs are done a ruling would be a hint (R.14).
    return _show(at, member) if _all_in(at) and not asks_lay_offs(at) else go_to(next_screen(at))


def _all_in(at: ShowdownDraft) -> bool:
    said = at.shared.knocker is not None and (not at.rules.has_dice or at.shared.dice is not None)
    return said and all_in(at) and all(hand.begun for hand in at.hands)


def _show(at: ShowdownDraft, member: Member, trouble: str = "", status: int = 200) -> Response:
    document = at.document()
    totals = None if at.correcting else at.table.totals
    return pages.show(
        RulingPage(
            ruling=ruling_of(
                document, totals=totals, sides=table_view.sides_of(at.table.head), made_up=at.table.made_up
            ),
            changed=changed_sentences(at.changed, document),
            letters=at.letters,
            address=url_for("ruling.ruling", **at.where),
            back=url_for("showdown.hub", **at.where),
            mend=tuple(url_for("hands.hand", seat=seat, **at.where) for seat in range(len(at.players))),
            lay_offs=url_for("lay_offs.lay_offs", again=1, **at.where)
            if at.lays_off_by_tap and at.shared.settled
            else "",
            other_letters=url_for("letters.letters", **at.where) if at.shared.gems else "",
            may_play_on=not at.correcting and member.role.may(Role.SEAT),
            hand_number=at.position,
            correcting=at.correcting,
            may_record=member.role.may(Role.SCORER),
            accepts=member.seat is not None and has_phone_each(at) and not at.correcting,
            hand_json=recording.write_hand_json(at),
            idempotency_key=new_idempotency_key(),
            seen=at.table.seq,
            trouble=trouble,
        ),
        status,
    )


@blueprint.post("/g/<game>/hand/<int:number>/ruling")
@live.answers_late_forms(live.LateForms.ALWAYS)
def record(game: str, number: int) -> Response | BaseResponse:
    """Record the hand, exactly once however often it is sent; a correction takes the hand's place."""
    member = access.require(game, Role.SCORER)
    sent = recording.read_sent(request.form)
    if sent is None:
        return go_to(url_for("ruling.ruling", game=game, number=number))
    found = recording.changed_meanwhile(member, number, sent)
    if found is not None:
        return _show(found, member, recording.CHANGED, 409) if _all_in(found) else go_to(next_screen(found))
    return recording.record(member, number, sent)


@pages.context("showdown/ruling/sample.html")
class SamplePage:
    """A whole ruling that nobody played."""

    ruling: RulingView
    letters: Mapping[str, str]
    dice: tuple[int, int]
    diamond: str
    mend: tuple[str, ...]


SAMPLE = {
    "game": "gem-rummy",
    "print": MADE_UP_PRINT,
    "dice": [3, 4],
    "knocker": "Ann",
    "call": "knock",
    "players": [
        {
            "name": "Ann",
            "melds": [["5C", "6C", "7C"], ["QH", "7D"], ["4H", "6D", "10S", "JH"]],
            "deadwood": ["AS", "2D"],
        },
        {
            "name": "Bob",
            "melds": [["9C", "9D", "9H"], ["KC", "KD", "KH"]],
            "deadwood": ["8C", "4C", "3H", "8H", "AH"],
        },
    ],
}


@blueprint.get("/sample")
def sample() -> Response:
    """Show a ruling to somebody who has no game yet."""
    dice = table_view.read_dice(SAMPLE["dice"]) or (1, 1)
    return pages.show(
        SamplePage(
            ruling=ruling_of(SAMPLE, totals={"Ann": 83, "Bob": 97}, made_up=True),
            letters=MADE_UP_PRINT,
            dice=dice,
            diamond=card_word(designated_diamond(dice)),
            mend=(),
        )
    )
