"""What is asked of letters that nobody has entered yet, and what an answer says of the deck (R.1)."""

from dataclasses import replace
from statistics import mean

import pytest

from companion.documents.showdown import read_showdown
from companion.rules.cards import CARDS_BY_NAME, name_of
from companion.rules.gems import GEMS, Gem, Print
from companion.rules.rummy.asking import Ask, LetterQuestion, answered, questions
from companion.rules.rummy.showdown import judge
from tests.support.rummy.partly_known import ask_and_rule, is_left_open, partly_known, ruling
from tests.support.rummy.random_showdowns import Document, judged
from tests.support.seeds import random_sources

SHOWDOWNS = 300
MOST_QUESTIONS = 1.5
"""Goal for the mean number of questions, where anything is asked."""

EMERALDS = {"4H": "E", "6C": "E", "JD": "E", "AS": "E"}
ANNA = {
    "name": "Anna",
    "melds": [["8S", "9S", "10S"], ["QC", "7D"], ["4H", "6C", "JD", "AS"]],
    "deadwood": ["2H", "3D"],
}
BEN = {
    "name": "Ben",
    "melds": [["5H", "5D", "5S"], ["KH", "QH", "JH"]],
    "deadwood": ["7S", "JS", "10D", "AH", "2C"],
}


def waived(hand: Document) -> Document:
    return {**hand, "gem_parts": False}


def showdown(*players: Document, **more: object) -> Document:
    return {
        "game": "gem-rummy",
        "dice": [4, 3],
        "knocker": "Anna",
        "players": list(players or (waived(ANNA), waived(BEN))),
        "gems": EMERALDS,
        **more,
    }


def asked(document: Document) -> list[tuple[Ask, int, list[str], str]]:
    return [
        (question.ask, question.seat, [name_of(one) for one in question.cards], "".join(question.gems))
        for question in questions(read_showdown(document))
    ]


def loose(name: str, cards: str, **more: object) -> Document:
    return {"name": name, "cards": cards.split(), **more}


def test_layouts_that_take_the_same_lay_offs_ask_for_nobody_elses_gems() -> None:
    """Anna's 9S is an Emerald, so it may lie with the other 9s or with her Emeralds: both ways leave her nothing.

    Either way Ben could lay off a 2S, a 6S or the last Emeralds, none of which he has. Some of his gems might make a
    stash, but his hand lies as he laid it.
    """
    emeralds = ("2C", "4D", "6H", "8S", "9S", "JH", "KH")
    anna = waived(loose("Anna", "9C 9D 9H 9S 2C 4D 6H 8S 3S 4S 5S"))
    ben = waived(
        {"name": "Ben", "melds": [], "deadwood": ["AH", "AC", "3D", "5C", "7H", "7C", "10C", "QC", "QD", "KC", "KD"]}
    )
    document = showdown(anna, ben, call="knock", gems=dict.fromkeys(emeralds, "E"))
    assert asked(document) == []
    verdict = judged(document)
    assert (verdict["legal"], verdict["unknown_gems"], verdict["players"][0]["points"]) == (True, [], 74)


def test_a_card_that_bears_another_gem_is_not_asked_about_again() -> None:
    """Of Ben's deadwood 7♠ J♠ go onto the run, and A♥ 2♣ share their group with A♠, an Emerald: only 10♦ is left."""
    state = read_showdown(showdown())
    assert asked(showdown()) == [(Ask.BEARERS, 1, ["10D"], "E")]
    (question,) = questions(state)
    none = answered(state.gems, question, {})
    assert none.possible(CARDS_BY_NAME["10D"]) == set(GEMS) - {Gem.EMERALD}
    bears = answered(state.gems, question, {CARDS_BY_NAME["10D"]: (Gem.EMERALD,)})
    assert bears.gems[CARDS_BY_NAME["10D"]] == (Gem.EMERALD,)


