"""Worked cases of the rules in words: all that their documents say, so that a reader can check them by hand."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.rules.cards import CARDS_BY_NAME, RANK_NAMES, SUITS
from companion.rules.gem2.lines import Side
from companion.rules.gem2.round import dealer_of, player_of
from companion.rules.gem2.turn import Misdeal, Penalty
from companion.rules.rummy.verdict import Call
from companion.wording.cards import card_word, listed_words, plural
from companion.wording.faults import CALL_WORDS
from companion.wording.game import won
from companion.wording.gem2_card import ENDINGS, ROUND_TITLE, ROUND_TITLE_WITH_DEALER
from companion.wording.gem2_rules import MISDEAL_NAMES, PENALTY_NAMES, named_card
from companion.wording.gem2_table import claim_sentence
from companion.wording.side_sheet import FORM_WORDS
from companion.wording.terminal import house_rule_words

CALL_LEFT_OUT = "call left out"
NO_DEAL_YET = "no deal yet"
NOTHING_THERE = "–"


def facts(game: str, document: Mapping[str, Any], *, complete: bool = True) -> tuple[str, ...]:
    """Return what a case is about: the game, who plays, the dice, who knocks, the house rules.

    Not complete, they leave out who sits where, and that nobody wrote down a call.
    """
    facts = [game]
    if "form" in document:
        facts.append(FORM_WORDS[document["form"]])
    if "level" in document:
        facts.append(f"Level {document['level']}")
    if complete:
        facts += _seating(document)
    if "dealer" in document:
        facts.append(f"{listed_words(document['players'])} play and {document['dealer']} deals")
    facts += _turned_up(document)
    if "knocker" in document:
        facts.append(_knock(document))
    if complete and _is_call_left_out(document, document["game"]):
        facts.append(CALL_LEFT_OUT)
    if document.get("house_rules"):
        facts.append(f"house rules: {house_rule_words(document['house_rules'])}")
    return tuple(facts)


def _seating(document: Mapping[str, Any]) -> Iterator[str]:
    if "rounds" not in document and "hands" not in document:
        return
    yield f"{listed_words(document['players'])} {'play' if len(document['players']) > 1 else 'plays'}"
    if "first_dealer" in document:
        yield f"{document['first_dealer']} deals first"
    if "sides" in document:
        yield f"sides: {'; '.join(map(listed_words, document['sides']))}"
    for name, team in zip(document["players"], document.get("teams", ()), strict=False):
        yield f"{name} is the team of {listed_words(team)}"


def entered(document: Mapping[str, Any]) -> Iterator[str]:
    if "piles" in document:
        yield from _board(document)
    elif "rounds" in document:
        for number, played in enumerate(document["rounds"], start=1):
            yield f"{round_title(document, number)}: {'; '.join(round_lines(document, number, played))}"
    elif "hands" in document:
        for number, hand in enumerate(document["hands"], start=1):
            yield f"Hand {number}: {'; '.join(_hand_of_a_game(hand, document['game']))}"
    elif "knocker" in document:
        yield from _deck(document)
        yield from _hands(document)
        yield from _lay_offs(document)


def results(target: int, winners: Sequence[str], *, over: bool) -> list[str]:
    return [f"The game goes to {target}.", f"The game is over; {won(winners)}." if over else "The game goes on."]


def asked_first(names: Iterable[str]) -> str:
    return f"First asks for the gems of {_cards(names)}."


def _turned_up(hand: Mapping[str, Any]) -> Iterator[str]:
    if "dice" in hand:
        yield f"dice {listed_words([str(number) for number in hand['dice']])}"
    if "upcard" in hand:
        yield f"upcard {_cards([hand['upcard']])}"


def _is_call_left_out(hand: Mapping[str, Any], game: str) -> bool:
    """Return whether a hand in which the call matters doesn't say what was called."""
    return game == "gem-rummy" and "knocker" in hand and "call" not in hand


def _knock(hand: Mapping[str, Any]) -> str:
    call = Call(hand.get("call", Call.KNOCK))
    return f"{hand['knocker']} " + ("knocks" if call == Call.KNOCK else f"calls {CALL_WORDS[call]}")


