"""Faults as a player reads them: each names the nearest thing that would be right."""

from typing import Any

import pytest

from companion.answers.judging import judge_document
from companion.register.cases import MADE_UP_PRINT
from tests.support.rummy.random_hands import card_names

BOB = {"name": "Bob", "deadwood_points": 30}
FOUR = "and a stash needs 4 Sapphire cards"
SAPPHIRES = {"2S": "S", "4H": "S"}
DIFFERENTLY, AT_BEST = "Laid out differently, Ann's cards leave", "Even at their best, Ann's cards leave"
AS_A_KNOCK = "As a knock it would be legal."


def hand(text: str) -> dict[str, Any]:
    """Read a hand: points alone, loose cards after `=`, or melds before a slash and the deadwood behind it."""
    if text.isdecimal():
        return {"deadwood_points": int(text)}
    if text.startswith("="):
        return {"cards": card_names(text)}
    melds, _, deadwood = text.partition("/")
    return {"melds": [card_names(group) for group in melds.split()], "deadwood": card_names(deadwood)}


def messages(ann: str, **changes: object) -> list[str]:
    """Return what is wrong where Ann knocks, of a deck whose print is known unless letters of it are given."""
    document: dict[str, Any] = {
        "game": "gem-rummy",
        "dice": [3, 4],
        "knocker": "Ann",
        "players": [{"name": "Ann", **hand(ann)}, BOB],
        **({} if "gems" in changes else {"print": MADE_UP_PRINT}),
        **changes,
    }
    faults: Any = judge_document(document)["faults"]
    return [fault["message"] for fault in faults]


@pytest.mark.parametrize(
    ("group", "message"),
    [
        ("5C 6C 8C", "5♣ 6♣ 8♣ isn't a run: 7♣ is missing."),
        ("2C 3C 9C", "2♣ 3♣ 9♣ isn't a run: 9♣ isn't in sequence, and you still need A♣ or 4♣."),
        ("5C 6C 7D", "5♣ 6♣ 7♦ isn't a run: 7♦ isn't a club, and you still need 4♣ or 7♣."),
        ("QC KC AD", "Q♣ K♣ A♦ isn't a run: A♦ isn't a club, and you still need J♣."),
        ("KC AC", "K♣ A♣ isn't a run: the Ace is low, so it can't follow the King."),
        ("KC AC 2C 8D", "K♣ A♣ 2♣ 8♦ isn't a run: 8♦ isn't a club, and the Ace is low, so it can't follow the King."),
        ("8C 8D 9H", "8♣ 8♦ 9♥ isn't a set: 9♥ isn't an 8, and you still need 8♥ or 8♠."),
        ("9S 3S 5S 6S", "9♠ 3♠ 5♠ 6♠ isn't a run: 4♠ is missing, and 9♠ isn't in sequence."),
        ("2C 7S KD", "2♣ 7♠ K♦ isn't a meld: these cards don't share a rank or a gem, or form a sequence."),
        ("QH 8D", "Q♥ 8♦ isn't Queen's Diamonds: the dice name 7♦, not 8♦."),
        ("KH 7D", "K♥ 7♦ isn't Queen's Diamonds: K♥ isn't a Queen."),
        ("7D 8D", "7♦ 8♦ isn't a run: you still need 6♦ or 9♦."),
        ("QH 7D QC", "Q♥ 7♦ Q♣ isn't a meld: Queen's Diamonds has exactly two cards, so Q♣ can't join it."),
        ("2S 4H 8C", "2♠ 4♥ 8♣ isn't a stash: a stash needs 4 Sapphire cards."),
        ("2S 4H 7D 8C", f"2♠ 4♥ 7♦ 8♣ isn't a stash: 7♦ isn't Sapphire, {FOUR}."),
        ("5C", "5♣ isn't a meld: it's only one card."),
    ],
)
def test_the_nearest_meld_is_named(group: str, message: str) -> None:
    assert message in messages(group.replace(" ", ""))