@pytest.mark.parametrize(
    "settled",
    [
        {"lay_offs": []},
        {"gems": {**EMERALDS, "10D": "G"}},
        {"gems": {**EMERALDS, "9H": "E"}},
        {"call": "gin", "players": [waived({**ANNA, "deadwood": []}), waived(BEN)], "house_rules": {"hand_size": 9}},
    ],
    ids=["lay-offs-told", "letter-told", "its-emerald-is-elsewhere", "not-legal-anyhow"],
)
def test_nothing_is_asked_that_cannot_matter(settled: Document) -> None:
    document = showdown(**settled)
    assert asked(document) == []
    assert judged(document)["unknown_gems"] == []


def test_a_knock_that_letters_could_save_brings_the_gem_parts_of_the_others_into_play() -> None:
    """Anna knocks with K♥ 9♠ 8♦ 2♣, 17 over the limit, unless a stash takes enough of it; only then does Ben count.

    His melds matter for Gem Parts alone. His deadwood could also be laid off on that stash.
    """
    anna = loose("Anna", "JS JH JD QS QH QC QD KH 9S 8D 2C", gem_parts=False)
    melds, deadwood = [["AC", "AH", "AS"], ["3C", "4C", "5C"]], ["5H", "5S", "AD", "3H", "2D"]
    ben = {"name": "Ben", "melds": melds, "deadwood": deadwood}
    nothing_known = {"dice": [6, 6], "gems": {}}
    document = showdown(anna, ben, **nothing_known)
    assert [seat for _, seat, _, _ in asked(document)] == [0]
    without_parts = {*anna["cards"], *deadwood}
    assert set(judged(document)["unknown_gems"]) == {*without_parts, *melds[0], *melds[1]}
    assert set(judged(showdown(anna, waived(ben), **nothing_known))["unknown_gems"]) == without_parts


def test_a_knock_that_letters_could_save_brings_the_loose_cards_of_the_others_into_play() -> None:
    """Anna's loose cards are 17 over the limit unless a stash takes enough of them; only then does Ben's best count.

    Nobody laid off, so no card of his matters for a lay-off. Any of them could be in a stash of his own: they are of
    six groups, and no gem is known.
    """
    anna = loose("Anna", "JS JH JD QS QH QC QD KH 9S 8D 2C", gem_parts=False)
    ben = loose("Ben", "AC AH AS 3C 4C 5C 7H 9D KD 10H 6S", gem_parts=False)
    verdict = judged(showdown(anna, ben, dice=[6, 6], gems={}, lay_offs=[]))
    assert set(verdict["unknown_gems"]) == {*anna["cards"], *ben["cards"]}


def test_a_card_is_not_asked_for_that_costs_more_in_its_set_than_its_stash_saves() -> None:
    """Anna has 18 points. With 7♠ her Emeralds leave 2♦; with 10♦ they leave 10♥ 10♣ 7♠ 2♦, with both 10♥ 10♣ 2♦."""
    anna = waived(loose("Anna", "JH JD JC 10H 10D 10C AC 2D 3H 5D 7S"))
    ben = waived({"name": "Ben", "deadwood_points": 4})
    others = {"JH": "G", "JD": "M", "JC": "P", "10H": "G", "10C": "M", "2D": "G"}
    document = showdown(anna, ben, knocker="Ben", gems={"AC": "E", "3H": "E", "5D": "E", **others})
    assert asked(document) == [(Ask.BEARERS, 0, ["7S"], "E")]


def test_a_broken_print_is_mended_before_anything_is_asked() -> None:
    assert asked(showdown(gems={**EMERALDS, "5D": "E"})) == []


def test_a_stash_is_asked_for_its_gem_first() -> None:
    """6♣ is known to bear an Emerald, so the others can share no other gem with it."""
    first = asked(showdown(gems={"6C": "E"}))
    assert first == [(Ask.STASH, 0, ["4H", "6C", "JD", "AS"], "E")]