def _hand_of_a_game(hand: Mapping[str, Any], game: str) -> Iterator[str]:
    if hand.get("drawn"):
        yield "drawn"
    yield from _turned_up(hand)
    if "knocker" in hand:
        yield _knock(hand)
    if _is_call_left_out(hand, game):
        yield CALL_LEFT_OUT
    yield from _hands(hand)
    yield from _lay_offs(hand)
    if "overruled" in hand:
        yield _overruled(hand["overruled"])


def _overruled(overruled: Mapping[str, Any]) -> str:
    points = ", ".join(f"{name} {points}" for name, points in overruled["points"].items())
    won_by = f", won by {overruled['winner']}" if "winner" in overruled else ""
    return f"overruled by {overruled['by']}: {points}{won_by} (“{overruled['reason']}”)"


def _deck(document: Mapping[str, Any]) -> Iterator[str]:
    if "print" in document:
        letters = document["print"]
        ranks = (f"{rank} {' '.join(letters.get(rank + suit, NOTHING_THERE) for suit in SUITS)}" for rank in RANK_NAMES)
        yield f"Gems, in each rank for ♣ ♦ ♥ ♠: {' | '.join(ranks)}"
    elif "gems" in document:
        known = ", ".join(f"{_cards([name])} {own}" for name, own in document["gems"].items())
        yield f"Gems known: {known or 'none'}"
    for name, letters in document.get("not_gems", {}).items():
        yield f"{_cards([name])} doesn't show {' or '.join(letters)}"


def _hands(document: Mapping[str, Any]) -> Iterator[str]:
    letters = document.get("print", document.get("gems", {}))
    for player in document.get("players", ()):
        yield f"{player['name']}: {_hand(player, letters)}{_claim(player)}"


def _claim(player: Mapping[str, Any]) -> str:
    if player.get("gem_parts"):
        return ", claims Gem Parts" + (", checked at the table" if player["gem_parts"] == "checked" else "")
    # A counted hand has Gem Parts only if it says so.
    return ", waives Gem Parts" if "gem_parts" in player and "deadwood_points" not in player else ""


def _hand(player: Mapping[str, Any], letters: Mapping[str, str]) -> str:
    match player:
        case {"melds": melds, "deadwood": deadwood}:
            groups = " | ".join(_cards(meld, letters) for meld in melds) or "no meld"
            return f"{groups}, deadwood {_cards(deadwood, letters) or 'none'}"
        case {"cards": cards}:
            return f"loose {_cards(cards, letters)}"
        case {"deadwood_points": points}:
            return f"counted {points}"
        case _:
            return "not entered"


def _cards(names: Iterable[str], letters: Mapping[str, str] | None = None) -> str:
    """Return cards one after the other, each with its letters if they are known: 5♣M 6♣T."""
    known = letters or {}
    return " ".join(f"{_card(name)}{known.get(name, '')}" for name in names)


def _card(name: str) -> str:
    return card_word(CARDS_BY_NAME[name]) if name in CARDS_BY_NAME else name


def _lay_offs(document: Mapping[str, Any]) -> Iterator[str]:
    if "lay_offs" not in document:
        return
    if not document["lay_offs"]:
        yield "Nobody lays off"
    melds = {player["name"]: player.get("melds", []) for player in document["players"]}
    for move in document["lay_offs"]:
        if "pass" in move:
            yield f"{move['player']} passes"
            continue
        owner, place = move["onto"]["player"], move["onto"]["meld"]
        groups = melds.get(owner, [])
        group = _cards(groups[place]) if place in range(len(groups)) else f"group {place + 1}"
        yield f"{move['player']} lays off {_cards([move['card']])} onto {owner}'s {group}"


def _board(document: Mapping[str, Any]) -> Iterator[str]:
    piles = document["piles"]
    yield f"Piles, the top card last: {' | '.join(' '.join(pile) or NOTHING_THERE for pile in piles)}"
    if "claimed" in document:
        yield claimed_words(document)
    if document.get("best"):
        yield "How many cards can come off at best?"


