"""Faults as a player reads them: each names the nearest thing that would be right."""

import re
from typing import Any

import pytest

from companion.answers.judging import judge_document
from companion.documents.showdown import read_showdown
from companion.register.cases import MADE_UP_PRINT
from companion.rules.cards import CARDS_BY_NAME
from companion.rules.rummy.showdown import judge
from companion.wording.cards import card_word, card_words

BOB = {"name": "Bob", "deadwood_points": 30}


def split_names(names: str) -> list[str]:
    return re.findall(r"10[CDHS]|[2-9AJQK][CDHS]", names)


def showdown(ann: dict[str, Any], **changes: object) -> dict[str, Any]:
    """Return a showdown in which Ann knocks, of a deck whose print is known unless letters of it are given."""
    document: dict[str, Any] = {
        "game": "gem-rummy",
        "print": MADE_UP_PRINT,
        "dice": [3, 4],
        "knocker": "Ann",
        "players": [{"name": "Ann", **ann}, BOB],
        **changes,
    }
    return {key: value for key, value in document.items() if key != "print" or "gems" not in changes}


def messages(ann: dict[str, Any], **changes: object) -> list[str]:
    faults: Any = judge_document(showdown(ann, **changes))["faults"]
    return [fault["message"] for fault in faults]


@pytest.mark.parametrize(
    ("group", "message"),
    [
        ("5C 6C 8C", "5♣ 6♣ 8♣ isn't a run: 7♣ is missing."),
        ("5C 6C 7C 9C", "5♣ 6♣ 7♣ 9♣ isn't a run: 8♣ is missing."),
        ("2C 3C 9C", "2♣ 3♣ 9♣ isn't a run: 9♣ isn't in sequence, and you still need A♣ or 4♣."),
        ("5C 6C 7D", "5♣ 6♣ 7♦ isn't a run: 7♦ isn't a club, and you still need 4♣ or 7♣."),
        ("5C 6C 7C 8D", "5♣ 6♣ 7♣ 8♦ isn't a run: 8♦ isn't a club."),
        ("JD QD KD AC", "J♦ Q♦ K♦ A♣ isn't a run: A♣ isn't a diamond."),
        ("QC KC AD", "Q♣ K♣ A♦ isn't a run: A♦ isn't a club, and you still need J♣."),
        ("QS KS AS", "Q♠ K♠ A♠ isn't a run: the Ace is low, so it can't follow the King."),
        ("KC AC 2C", "K♣ A♣ 2♣ isn't a run: the Ace is low, so it can't follow the King."),
        ("KC AC", "K♣ A♣ isn't a run: the Ace is low, so it can't follow the King."),
        ("JC KC AC", "J♣ K♣ A♣ isn't a run: Q♣ is missing, and the Ace is low, so it can't follow the King."),
        ("KC AC 2C 8D", "K♣ A♣ 2♣ 8♦ isn't a run: 8♦ isn't a club, and the Ace is low, so it can't follow the King."),
        ("8C 8D", "8♣ 8♦ isn't a set: you still need 8♥ or 8♠."),
        ("8C 8D 9H", "8♣ 8♦ 9♥ isn't a set: 9♥ isn't an 8, and you still need 8♥ or 8♠."),
        ("8C 8D 8H 9S", "8♣ 8♦ 8♥ 9♠ isn't a set: 9♠ isn't an 8."),
        ("9S 3S 5S 6S", "9♠ 3♠ 5♠ 6♠ isn't a run: 4♠ is missing, and 9♠ isn't in sequence."),
        ("2C 7S KD", "2♣ 7♠ K♦ isn't a meld: these cards don't share a rank or a gem, or form a sequence."),
        ("8C 8D 9H JS", "8♣ 8♦ 9♥ J♠ isn't a set: 9♥ and J♠ aren't 8s, and you still need 8♥ or 8♠."),
        ("QC KC 4C 7C", "Q♣ K♣ 4♣ 7♣ isn't a run: 4♣ and 7♣ aren't in sequence, and you still need J♣."),
        ("QH 8D", "Q♥ 8♦ isn't Queen's Diamonds: the dice name 7♦, not 8♦."),
        ("QD JD", "Q♦ J♦ isn't Queen's Diamonds: the dice name 7♦, not J♦."),
        ("KD QD", "K♦ Q♦ isn't Queen's Diamonds: the dice name 7♦, not K♦."),
        ("QH 7C", "Q♥ 7♣ isn't Queen's Diamonds: the dice name 7♦, not 7♣."),
        ("KH 7D", "K♥ 7♦ isn't Queen's Diamonds: K♥ isn't a Queen."),
        ("7D 10D", "7♦ 10♦ isn't Queen's Diamonds: 10♦ isn't a Queen."),
        ("7D 8D", "7♦ 8♦ isn't a run: you still need 6♦ or 9♦."),
        ("QH KH", "Q♥ K♥ isn't a run: you still need J♥."),
        ("QH QD", "Q♥ Q♦ isn't a set: you still need Q♣ or Q♠."),
        (
            "QH 7D QC",
            "Q♥ 7♦ Q♣ isn't a meld: Queen's Diamonds has exactly two cards, so Q♣ can't join it.",
        ),
        ("2S 4H 8C", "2♠ 4♥ 8♣ isn't a stash: a stash needs 4 Sapphire cards."),
        ("2S 4H 7D 8C", "2♠ 4♥ 7♦ 8♣ isn't a stash: 7♦ isn't Sapphire, and a stash needs 4 Sapphire cards."),
        (
            "2S 4H 7D 6C 8C",
            "2♠ 4♥ 7♦ 6♣ 8♣ isn't a stash: 6♣ and 7♦ aren't Sapphire, and a stash needs 4 Sapphire cards.",
        ),
    ],
)
def test_the_nearest_meld_is_named(group: str, message: str) -> None:
    assert message in messages({"melds": [group.split()], "deadwood": []})


