"""What people do with hands on the sheet: undo and redo, strike out, overrule, dispute, and put right what is wrong."""

from tests.simulator.gem2 import GemRound, corrects
from tests.simulator.hand import Hand


def takes_back(hand: Hand) -> bool:
    """Undo or redo at the table, or go where a hand is corrected."""
    evening = hand.evening
    undoes = [one for one in hand.buttons("act") if one["value"].startswith(("undo:", "redo:"))]
    if undoes and evening.slips(0.12 if undoes[0]["value"].startswith("undo:") else 0.5):
        return hand.tap(undoes[0])
    wrong = next((one.number for one in evening.look_up().hands if evening.amiss(one)), None)
    return wrong is not None and hand.go(f"/hands/{wrong}")


def at_a_recorded_hand(hand: Hand, number: int, place: str) -> bool:
    """Correct a hand that is wrong; change one that is right by mistake; say whether one agrees."""
    evening, person = hand.evening, hand.person
    entry = evening.look_up().hand(number)
    if hand.has("word") and evening.slips(0.6) and hand.fill("word", f"No, says {person.name}"):
        return hand.tap(hand.button("act", "dispute"))
    agrees = hand.button(form="accept")
    if entry is None or (agrees and evening.chance.random() < 0.5):
        return hand.tap(agrees) or hand.go()
    if not person.keeps_score:
        return hand.go()
    if place == "overrule":
        return _overrules(hand, withdraws=entry.overruled)
    if evening.amiss(entry):
        return _puts_right(hand, number, place)
    if evening.is_whole(entry) and evening.slips(0.5):
        wrongs = [*hand.buttons(words="Strike out"), *hand.buttons(words="Change to a drawn"), hand.link("/overrule")]
        return hand.tap(hand.one_of(wrongs)) or hand.go()
    return hand.go()


def _puts_right(hand: Hand, number: int, place: str) -> bool:
    entry = hand.evening.sheet.hand(number)
    assert entry is not None
    deal = hand.evening.deal(entry.deal)
    assert deal is not None
    if entry.struck:
        done = hand.tap(hand.button(words="Count this"))
    elif entry.overruled:
        done = hand.tap(hand.link("/overrule"))
    elif isinstance(deal, GemRound):
        done = corrects(hand, deal, entry.played, place)
    elif "drawn" in entry.played and not deal.drawn:
        done = hand.tap(hand.button("version"))
    else:
        done = hand.tap(hand.link("/showdown"))
    return done or hand.go()


def _overrules(hand: Hand, *, withdraws: bool) -> bool:
    if withdraws:
        return hand.tap(hand.button(words="Use the ruling again")) or hand.go()
    if not hand.has("reason") or hand.evening.calm:
        return hand.go()
    for seat in range(len(hand.evening.people)):
        hand.fill(f"points-{seat}", "12" if seat == hand.person.seat else "0")
    hand.choose("winner", str(hand.person.seat))
    hand.choose("by", str(hand.person.seat))
    hand.fill("reason", "Agreed at the table")
    return hand.tap(hand.button(words="Overrule"))