def claimed_words(document: Mapping[str, Any]) -> str:
    claimed = document.get("claimed", {})
    cards = [named_card(name) for name in claimed.get("cards", [claimed["card"]] if "card" in claimed else [])]
    sentence = claim_sentence(claimed, cards, [named_card(pile[-1]) if pile else None for pile in document["piles"]])
    return f"Move {claimed['move']}: {sentence}" if "move" in claimed else sentence


def round_title(document: Mapping[str, Any], number: int) -> str:
    sides = _sides(document)
    if not sides:
        return ROUND_TITLE.format(position=number)
    return ROUND_TITLE_WITH_DEALER.format(number=number, dealer=sides[dealer_of(number)])


def _sides(document: Mapping[str, Any]) -> dict[Side, str]:
    if "first_dealer" not in document:
        return {}
    first, players = document["first_dealer"], document["players"]
    return {Side.FIRST: first, Side.SECOND: next(name for name in players if name != first)}


def round_lines(document: Mapping[str, Any], number: int, played: Mapping[str, Any]) -> Iterator[str]:
    sides = _sides(document)
    if "counted" in played:
        yield from _counted(played["counted"], document["players"])
    elif sides:
        if not played["deals"]:
            yield NO_DEAL_YET
        for place, deal in enumerate(played["deals"], start=1):
            player = player_of(number, place)
            yield f"Deal {place}: {_deal(deal, sides[player], sides[player.other])}"
    else:
        for bonus, deals in enumerate([played["deals"], *(bonus["deals"] for bonus in played.get("bonus_rounds", ()))]):
            off = " ".join(map(str, deals)) or NO_DEAL_YET
            yield f"{f'Bonus round {bonus}' if bonus else 'Removed'}: {off}"
    yield from _ending(played)
    if "overruled" in played:
        yield _overruled(played["overruled"])


def _deal(deal: Mapping[str, Any], player: str, other: str) -> str:
    parts = [f"{player} took off {deal['removed'] or 'none'}"]
    if "finished_by_opponent" in deal:
        parts.append(f"{other} finished with {deal['finished_by_opponent'] or 'none'}")
    parts += [f"bet on {bet}" for bet in deal.get("bets", ())]
    parts += [_call(call) for call in deal.get("calls", ())]
    if "dealt" in deal:
        parts.append(f"{plural(deal['dealt'], 'card')} dealt")
    if deal.get("timed_out"):
        parts.append("time ran out")
    return ", ".join(parts)


def _call(call: Mapping[str, Any]) -> str:
    penalty = PENALTY_NAMES[Penalty(call["penalty"])]
    if "example" in call or call["penalty"] == Penalty.INCORRECT_DEAL:
        penalty += f" ({MISDEAL_NAMES[Misdeal(call.get('example', Misdeal.TWO_AT_ONCE))]})"
    on_self = " on their own side" if call.get("on_self") else ""
    return f"{call['caller']} {'correctly' if call['correct'] else 'wrongly'} called {penalty}{on_self}"


def _counted(counted: Mapping[str, Any], names: Iterable[str]) -> Iterator[str]:
    yield f"Counted at the table: {plural(counted['remaining'], 'card')} left"
    betting, penalties = counted.get("betting", {}), counted.get("penalties", {})
    for name in names:
        parts = [f"{plural(counted['cards'].get(name, 0), 'card')} held"]
        parts += [f"{betting[name]} by bets"] if name in betting else []
        parts += [f"{penalties[name]} by penalties"] if name in penalties else []
        yield f"{name}: {', '.join(parts)}"


def _ending(played: Mapping[str, Any]) -> Iterator[str]:
    if not played.get("announced_eight", True):
        yield ENDINGS["unannounced"]
    for example in played.get("incorrect_deal", ()):
        yield ENDINGS[example]
    if played.get("not_all_x"):
        yield "Four cards are left, but an X is missing"
    if "x_held_by" in played:
        yield f"{played['x_held_by']} holds the missing X"