def test_a_claim_of_gem_parts_asks_only_for_letters_that_are_missing() -> None:
    """Of Ben's eight gems G M P A R T S are known; the Emerald may be on 5♠ or 10♦, not on A♥ 2♣ J♥ J♠ Q♥."""
    known = {"7S": "G", "5H": "M", "5D": "P", "QH": "A", "JH": "R", "AH": "T", "2C": "S", "KH": "GM"}
    ben = {**BEN, "gem_parts": True}
    document = showdown(waived(ANNA), ben, gems={**EMERALDS, **known})
    assert asked(document) == [(Ask.GEM_PARTS, 1, ["10D"], "E")]
    assert asked(showdown(waived(ANNA), ben, gems={**EMERALDS, **known, "10D": "E"})) == []
    checked = showdown(waived(ANNA), {**BEN, "gem_parts": "checked"}, gems={**EMERALDS, **known})
    assert asked(checked) == [(Ask.BEARERS, 1, ["10D"], "E")], "it might still be laid off onto Anna's Emeralds"


def test_an_answer_may_leave_letters_of_a_claim_out() -> None:
    question = LetterQuestion(Ask.GEM_PARTS, 0, (CARDS_BY_NAME["5S"], CARDS_BY_NAME["KC"]), GEMS)
    deck = answered(None, question, {CARDS_BY_NAME["KC"]: (Gem.GOLD,)})
    assert deck.gems == {CARDS_BY_NAME["KC"]: (Gem.GOLD,)}
    assert deck.without == {}


def test_a_letter_is_not_asked_for_where_laying_its_card_off_breaks_a_set() -> None:
    """Only 8♥ could be an Emerald. In Ben's set it leaves 3♣ A♥ 2♣, 6 points; on Anna's stash it leaves 8♦ 8♣ too."""
    ben = loose("Ben", "8H 8D 8C KH QH JH 7S JS 3C AH 2C")
    known = {"8D": "G", "8C": "M", "7S": "T", "3C": "R", "AH": "T", "2C": "S"}
    known |= {"KH": "GM", "QH": "A", "JH": "R", "JS": "P"}
    assert asked(showdown(waived(ANNA), waived(ben), gems={**EMERALDS, **known})) == []


def test_best_layout_asks_for_whole_letters_as_the_hand_is_laid_out_again_later() -> None:
    (question,) = asked(showdown(house_rules={"layout": "best"}))[-1:]
    assert question[0] == Ask.LETTERS


def test_of_a_very_large_hand_every_letter_that_may_be_in_a_stash_is_named() -> None:
    """Three players, 17 cards in one hand, of every group but the Kings; nothing of it is a meld."""
    cards = ["AC", "2D", "3H", "4S", "5C", "6D", "7H", "8S", "9C", "JD", "QH", "AS", "AD", "2H", "3S", "4C", "6S"]
    cid = {"name": "Cid", "cards": cards, "gem_parts": False}
    others = [waived({**ANNA, "melds": [], "deadwood": ["KC"]}), waived({**BEN, "melds": [], "deadwood": ["KD"]})]
    document = showdown(*others, cid, house_rules={"hand_size": 1, "knock_limit": 10}, gems={})
    assert set(judged(document)["unknown_gems"]) == {*cards, "KD"}, "and Ben's King might go onto Cid's stash"


def three(lay_offs: list[Document], **gems: str) -> Document:
    """Let Cid lay 8♣ off onto Anna's run, out of turn if Ben's 10♦ may go onto Anna's stash."""
    ben = waived({"name": "Ben", "melds": [], "deadwood": ["10D", "AH"]})
    cid = waived({"name": "Cid", "melds": [], "deadwood": ["JS", "2S"]})
    rules = {"hand_size": 1}
    return showdown(waived(ANNA), ben, cid, lay_offs=lay_offs, gems={**EMERALDS, **gems}, house_rules=rules)


