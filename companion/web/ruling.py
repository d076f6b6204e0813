"""The ruling: shown, and recorded with one tap; or back to what is wrong, with nothing lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, request, url_for

from companion.documents.errors import DocumentError
from companion.journal.events import GemsLearned, HandRecorded, HandReplaced
from companion.register.cases import MADE_UP_PRINT
from companion.rules.rummy.melds import designated_diamond
from companion.store import decks, games
from companion.store.errors import Conflict
from companion.store.members import Role
from companion.web import access, pages, table_view
from companion.web.htmx import go_to
from companion.web.once import new_once, once_of, seen_of
from companion.web.ruling_view import ruling_of
from companion.web.showing import showing
from companion.web.steps import next_address
from companion.wording.cards import card_word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from companion.store.members import Member
    from companion.store.standings import Table
    from companion.web.ruling_view import RulingShown
    from companion.web.showing import Showing

blueprint = Blueprint("ruling", __name__)


@pages.context("ruling/ruling.html")
class RulingPage:
    """What the screen of a ruling shows."""

    ruling: RulingShown
    letters: Mapping[str, str]
    address: str
    back: str
    mend: tuple[str, ...]
    lay_offs: str
    hand_number: int
    correcting: bool
    may_record: bool
    target: int
    once: str
    seen: int
    trouble: str


@blueprint.get("/g/<game>/hand/<int:number>/ruling")
def ruling(game: str, number: int) -> Response | BaseResponse:
    """Show the ruling of what was entered; where something is missing still, go there."""
    member = access.require(game)
    at = showing(member, number)
    if at.shared.knocker is None or not _all_in(at):
        return go_to(next_address(at))
    return _show(at, member)


def _all_in(at: Showing) -> bool:
    dice_known = not at.rules.has_dice or at.shared.dice is not None
    return dice_known and all(hand.begun for hand in at.hands)


def _show(at: Showing, member: Member, trouble: str = "", status: int = 200) -> Response:
    document = at.document()
    totals = None if at.correcting else at.table.totals
    return pages.show(
        RulingPage(
            ruling=ruling_of(document, totals=totals, made_up=at.table.made_up),
            letters=at.letters,
            address=url_for("ruling.ruling", **at.where),
            back=url_for("showdown.hub", **at.where),
            mend=tuple(url_for("hands.hand", seat=seat, **at.where) for seat in range(len(at.players))),
            lay_offs=url_for("lay_offs.lay_offs", **at.where) if "lay_offs" in document else "",
            hand_number=at.number if at.correcting else at.table.hands + 1,
            correcting=at.correcting,
            may_record=member.role.may(Role.SCORER),
            target=at.table.target or 0,
            once=new_once(),
            seen=at.table.seq,
            trouble=trouble,
        ),
        status,
    )


@blueprint.post("/g/<game>/hand/<int:number>/ruling")
def record(game: str, number: int) -> Response | BaseResponse:
    """Record the hand, exactly once however often it is sent; a correction takes the hand's place."""
    member = access.require(game, Role.SCORER)
    table = games.table(access.store(), game)
    once = once_of(request.form)
    if number < table.next_hand and request.form.get("hand") == "new":
        # Sent again, or by a second tab: the store knows by the id which it was.
        return _repeated(member, number, once)
    at = showing(member, number)
    if at.shared.knocker is None or not _all_in(at):
        return go_to(next_address(at))
    try:
        ruled = ruling_of(at.document())
    except DocumentError as error:
        return _show(at, member, error.message, 422)
    if not ruled.legal:
        return _show(at, member, status=422)
    return _record(at, member, once)


def _record(at: Showing, member: Member, once: str) -> Response | BaseResponse:
    hand = at.hand_of_game()
    event = HandReplaced(at.number, hand) if at.correcting else HandRecorded(hand)
    speaker = access.speaker(member, at.players)
    seen = seen_of(request.form)
    letters = dict(at.shared.gems)
    try:
        if letters:
            games.append(
                access.store(), at.game, GemsLearned(letters), record_id=f"{once}-g", seen=seen, speaker=speaker
            )
        games.append(access.store(), at.game, event, record_id=once, seen=seen, speaker=speaker)
    except Conflict:
        said = "Another phone has changed this game meanwhile. Look at the sheet; if this hand is not on it, record it."
        return _show(at, member, said, 409)
    if letters:
        _learn(at.table, member, letters)
    return _away(at.game, at.number, correcting=at.correcting)


def _learn(table: Table, member: Member, letters: Mapping[str, str]) -> None:
    """Let this phone's deck learn what the claimed stashes told of it; where it has none yet, one begins."""
    if table.deck:
        number = table.deck.get("id")
        if isinstance(number, int):
            decks.learn(access.store(), member.device, number, letters)
        return
    known = decks.decks(access.store(), member.device)
    if not known:
        decks.make(access.store(), member.device, "Our deck", letters)
    elif len(known) == 1 and not known[0].made_up:
        decks.learn(access.store(), member.device, known[0].id, letters)


def _repeated(member: Member, number: int, once: str) -> BaseResponse:
    known = games.state(access.store(), member.game)
    hand = known.hand(number)
    event = HandRecorded(hand.document if hand else {})
    games.append(
        access.store(),
        member.game,
        event,
        record_id=once,
        seen=0,
        speaker=access.speaker(member, known.players),
    )
    return _away(member.game, number, correcting=False)


def _away(game: str, number: int, *, correcting: bool) -> BaseResponse:
    if correcting:
        return go_to(url_for("sheet.hand", game=game, number=number))
    return go_to(url_for("table.table", game=game))


@pages.context("ruling/sample.html")
class SamplePage:
    """A whole ruling that nobody played."""

    ruling: RulingShown
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