@pytest.mark.parametrize(
    ("group", "gems", "message"),
    [
        ("2C 4H 7S 8D", {}, "2♣ 4♥ 7♠ 8♦ isn't a stash: 7♠ and 8♦ can't share a gem."),
        (
            "2S 4H 7C 8D",
            {"2S": "S", "4H": "S"},
            "2♠ 4♥ 7♣ 8♦ isn't a stash: 7♣ and 8♦ can't both be Sapphire, and a stash needs 4 Sapphire cards.",
        ),
        ("2S 4H 8C", {"2S": "S", "4H": "S"}, "2♠ 4♥ 8♣ isn't a stash: a stash needs 4 Sapphire cards."),
        ("2C 7S KD", {}, "2♣ 7♠ K♦ isn't a meld: these cards don't share a rank or form a sequence."),
        (
            "AC 3D 5H 7S",
            {"AC": "G", "3D": "E", "5H": "M", "7S": "P"},
            "A♣ 3♦ 5♥ 7♠ isn't a meld: these cards don't share a rank or a gem, or form a sequence.",
        ),
        (
            "2S 4H 7C 8D 6C",
            {"2S": "S", "4H": "S", "6C": "T"},
            (
                "2♠ 4♥ 7♣ 8♦ 6♣ isn't a stash: 7♣ and 8♦ can't both be Sapphire, 6♣ isn't Sapphire, "
                "and a stash needs 4 Sapphire cards."
            ),
        ),
        (
            "2C 4H 6D 8C",
            {"2C": "A", "3C": "A", "3D": "M", "5C": "A", "7C": "A"},
            "2♣ 4♥ 6♦ 8♣ isn't a stash: these cards can't all share a gem.",
        ),
    ],
)
def test_what_the_law_of_the_print_says_is_the_reason_where_letters_are_not_known(
    group: str, gems: dict[str, str], message: str
) -> None:
    assert message in messages({"melds": [group.split()], "deadwood": []}, gems=gems)


@pytest.mark.parametrize(("call", "cards", "word"), [("gin", 11, "Gin"), ("big-gin", 12, "Big Gin")])
def test_a_lay_off_onto_a_hand_that_takes_none_says_what_was_called(call: str, cards: int, word: str) -> None:
    clubs = [f"{rank}C" for rank in ("A", *range(2, 11), "J", "Q", "K")]
    ann = {"name": "Ann", "melds": [clubs[:cards]], "deadwood": []}
    bob = {"name": "Bob", "melds": [["3D", "3H", "3S"], ["4D", "4H", "4S"]], "deadwood": ["KC", "5D"]}
    assert f"K♣ can't be laid off on Ann's melds: nobody lays off on a {word} hand." in messages(
        {}, call=call, players=[ann, bob], lay_offs=[lay_off("Bob", "KC", "Ann", 0)]
    )


