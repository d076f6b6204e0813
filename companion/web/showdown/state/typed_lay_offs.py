"""Play lay-offs that were typed: all of them, or none where one can't be read or played."""

from collections.abc import Mapping

from companion.documents.shorthand import ShorthandError, WrittenLayOff, WrittenPass, parse_lay_offs
from companion.documents.showdown_draft import LaidOff
from companion.rules.cards import CARDS_BY_NAME, Card
from companion.rules.rummy.lay_offs import OpenMeld
from companion.rules.rummy.melds import extends, might_extend
from companion.rules.rummy.verdict import Call, MeldInPlay
from companion.web.showdown.state.draft import ShowdownDraft
from companion.web.showdown.state.laying_off import LayOffsInPlay
from companion.web.showdown.state.seats import may_act_for
from companion.wording.cards import card_word
from companion.wording.document_errors import shorthand_sentence
from companion.wording.faults import does_not_fit_sentence, own_meld_sentence
from companion.wording.showdown import (
    ENTER_ALONE,
    NO_PASSING,
    NO_SUCH_MELD,
    NOT_A_MELD,
    NOT_IN_DEADWOOD,
    OWN_PHONES_LAY_OFF,
    closed_sentence,
)


def numbered_melds(draft: ShowdownDraft) -> tuple[tuple[int, int], ...]:
    """Return the owner and the place of each meld, in the order in which the screen of the lay-offs numbers them."""
    return tuple((seat, place) for seat in draft.order for place in range(len(draft.hands[seat].entry.melds)))


def play_typed(state: LayOffsInPlay, text: str) -> Mapping[str, str] | str:
    """Play typed lay-offs and return the letters told with them; or why not, and then the state is of no use."""
    try:
        written = parse_lay_offs(text)
    except ShorthandError as error:
        return shorthand_sentence(error)
    gems: Mapping[str, str] = state.draft.shared.gems
    for one in written:
        move = _pass(state) if isinstance(one, WrittenPass) else _lay_off(state, one)
        if isinstance(move, str):
            return move
        if isinstance(move, LaidOff) and move.letter:
            if len(written) > 1:
                # What the letter tells changes what fits: the next lay-off is judged with it.
                return ENTER_ALONE.format(card=card_word(CARDS_BY_NAME[move.card]))
            told = state.letters_with(move)
            if isinstance(told, str):
                return told
            gems = told
        state.play(move)
    return gems


def _pass(state: LayOffsInPlay) -> int | str:
    if not (state.turns.alternating and state.waiting):
        return NO_PASSING
    seat = state.waiting[0]
    return seat if may_act_for(state.draft, seat) else OWN_PHONES_LAY_OFF


def _lay_off(state: LayOffsInPlay, written: WrittenLayOff) -> LaidOff | str:
    """Return a lay-off, or why it can't be played. Nothing tells whether the card fits anywhere else (R.14)."""
    draft, card, melds = state.draft, written.card, numbered_melds(state.draft)
    holders = [seat for seat in state.turns.seats if card in state.table.deadwood[seat]]
    seat = next((seat for seat in holders if may_act_for(draft, seat)), None)
    if seat is None:
        return OWN_PHONES_LAY_OFF if holders else NOT_IN_DEADWOOD.format(card=card_word(card))
    if not 1 <= written.meld <= len(melds):
        return NO_SUCH_MELD.format(number=written.meld)
    owner, place = melds[written.meld - 1]
    if owner == seat:
        return own_meld_sentence(card_word(card), draft.players[seat])
    late = state.out_of_turn(seat)
    if late:
        return late
    there = state.table.melds.get((owner, place))
    return _why_not(state, written, (owner, place)) if there is None else _onto(state, seat, card, there)


def _why_not(state: LayOffsInPlay, written: WrittenLayOff, place: tuple[int, int]) -> str:
    """Return why a group takes no cards: it is a Gin hand's, or no meld."""
    closed = next((there for there in state.closed if (there.owner, there.place) == place), None)
    if closed is None:
        return NOT_A_MELD.format(number=written.meld)
    return closed_sentence(
        written.card, state.draft.players[closed.owner], closed.meld, state.draft.shared.call or Call.GIN
    )


def _onto(state: LayOffsInPlay, seat: int, card: Card, there: OpenMeld) -> LaidOff | str:
    context = state.table.context
    if extends(there.meld, card, context) or might_extend(there.meld, card, context):
        return state.lay_off(seat, card, there)
    return does_not_fit_sentence(card, MeldInPlay(state.draft.players[there.owner], there.meld))