CID = {"player": "Cid", "card": "JS", "onto": {"player": "Anna", "meld": 0}}


def test_a_lay_off_is_out_of_turn_if_an_unknown_letter_let_the_one_before_lay_off() -> None:
    open_turn = judged(three([CID]))
    assert (open_turn["legal"], open_turn["unknown_gems"]) == (True, ["10D"])
    assert judged(three([CID], **{"10D": "G"}))["unknown_gems"] == []
    told = judged(three([CID], **{"10D": "E"}))
    assert [fault["code"] for fault in told["faults"]] == ["lay-off-out-of-turn"]
    passed = judged(three([{"player": "Ben", "pass": True}, CID]))
    assert (passed["legal"], passed["unknown_gems"]) == (True, [])


def test_looking_back_claims_no_certainty_that_a_letter_could_take_away() -> None:
    """Anna's 5 and Ben's 13 are the least that is known; with 10♦ known to bear no Emerald Ben's stays uncertain."""
    best = {player["name"]: player["best"] for player in judged(showdown(lay_offs=[]))["players"]}
    assert best["Ben"]["certain"] is False
    whole_hand = {"7S": "G", "JS": "M", "10D": "P", "AH": "A", "2C": "R", "5H": "A", "5D": "R", "5S": "T", "KH": "TS"}
    letters = {**EMERALDS, **whole_hand, "QH": "A", "JH": "R"}
    best = {player["name"]: player["best"] for player in judged(showdown(lay_offs=[], gems=letters))["players"]}
    assert best["Ben"]["certain"] is True


def test_what_a_card_does_not_bear_tells_what_others_do() -> None:
    """Seven of A+2 known but two: if A♣ does not bear the Gold, A♦ does."""
    letters = {"AH": "E", "AS": "M", "2C": "P", "2D": "A", "2H": "R", "2S": "T"}
    known = {CARDS_BY_NAME[name]: (Gem(letter),) for name, letter in letters.items()}
    deck = Print.of(known, without={CARDS_BY_NAME["AC"]: (Gem.GOLD,)})
    assert deck.possible(CARDS_BY_NAME["AC"]) == {Gem.SAPPHIRE}
    assert deck.possible(CARDS_BY_NAME["AD"]) == {Gem.GOLD}
    assert deck.has_a_completion
    both = {CARDS_BY_NAME["AC"]: (Gem.GOLD,), CARDS_BY_NAME["AD"]: (Gem.GOLD,)}
    assert not Print.of(known, without=both).has_a_completion


def test_of_a_card_that_was_laid_off_onto_a_stash_its_gem_is_asked() -> None:
    document = showdown(lay_offs=[{"player": "Ben", "card": "10D", "onto": {"player": "Anna", "meld": 2}}])
    assert asked(document) == [(Ask.BEARERS, 1, ["10D"], "E")]
    state = read_showdown(document)
    (question,) = questions(state)
    for letters, fault in (({CARDS_BY_NAME["10D"]: (Gem.EMERALD,)}, []), ({}, ["lay-off-does-not-fit"])):
        verdict = judge(replace(state, gems=answered(state.gems, question, letters)))
        assert [one.code for one in verdict.faults] == fault


@pytest.mark.slow
def test_an_unknown_letter_never_turns_a_ruling() -> None:
    questions = []
    for seed, rng in random_sources(SHOWDOWNS):
        partly = partly_known(rng)
        whole = judge(read_showdown(partly.whole))
        assert not is_left_open(whole), seed
        known = judge(read_showdown(partly.document))
        assert is_left_open(known) or ruling(known) == ruling(whole), (seed, "named")
        asked = ask_and_rule(partly)
        assert ruling(asked.verdict) == ruling(whole), (seed, "asked")
        if asked.cards:
            questions.append(len(asked.cards))
    assert mean(questions) < MOST_QUESTIONS