@pytest.mark.parametrize(("meld", "card"), [("JC QC KC", "AC"), ("AC 2C 3C", "KC")])
def test_a_lay_off_around_the_king_says_that_the_ace_is_low(meld: str, card: str) -> None:
    ann = {"name": "Ann", "melds": [meld.split()], "deadwood": ["2D"]}
    bob = {"name": "Bob", "melds": [], "deadwood": [card]}
    sentences = messages({}, players=[ann, bob], lay_offs=[lay_off("Bob", card, "Ann", 0)])
    cards = card_words(CARDS_BY_NAME[one] for one in meld.split())
    reason = "the Ace is low, so it can't follow the King"
    assert f"{card_word(CARDS_BY_NAME[card])} doesn't fit on Ann's {cards}: {reason}." in sentences


def test_without_a_print_a_stash_asks_for_the_letters() -> None:
    asked = "2♠ 4♣ 6♥ 8♦ may be a stash. To check, enter the gems printed on 2♠ 4♣ 6♥ 8♦."
    assert asked in messages({"melds": [["2S", "4C", "6H", "8D"]], "deadwood": []}, gems={})


@pytest.mark.parametrize(
    ("ann", "changes", "message"),
    [
        (
            {"deadwood_points": 9},
            {},
            "Ann can't knock with 9: that's 2 over the limit of 7, which the dice 3 and 4 set. The hand goes on.",
        ),
        (
            {"deadwood_points": 3},
            {"call": "gin"},
            "Ann called Gin but still has 3 points of deadwood. As a knock it would be legal.",
        ),
        (
            {"deadwood_points": 3},
            {"call": "big-gin"},
            "Ann called Big Gin but still has 3 points of deadwood. As a knock it would be legal.",
        ),
        (
            {"deadwood_points": 0},
            {"call": "big-gin", "house_rules": {"big_gin_bonus": None}},
            "Ann called Big Gin, but this table doesn't play it.",
        ),
        ({"melds": [], "deadwood": ["2C"]}, {}, "Ann has 1 card but should have 11."),
        (
            {"melds": [["2C", "3C", "4C", "5C"]], "deadwood": []},
            {"call": "big-gin"},
            "Ann has 4 cards, but Big Gin takes 12: no discard.",
        ),
        ({"melds": [], "deadwood": ["2C", "2C"]}, {}, "2♣ appears twice, the second time in Ann's hand."),
        (
            {"deadwood_points": 2},
            {"print": {**MADE_UP_PRINT, "AC": "E"}},
            (
                "This print can't be right: each gem appears once in the group A+2, "
                "but Emerald appears twice, on A♣ and A♦."
            ),
        ),
        (
            {"deadwood_points": 2},
            {"print": {**MADE_UP_PRINT, "KC": "MM"}},
            (
                "This print can't be right: each gem appears once in the group K, "
                "but Moonstone appears 3 times, on K♣ and K♥."
            ),
        ),
        (
            {"deadwood_points": 2},
            {"print": {**MADE_UP_PRINT, "KC": "G", "KD": "E"}},
            "This print can't be right: each gem appears once in the group K, but K♣ and K♦ need two gems each.",
        ),
    ],
)
def test_what_else_can_be_wrong(ann: dict[str, Any], changes: dict[str, Any], message: str) -> None:
    assert message in messages(ann, **changes)


UNKNOWN_SEVEN = {card: gem for card, gem in MADE_UP_PRINT.items() if card not in {"7D", "8D"}}


@pytest.mark.parametrize(
    ("names", "call", "message"),
    [
        (
            "QH 10C 5C 7D 2C 2D 2H 4S 5S 6S AC",
            "knock",
            "Ann can't knock with 33: that's 25 over the limit of 8, which the dice 3 and 5 set.",
        ),
        (
            "QH 10C 5C 7D 2C 2D 2H 2S 4S 5S 6S",
            "gin",
            "Ann called Gin but still has 32 points of deadwood (5♣ 7♦ 10♣ Q♥).",
        ),
    ],
)
def test_what_an_unknown_gem_could_allow_names_its_card(names: str, call: str, message: str) -> None:
    """7♦ might be the fourth card of a stash."""
    allowed = "The gem on 7♦ could still allow it: check that first. Otherwise the hand goes on."
    assert messages({"cards": names.split()}, gems=UNKNOWN_SEVEN, dice=[3, 5], call=call) == [f"{message} {allowed}"]