@pytest.mark.parametrize(
    ("group", "gems", "message"),
    [
        ("2C 4H 7S 8D", {}, "2♣ 4♥ 7♠ 8♦ isn't a stash: 7♠ and 8♦ can't share a gem."),
        ("2S 4H 7C 8D", SAPPHIRES, f"2♠ 4♥ 7♣ 8♦ isn't a stash: 7♣ and 8♦ can't both be Sapphire, {FOUR}."),
        (
            "2S 4H 7C 8D 6C",
            {**SAPPHIRES, "6C": "T"},
            f"2♠ 4♥ 7♣ 8♦ 6♣ isn't a stash: 7♣ and 8♦ can't both be Sapphire, 6♣ isn't Sapphire, {FOUR}.",
        ),
        ("2C 7S KD", {}, "2♣ 7♠ K♦ isn't a meld: these cards don't share a rank or form a sequence."),
        (
            "2C 4H 6D 8C",
            {"2C": "A", "3C": "A", "3D": "M", "5C": "A", "7C": "A"},
            "2♣ 4♥ 6♦ 8♣ isn't a stash: these cards can't all share a gem.",
        ),
        ("2S 4C 6H 8D", {}, "2♠ 4♣ 6♥ 8♦ may be a stash. To check, enter the gems printed on 2♠ 4♣ 6♥ 8♦."),
    ],
)
def test_what_the_law_of_the_print_says_is_the_reason_where_letters_are_not_known(
    group: str, gems: dict[str, str], message: str
) -> None:
    assert message in messages(group.replace(" ", ""), gems=gems)


def broken(**letters: str) -> dict[str, object]:
    return {"print": {**MADE_UP_PRINT, **letters}}


ONCE = "This print can't be right: each gem appears once in the group"


@pytest.mark.parametrize(
    ("ann", "changes", "message"),
    [
        (
            "9",
            {},
            "Ann can't knock with 9: that's 2 over the limit of 7, which the dice 3 and 4 set. The hand goes on.",
        ),
        ("3", {"call": "gin"}, f"Ann called Gin but still has 3 points of deadwood. {AS_A_KNOCK}"),
        (
            "0",
            {"call": "big-gin", "house_rules": {"big_gin_bonus": None}},
            "Ann called Big Gin, but this table doesn't play it.",
        ),
        ("/ 2C", {}, "Ann has 1 card but should have 11."),
        ("= AC 3C 5C", {"house_rules": {"hand_size": 4}}, "Ann has 3 cards but should have 4 by house rule."),
        ("2C3C4C5C", {"call": "big-gin"}, "Ann has 4 cards, but Big Gin takes 12: no discard."),
        ("/ 2C2C", {}, "2♣ appears twice, the second time in Ann's hand."),
        ("2", broken(AC="E"), f"{ONCE} A+2, but Emerald appears twice, on A♣ and A♦."),
        ("2", broken(KC="G", KD="E"), f"{ONCE} K, but K♣ and K♦ need two gems each."),
    ],
)
def test_what_else_can_be_wrong(ann: str, changes: dict[str, Any], message: str) -> None:
    assert message in messages(ann, **changes)


# 7♦ might be the fourth card of a stash.
UNKNOWN_SEVEN = {card: gem for card, gem in MADE_UP_PRINT.items() if card not in {"7D", "8D"}}
ALLOW = "The gem on 7♦ could still allow it: check that first. Otherwise the hand goes on."
# 8♣ 8♠ 8♦ 9♥ isn't a set; laid out at their best, the cards leave 9♥ and 2♣.
NO_SET = "5C6C7C 8C8S8D9H 10S10H10D / 2C"
NO_SET_SAID = "8♣ 8♠ 8♦ 9♥ isn't a set: 9♥ isn't an 8."
# 3♣ 4♣ 5♣ are a run, and leave 3.
NO_RUN_LAID = "6C6D6H 9C9D9S / 3C4C5CAD2H"
FIFTEEN = "Ann called Gin but still has 15 points of deadwood (3♣ 4♣ 5♣ A♦ 2♥)."
THREE_SETS = "5C6C7C8C KDKHKS 3C3D3H / AD"
ONE_LEFT = "Ann called {} but still has 1 point of deadwood (A♦)."