def test_a_group_that_is_no_meld_shows_what_the_cards_leave_otherwise() -> None:
    """8♣ 8♦ 8♠ and three runs or sets leave 9♥ and 2♣: 11, as 12 are allowed."""
    ann = {"melds": [["5C", "6C", "7C"], ["8C", "8S", "8D", "9H"], ["10S", "10H", "10D"]], "deadwood": ["2C"]}
    assert messages(ann, dice=[6, 6]) == [
        "8♣ 8♠ 8♦ 9♥ isn't a set: 9♥ isn't an 8. Laid out differently, Ann's cards leave 11, and 12 are allowed."
    ]
    assert messages(ann, dice=[4, 4]) == [
        "8♣ 8♠ 8♦ 9♥ isn't a set: 9♥ isn't an 8. Even at their best, Ann's cards leave 11, so the hand goes on."
    ]


@pytest.mark.parametrize(
    ("ann", "dice", "legal"),
    [
        # 8♣ 8♠ 8♦ 9♥ isn't a set. Laid out at their best, the cards leave 11.
        ("5C6C7C 8C8S8D9H 10S10H10D / 2C", [6, 6], True),
        ("5C6C7C 8C8S8D9H 10S10H10D / 2C", [4, 4], False),
        # 8♣ 8♥ 8♠ lie as deadwood, 29 with the others; laid out, 5 are left.
        ("5C6C7C 10S10H10D / 8C8H8S2C3D", [1, 5], True),
        ("5C6C7C 10S10H10D / 8C8H8S2C3D", [1, 3], False),
    ],
)
def test_a_fault_knows_whether_another_layout_would_be_legal(ann: str, dice: list[int], legal: bool) -> None:
    melds, _, deadwood = ann.partition(" / ")
    hand = {"melds": [split_names(group) for group in melds.split()], "deadwood": split_names(deadwood)}
    (fault,) = judge(read_showdown(showdown(hand, dice=dice))).faults
    assert (fault.best is not None and fault.best.is_legal) is legal


def test_a_false_gin_is_offered_as_a_knock_only_if_that_would_be_legal() -> None:
    """First 3♣ 3♦ 4♥ isn't a set; then Ann has twelve cards, one too many for a knock."""
    melds = [["5C", "6C", "7C", "8C"], ["KD", "KH", "KS"], ["3C", "3D", "4H"]]
    assert messages({"melds": melds, "deadwood": ["AD"]}, call="gin", dice=[2, 2])[-1].endswith("the hand goes on.")
    melds[2] = ["3C", "3D", "3H"]
    twelve = messages({"melds": melds, "deadwood": ["AD", "2S"]}, call="gin")
    assert twelve[-1].endswith("The hand goes on.")
    assert messages({"melds": melds, "deadwood": ["AD"]}, call="gin")[-1].endswith("As a knock it would be legal.")


def test_a_false_big_gin_with_the_cards_of_a_knock_is_offered_as_one() -> None:
    """Eleven cards with A♦ left: a knock at 7, but none at Gin's 0; with a twelfth card it is neither."""
    ann = {"melds": [["5C", "6C", "7C", "8C"], ["KD", "KH", "KS"], ["3C", "3D", "3H"]], "deadwood": ["AD"]}
    assert messages(ann, call="big-gin")[-1].endswith("As a knock it would be legal.")
    twelve = messages({**ann, "deadwood": ["AD", "2S"]}, call="big-gin")
    assert twelve[-1].endswith("The hand goes on.")


def test_points_besides_what_is_no_meld_are_not_told_as_all_points() -> None:
    """6♦ and 7♥ count 13 besides; the best layout leaves the two of them, 9♥ and the Tens, 42."""
    ann = {"melds": [["2C", "3C", "4C"], ["8C", "8S", "8D", "9H"], ["10S", "10H"]], "deadwood": ["6D", "7H"]}
    assert messages(ann, dice=[3, 2])[-1] == (
        "Ann can't knock with 13 besides what isn't a meld: that's 8 over the limit of 5, which the dice 3 and 2 set. "
        "Even at their best, Ann's cards leave 42, so the hand goes on."
    )


def test_a_card_that_cannot_bear_a_gem_names_the_one_that_does() -> None:
    """Of the print only 8♣ is known, as Sapphire: 8♦ can't be it."""
    ann = {"melds": [["2S", "4H", "6D", "8C"], ["9C", "9D", "9S"], ["JC", "JD", "JH"]], "deadwood": ["AS"]}
    bob = {"name": "Bob", "melds": [], "deadwood": ["8D", "2H", "3D", "4S", "5H", "7S", "10C", "QC", "QD", "KS", "KH"]}
    gems = dict.fromkeys(("2S", "4H", "6D", "8C"), "S")
    players = [{"name": "Ann", **ann}, bob]
    assert messages({}, gems=gems, players=players, lay_offs=[lay_off("Bob", "8D", "Ann", 0)]) == [
        "8♦ doesn't fit on Ann's 2♠ 4♥ 6♦ 8♣: it isn't Sapphire; among the 7s and 8s, only 8♣ is."
    ]


def test_a_knock_that_another_layout_would_allow_says_so() -> None:
    cards = {"melds": [["5C", "6C", "7C"], ["7D", "QH"]], "deadwood": ["AC", "AD", "AH", "3C", "3D", "3H"]}
    assert messages(cards) == [
        (
            "Ann can't knock with 12: that's 5 over the limit of 7, which the dice 3 and 4 set. "
            "Laid out differently, Ann's cards leave none, and 7 are allowed."
        )
    ]


def test_a_call_that_another_layout_would_bear_out_says_so() -> None:
    cards = {"melds": [["5C", "6C", "7C"], ["7D", "QH"], ["AC", "AD", "AH"]], "deadwood": ["3C", "3D", "3H"]}
    assert messages(cards, call="gin") == [
        "Ann called Gin but still has 9 points of deadwood (3♣ 3♦ 3♥). Laid out differently, Ann's cards leave none."
    ]


def test_a_false_gin_says_what_another_layout_of_the_cards_would_leave() -> None:
    """Laid out, 3♣ 4♣ 5♣ leave only A♦ and 2♥: 3. As they lie it is 15."""
    cards = {"melds": [["6C", "6D", "6H"], ["9C", "9D", "9S"]], "deadwood": ["3C", "4C", "5C", "AD", "2H"]}
    called = "Ann called Gin but still has 15 points of deadwood (3♣ 4♣ 5♣ A♦ 2♥)."
    assert messages(cards, call="gin", dice=[2, 2]) == [
        f"{called} Laid out differently, Ann's cards leave 3, which would be legal as a knock."
    ]
    assert messages(cards, call="gin", dice=[1, 1]) == [
        f"{called} Even at their best, Ann's cards leave 3, so the hand goes on."
    ]
    assert messages({**cards, "deadwood": ["3C", "4C", "5C", "AD", "6S"]}, call="gin", dice=[4, 4]) == [
        (
            "Ann called Gin but still has 19 points of deadwood (3♣ 4♣ 5♣ A♦ 6♠). "
            "Laid out differently, Ann's cards leave 1, which would be legal as a knock."
        )
    ]
    low = {"melds": [["6C", "6D", "6H"], ["9C", "9D", "9S"]], "deadwood": ["AC", "2C", "3C", "AD", "AH"]}
    assert messages(low, call="gin", dice=[4, 4]) == [
        (
            "Ann called Gin but still has 8 points of deadwood (A♣ 2♣ 3♣ A♦ A♥). As a knock it would be legal. "
            "Laid out differently, Ann's cards leave 2."
        )
    ]


@pytest.mark.parametrize(
    ("dice", "end"),
    [
        ([2, 2], "Laid out differently, Ann's cards leave 3, which would be legal as a knock."),
        ([1, 1], "The hand goes on."),
    ],
)
def test_unknown_gems_hide_no_layout_that_is_low_enough(dice: list[int], end: str) -> None:
    """Nothing is known of the print, so a stash could leave even less than 3; but 3 is a knock at 4."""
    cards = {"melds": [["6C", "6D", "6H"], ["9C", "9D", "9S"]], "deadwood": ["3C", "4C", "5C", "AD", "2H"]}
    (message,) = messages(cards, gems={}, dice=dice, call="gin")
    assert message.endswith(end)


def test_a_refused_lay_off_hides_no_better_layout() -> None:
    """With 3♣ 4♣ 5♣ as a run A♦ and 2♥ are left, 3 of the 7 allowed; that Ann laid off changes nothing of it."""
    cards = {"melds": [["6C", "6D", "6H"], ["9C", "9D", "9S"]], "deadwood": ["3C", "4C", "5C", "AD", "2H"]}
    moves = [lay_off("Ann", "2H", "Ann", 0)]
    assert messages(cards, lay_offs=moves)[0].endswith("Laid out differently, Ann's cards leave 3, and 7 are allowed.")