@pytest.mark.parametrize(
    ("ann", "changes", "said"),
    [
        (
            "= QH 10C 5C 7D 2C 2D 2H 4S 5S 6S AC",
            {"gems": UNKNOWN_SEVEN, "dice": [3, 5], "call": "knock"},
            f"Ann can't knock with 33: that's 25 over the limit of 8, which the dice 3 and 5 set. {ALLOW}",
        ),
        (
            "= QH 10C 5C 7D 2C 2D 2H 2S 4S 5S 6S",
            {"gems": UNKNOWN_SEVEN, "dice": [3, 5], "call": "gin"},
            f"Ann called Gin but still has 32 points of deadwood (5♣ 7♦ 10♣ Q♥). {ALLOW}",
        ),
        (NO_SET, {"dice": [6, 6]}, f"{NO_SET_SAID} {DIFFERENTLY} 11, and 12 are allowed."),
        # 6♦ and 7♥ count 13 besides; the best layout leaves the two of them, 9♥ and the Tens, 42.
        (
            "2C3C4C 8C8S8D9H 10S10H / 6D7H",
            {"dice": [3, 2]},
            (
                "Ann can't knock with 13 besides what isn't a meld: that's 8 over the limit of 5, "
                "which the dice 3 and 2 set. "
                f"{AT_BEST} 42, so the hand goes on."
            ),
        ),
        (
            "5C6C7C 7DQH ACADAH / 3C3D3H",
            {"call": "gin"},
            f"Ann called Gin but still has 9 points of deadwood (3♣ 3♦ 3♥). {DIFFERENTLY} none.",
        ),
        (
            NO_RUN_LAID,
            {"call": "gin", "dice": [2, 2]},
            f"{FIFTEEN} {DIFFERENTLY} 3, which would be legal as a knock.",
        ),
        (NO_RUN_LAID, {"call": "gin", "dice": [1, 1]}, f"{FIFTEEN} {AT_BEST} 3, so the hand goes on."),
        (NO_RUN_LAID, {"call": "gin", "dice": [1, 1], "gems": {}}, f"{FIFTEEN} The hand goes on."),
        (THREE_SETS, {"call": "gin"}, f"{ONE_LEFT.format('Gin')} {AS_A_KNOCK}"),
        # Twelve cards are one too many for a knock.
        (
            f"{THREE_SETS}2S",
            {"call": "gin"},
            "Ann called Gin but still has 3 points of deadwood (A♦ 2♠). The hand goes on.",
        ),
    ],
)
def test_what_another_layout_or_call_would_allow(ann: str, changes: dict[str, Any], said: str) -> None:
    assert messages(ann, **changes)[-1] == said


def lay_off(text: str) -> dict[str, Any]:
    player, card, onto = text.split()
    owner, _, meld = onto.partition(".")
    return {"player": player, "card": card, "onto": {"player": owner, "meld": int(meld)}}


CLUBS = "AC2C3C4C5C6C7C8C9C10CJC"
# By the print that the cases have, 2♠ 4♥ 6♦ 8♣ bear Sapphire each.
LITTLE = "2S4H6D8C 7DQH 9C9D9H9S / AC"
ACE_IS_LOW = "the Ace is low, so it can't follow the King"
NOBODY = "K♣ can't be laid off on Ann's melds: nobody lays off on a"
STASH = {"gems": dict.fromkeys(("2S", "4H", "6D", "8C"), "S")}


@pytest.mark.parametrize(
    ("ann", "card", "meld", "changes", "message"),
    [
        (CLUBS, "KC", 0, {"call": "gin"}, f"{NOBODY} Gin hand."),
        ("JCQCKC / 2D", "AC", 0, {}, f"A♣ doesn't fit on Ann's J♣ Q♣ K♣: {ACE_IS_LOW}."),
        (LITTLE, "KC", 0, {}, "K♣ doesn't fit on Ann's 2♠ 4♥ 6♦ 8♣: it isn't Sapphire."),
        (LITTLE, "KC", 1, {}, "K♣ doesn't fit on Ann's 7♦ Q♥: Queen's Diamonds can't be extended."),
        (LITTLE, "KC", 2, {}, "K♣ doesn't fit on Ann's 9♣ 9♦ 9♥ 9♠: it isn't a 9."),
        (
            LITTLE,
            "8D",
            0,
            STASH,
            "8♦ doesn't fit on Ann's 2♠ 4♥ 6♦ 8♣: it isn't Sapphire; among the 7s and 8s, only 8♣ is.",
        ),
        (LITTLE, "2S", 0, STASH, "2♠ doesn't fit on Ann's 2♠ 4♥ 6♦ 8♣: that card is already there."),
        (
            LITTLE,
            "10S",
            0,
            STASH,
            "10♠ may fit on Ann's 2♠ 4♥ 6♦ 8♣. To check, enter the gem printed on 10♠.",
        ),
    ],
)
def test_why_a_card_cannot_be_laid_off(ann: str, card: str, meld: int, changes: dict[str, Any], message: str) -> None:
    players = [{"name": "Ann", **hand(ann)}, {"name": "Bob", **hand(f"/ {card}")}]
    assert message in messages("", players=players, lay_offs=[lay_off(f"Bob {card} Ann.{meld}")], **changes)


def test_lay_offs() -> None:
    ann = {"name": "Ann", **hand("5C6C7C 9C9D9H / 2D3SACAD")}
    bob = {"name": "Bob", **hand("4D5D6D KCKDKH / 8C10CJDQS")}
    onto_own, ann_lays_off = "Bob 8C Bob.0", "Ann 3S Bob.0"
    moves = ["Bob JD Ann.0", "Bob 8C Ann.1", "Bob 3H Ann.0", "Bob 4D Ann.0", onto_own, ann_lays_off]
    moves += ["Bob 8C Ann.0", "Bob QS Ann.0", "Bob 10C Ann.0", "Bob 8C Ann.0"]
    document = {"game": "gin-rummy", "knocker": "Ann", "players": [ann, bob], "lay_offs": list(map(lay_off, moves))}
    faults: Any = judge_document(document)["faults"]
    assert [fault["message"] for fault in faults] == [
        "J♦ doesn't fit on Ann's 5♣ 6♣ 7♣: it isn't a club.",
        "8♣ doesn't fit on Ann's 9♣ 9♦ 9♥: it isn't a 9.",
        "3♥ isn't in Bob's hand.",
        "4♦ isn't in Bob's deadwood: it's in Bob's 4♦ 5♦ 6♦.",
        "8♣ can't go on Bob's own meld: lay-offs go on other players' melds.",
        "Ann knocked, and the Knocker never lays off.",
        "Q♠ doesn't fit on Ann's 5♣ 6♣ 7♣ 8♣: it isn't a club.",
        "10♣ doesn't fit on Ann's 5♣ 6♣ 7♣ 8♣: it doesn't extend the run at either end.",
        "8♣ isn't in Bob's deadwood: it's in Ann's 5♣ 6♣ 7♣ 8♣.",
    ]


def test_a_lay_off_out_of_turn_names_who_comes_first_and_no_card() -> None:
    hands = {
        "Ann": "5C6C7C 8H8D8S QH7D / AC2DAH",
        "Bob": "KCKDKH / 4C3C8C9C2H10DJD10S",
        "Cid": "JSJHJC / 2C10C4D6S9H9DQSKS",
    }
    players = [{"name": name, **hand(text)} for name, text in hands.items()]
    assert messages("", players=players, lay_offs=[lay_off("Bob 4C Ann.0"), lay_off("Bob 3C Ann.0")]) == [
        "It's Cid's turn to lay off, not Bob's: one card each, from the Knocker's left."
    ]