def test_a_false_big_gin_of_more_than_twelve_cards_cites_what_is_said_of_those() -> None:
    """Two more cards than a hand has otherwise: with three players Big Gin melds them too (R.10)."""
    melds = [["5C", "6C", "7C"], ["9C", "9D", "9S"], ["2C", "2D", "2S"], ["AC", "AD", "AH"]]
    ann = {"name": "Ann", "melds": melds, "deadwood": ["KC", "KD"]}
    players = [ann, BOB, {"name": "Cid", "deadwood_points": 30}]
    (fault,) = judge(read_showdown(showdown({}, gems={}, call="big-gin", players=players))).faults
    assert (fault.code, fault.rule) == ("not-big-gin", "R.10")


def lay_off(player: str, card: str, owner: str, meld: int) -> dict[str, Any]:
    return {"player": player, "card": card, "onto": {"player": owner, "meld": meld}}


def test_lay_offs() -> None:
    ann = {"name": "Ann", "melds": [["5C", "6C", "7C"], ["9C", "9D", "9H"]], "deadwood": ["2D", "3S", "AC", "AD"]}
    bob = {"name": "Bob", "melds": [["4D", "5D", "6D"], ["KC", "KD", "KH"]], "deadwood": ["8C", "10C", "JD", "QS"]}
    document = {
        "game": "gin-rummy",
        "knocker": "Ann",
        "players": [ann, bob],
        "lay_offs": [
            lay_off("Bob", "JD", "Ann", 0),
            lay_off("Bob", "8C", "Ann", 1),
            lay_off("Bob", "3H", "Ann", 0),
            lay_off("Bob", "4D", "Ann", 0),
            lay_off("Bob", "8C", "Bob", 0),
            lay_off("Ann", "3S", "Bob", 0),
            lay_off("Bob", "8C", "Ann", 0),
            lay_off("Bob", "QS", "Ann", 0),
            lay_off("Bob", "10C", "Ann", 0),
            lay_off("Bob", "8C", "Ann", 0),
        ],
    }
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


def test_lay_offs_onto_what_takes_little() -> None:
    """By the print that the cases have, 2♠ 4♥ 6♦ 8♣ bear Sapphire each."""
    stash, queens_diamonds = ["2S", "4H", "6D", "8C"], ["7D", "QH"]
    ann = {"name": "Ann", "melds": [stash, queens_diamonds, ["9C", "9D", "9H", "9S"]], "deadwood": ["AC"]}
    bob = {
        "name": "Bob",
        "melds": [],
        "deadwood": ["KC", *(f"{rank}H" for rank in "23567"), *("3S", "5S"), *("10D", "JS", "QC")],
    }
    sentences = messages(
        {key: value for key, value in ann.items() if key != "name"},
        players=[ann, bob],
        lay_offs=[lay_off("Bob", "KC", "Ann", place) for place in range(3)],
    )
    assert sentences == [
        "K♣ doesn't fit on Ann's 2♠ 4♥ 6♦ 8♣: it isn't Sapphire.",
        "K♣ doesn't fit on Ann's 7♦ Q♥: Queen's Diamonds can't be extended.",
        "K♣ doesn't fit on Ann's 9♣ 9♦ 9♥ 9♠: it isn't a 9.",
    ]


def test_a_lay_off_out_of_turn_names_who_comes_first_and_no_card() -> None:
    players = [
        {
            "name": "Ann",
            "melds": [["5C", "6C", "7C"], ["8H", "8D", "8S"], ["QH", "7D"]],
            "deadwood": ["AC", "2D", "AH"],
        },
        {"name": "Bob", "melds": [["KC", "KD", "KH"]], "deadwood": ["4C", "3C", "8C", "9C", "2H", "10D", "JD", "10S"]},
        {"name": "Cid", "melds": [["JS", "JH", "JC"]], "deadwood": ["2C", "10C", "4D", "6S", "9H", "9D", "QS", "KS"]},
    ]
    moves = [lay_off("Bob", "4C", "Ann", 0), lay_off("Bob", "3C", "Ann", 0)]
    assert messages({}, players=players, lay_offs=moves) == [
        "It's Cid's turn to lay off, not Bob's: one card each, from the Knocker's left."
    ]
