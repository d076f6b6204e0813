"""Lay-offs, given and found, two and three players (P: laid-off cards, showdown, other rules; rulings 6 and 10)."""

import pytest

from companion.register.cases import MADE_UP_PRINT
from companion.rules.cards import CARDS_BY_NAME, hand_of
from companion.rules.gems import Gem, Print
from companion.rules.rummy.lay_offs import OpenMeld, OpenMelds
from companion.rules.rummy.melds import PLAIN, Meld, MeldContext, classify
from companion.rules.rummy.verdict import Call
from companion.wording.lay_offs import no_place_sentence
from tests.support.rummy.random_showdowns import Document, judged

ANN = "5C6C7C 9D9H9S JDJHJS / AC AD"


def split(text: str) -> list[str]:
    out, card = [], ""
    for letter in text:
        card += letter
        if letter in "CDHS":
            out.append(card)
            card = ""
    return out


def laid(name: str, text: str) -> Document:
    melds, _, deadwood = text.partition("/")
    return {"name": name, "melds": [split(group) for group in melds.split()], "deadwood": deadwood.split()}


def loose(name: str, text: str) -> Document:
    return {"name": name, "cards": text.split()}


def off(text: str) -> Document:
    player, what, *onto = text.split()
    if what == "pass":
        return {"player": player, "pass": True}
    owner, place = onto[0].split(".")
    return {"player": player, "card": what, "onto": {"player": owner, "meld": int(place)}}


def showdown(players: dict[str, str], lay_offs: str | None = None, **more: object) -> Document:
    """Ann knocks; a hand is written `melds / deadwood`, a lay-off `Bob 8C Ann.0` or `Bob pass`."""
    document: Document = {
        "game": "gem-rummy",
        "dice": [1, 3],
        "knocker": "Ann",
        "call": "knock",
        "house_rules": {"hand_size": 1, "knock_limit": 100},
        "players": [laid(name, text) for name, text in players.items()],
        **more,
    }
    if len(players) == 2 and document["game"] == "gem-rummy":
        document["house_rules"] = {**document["house_rules"], "hand_size": 11}
    if lay_offs is not None:
        document["lay_offs"] = [off(text) for text in lay_offs.split(", ") if text]
    return document


def ruled(players: dict[str, str], lay_offs: str | None = None, **more: object) -> Document:
    return judged(showdown(players, lay_offs, **more))


def three(bob: str, cid: str, lay_offs: str | None = None, **more: object) -> Document:
    return ruled({"Ann": ANN, "Bob": bob, "Cid": cid}, lay_offs, **more)


def codes(verdict: Document) -> list[str]:
    return [f"{fault['code']} {fault['player']} {' '.join(fault['cards'])}".strip() for fault in verdict["faults"]]


def told(verdict: Document) -> list[str]:
    assert verdict["legal"], codes(verdict)
    return [
        f"{move['player']} pass"
        if "pass" in move
        else f"{move['player']} {move['card']} {move['onto']['player']}.{move['onto']['meld']}"
        for move in verdict["lay_offs"]
    ]


def deadwood(verdict: Document) -> list[int]:
    return [player["deadwood_points"] for player in verdict["players"]]


TWO = {"Ann": ANN, "Bob": "/ 8C 9C 4C JC KH KD QS 3S 2S 2D 6H"}


def test_every_fitting_card_is_laid_off_onto_runs_first() -> None:
    """9C fits the nines as well, but then 10C would be left: a run goes on, a set does not."""
    verdict = ruled({"Ann": ANN, "Bob": "/ 8C 9C 10C 4C KH KD QS 3S 2S 2D 6H"})
    assert sorted(told(verdict)) == ["Bob 10C Ann.0", "Bob 4C Ann.0", "Bob 8C Ann.0", "Bob 9C Ann.0"]


def test_laid_off_at_both_ends_and_onto_laid_off_cards() -> None:
    lay_offs = "Bob 4C Ann.0, Bob 8C Ann.0, Bob 9C Ann.0, Bob JC Ann.2"
    assert told(ruled(TWO, lay_offs)) == lay_offs.split(", ")


@pytest.mark.parametrize(
    ("lay_offs", "fault"),
    [
        ("Bob 9C Ann.0", "lay-off-does-not-fit Bob 9C"),
        ("Bob 3S Ann.1", "lay-off-does-not-fit Bob 3S"),
        ("Bob 5C Ann.0", "lay-off-not-held Bob 5C"),
        ("Bob 8C Ann.0, Bob 8C Ann.0", "lay-off-not-held Bob 8C"),
        ("Ann AC Ann.0", "lay-off-by-knocker Ann AC"),
    ],
)
def test_a_wrong_lay_off_is_named(lay_offs: str, fault: str) -> None:
    assert codes(ruled(TWO, lay_offs)) == [fault]


def test_a_wrong_lay_off_is_not_played() -> None:
    verdict = ruled(TWO, "Bob 9C Ann.0, Bob JC Ann.2")
    assert codes(verdict) == ["lay-off-does-not-fit Bob 9C"]
    assert [player["laid_off"] for player in verdict["players"]] == [[], ["JC"]]


def test_no_card_comes_out_of_a_meld_that_lies() -> None:
    players = {"Ann": ANN, "Bob": "8C8D8H / 9C KH KD QS 3S 2S 2D 6H"}
    assert codes(ruled(players, "Bob 8C Ann.0")) == ["lay-off-not-held Bob 8C"]
    assert told(ruled(players)) == ["Bob 9C Ann.1"]


def test_a_meld_of_ones_own_is_not_laid_off_onto() -> None:
    players = {"Ann": ANN, "Bob": "8C8D8H / 8S 9C KH KD QS 3S 2S 2D"}
    assert codes(ruled(players, "Bob 8S Bob.0")) == ["lay-off-onto-own Bob 8S"]
    assert told(ruled(players)) == ["Bob 9C Ann.1"]


def test_queens_diamonds_take_nothing() -> None:
    players = {"Ann": "QH4D 5C6C7C 9D9H9S / AC AD AH", "Bob": "/ QS KH KD 3S 2S 2D 6H 10H 10D 7D 7S"}
    assert codes(ruled(players, "Bob QS Ann.0")) == ["lay-off-does-not-fit Bob QS"]
    assert told(ruled(players)) == []


def test_a_gin_hand_takes_nothing() -> None:
    players = {"Ann": "5C6C7C 9D9H9S 9C10CJCQCKC /", "Bob": "/ 8C 4C KH KD QS 3S 2S 2D 6H 10H 7D"}
    assert codes(ruled(players, "Bob 4C Ann.0", call="gin")) == ["lay-off-on-gin Bob 4C"]
    assert told(ruled(players, call="gin")) == []
    assert told(ruled(players, call="knock")) == ["Bob 4C Ann.0", "Bob 8C Ann.0"]


def test_onto_what_is_no_meld_the_meld_is_the_fault() -> None:
    players = {"Ann": "5C6C8C 9D9H9S JDJHJS / AC AD", "Bob": "/ 7C 9C 4C JC KH KD QS 3S 2S 2D 6H"}
    assert codes(ruled(players, "Bob 7C Ann.0, Bob 9C Ann.1")) == ["not-a-meld Ann 5C 6C 8C"]


def test_knock_rummy_has_none() -> None:
    hands = {"Ann": "5C6C7C /", "Bob": "/ 8C"}
    rules = {"game": "knock-rummy", "house_rules": {"hand_size": 3}}
    document = showdown(hands, "Bob 8C Ann.0, Bob pass", **rules)
    del document["dice"], document["call"]
    assert [code for code in codes(judged(document)) if "lay-off" in code] == [
        "lay-off-not-played Bob 8C",
        "lay-off-not-played Bob",
    ]


@pytest.mark.parametrize(
    "lay_offs",
    [
        "",
        "Bob 8C Ann.0, Cid 4C Ann.0",
        "Bob 8C Ann.0, Cid 4C Ann.0, Bob 9C Ann.0, Cid 10C Ann.0",
        "Bob pass, Cid 4C Ann.0, Cid JC Ann.2",
        "Bob pass, Cid 4C Ann.0, Bob 8C Ann.0",
        "Bob 8C Ann.0, Cid pass, Bob 9C Ann.0, Cid 10C Ann.0",
        "Bob 8C Ann.0, Cid pass, Bob 9C Ann.0, Bob 3S Cid.0",
        "Bob pass, Cid pass",
        "Bob 8C Ann.0, Bob pass, Cid 4C Ann.0, Cid JC Ann.2",
        "Cid pass, Bob 8C Ann.0, Bob 9C Ann.0",
        "Bob pass, Bob pass, Cid 4C Ann.0",
        "Cid pass, Cid pass, Bob pass",
        "Ann pass, Bob 8C Ann.0",
    ],
)
def test_three_players_lay_off_by_turns_and_may_pass(lay_offs: str) -> None:
    assert told(three("/ 8C 9C 3S", "3C3D3H / 4C 10C JC", lay_offs)) == [one for one in lay_offs.split(", ") if one]


@pytest.mark.parametrize(
    ("lay_offs", "fault"),
    [
        ("Cid 4C Ann.0", "lay-off-out-of-turn Cid 4C"),
        ("Bob 8C Ann.0, Bob 9C Ann.0", "lay-off-out-of-turn Bob 9C"),
        ("Bob pass, Bob 8C Ann.0", "lay-off-out-of-turn Bob 8C"),
        ("Bob 8C Ann.0, Bob pass, Bob 9C Ann.0", "lay-off-out-of-turn Bob 9C"),
        ("Cid pass, Cid 4C Ann.0", "lay-off-out-of-turn Cid 4C"),
        ("Cid pass, Bob 8C Ann.0, Cid 4C Ann.0, Bob 9C Ann.0, Bob 3S Cid.0", "lay-off-out-of-turn Bob 3S"),
    ],
)
def test_nobody_lays_off_twice_while_the_other_still_could(lay_offs: str, fault: str) -> None:
    assert codes(three("/ 8C 9C 3S", "3C3D3H / 4C 10C JC", lay_offs)) == [fault]


def test_a_pass_is_over_once_its_player_lays_off_again() -> None:
    lay_offs = "Bob pass, Cid 4C Ann.0, Bob 8C Ann.0, Cid JC Ann.2, Cid 3C Ann.0"
    assert codes(three("/ 8C 9C", "/ 4C 3C JC", lay_offs)) == ["lay-off-out-of-turn Cid 3C"]
    assert told(three("/ 8C 9C", "/ 4C 3C JC", "Bob pass, Cid 4C Ann.0, Cid JC Ann.2, Cid 3C Ann.0"))


def test_whoever_has_nothing_to_lay_off_is_passed_over() -> None:
    assert told(three("/ 8C 9C", "/ KH", "Bob 8C Ann.0, Bob 9C Ann.0")) == ["Bob 8C Ann.0", "Bob 9C Ann.0"]
    assert told(three("/ KH", "/ 8C 9C", "Cid 8C Ann.0, Cid 9C Ann.0")) == ["Cid 8C Ann.0", "Cid 9C Ann.0"]


def test_what_one_lays_off_can_make_room_for_the_other() -> None:
    assert codes(three("/ 10C", "/ 8C 9C", "Bob 10C Ann.0, Cid 8C Ann.0")) == ["lay-off-does-not-fit Bob 10C"]
    assert told(three("/ 10C", "/ 8C 9C", "Cid 8C Ann.0, Cid 9C Ann.0, Bob 10C Ann.0")) == [
        "Cid 8C Ann.0",
        "Cid 9C Ann.0",
        "Bob 10C Ann.0",
    ]


def test_found_ones_go_round_from_the_knockers_left() -> None:
    assert told(three("/ 8C JC", "/ 4C 3C")) == ["Bob 8C Ann.0", "Cid 4C Ann.0", "Bob JC Ann.2", "Cid 3C Ann.0"]
    rotated = ruled({"Cid": "/ 4C 3C", "Ann": ANN, "Bob": "/ 8C JC"})
    assert told(rotated)[0] == "Bob 8C Ann.0"


def test_found_ones_wait_where_waiting_helps() -> None:
    """Were 9C laid onto the nines at once, 10C could never go: Bob waits for the 8C of Cid."""
    verdict = three("/ 9C 10C KH", "/ 8C KD")
    assert told(verdict) == ["Bob pass", "Cid 8C Ann.0", "Bob 9C Ann.0", "Bob 10C Ann.0"]
    assert deadwood(verdict) == [2, 10, 10]


def test_the_two_others_lay_off_on_each_other_even_after_gin() -> None:
    gin = {"Ann": "5C6C7C 9D9H9S /", "Bob": "3C3D3H / 8C 10D", "Cid": "QDKDJD / 3S 4C"}
    verdict = ruled(gin, call="gin")
    assert told(verdict) == ["Bob 10D Cid.0", "Cid 3S Bob.0"]
    assert codes(ruled(gin, "Bob 8C Ann.0", call="gin")) == ["lay-off-on-gin Bob 8C"]
    assert told(ruled(gin, "Bob 10D Cid.0, Cid 3S Bob.0", call="gin"))


def test_a_counted_hand_has_no_card_to_wait_for() -> None:
    document = showdown({"Ann": ANN, "Bob": "/ 8C 9C"}, "Bob 8C Ann.0, Bob 9C Ann.0")
    document["players"].append({"name": "Cid", "deadwood_points": 20})
    document["house_rules"] = {"knock_limit": 100, "hand_size": 1}
    assert told(judged(document)) == ["Bob 8C Ann.0", "Bob 9C Ann.0"]


def test_loose_cards_that_were_laid_off_are_not_melded_too() -> None:
    """Bob could meld 8C 8D 8H; the table says that 8C went onto Ann's run, so the other eights are deadwood."""
    document = showdown({"Ann": ANN, "Bob": ""}, "Bob 8C Ann.0")
    document["players"][1] = loose("Bob", "8C 8D 8H 3S 2S 2D 6H KH KD QS QD")
    verdict = judged(document)
    assert verdict["players"][1]["laid_off"] == ["8C"]
    assert verdict["players"][1]["deadwood_points"] == 8 + 8 + 3 + 2 + 2 + 6 + 40
    assert verdict["players"][1]["best_deadwood_points"] == 3 + 2 + 2 + 6 + 40


def test_loose_cards_break_a_meld_to_lay_off() -> None:
    """4H 5H 6H would leave 4C 4D; the fours as a set and both hearts onto Ann's run leave nothing of them."""
    document = showdown({"Ann": "7H8H9H 10S10C10D JDJHJS / AC AD", "Bob": ""})
    document["players"][1] = loose("Bob", "4H 5H 6H 4C 4D KS KH KD KC 2S 2D")
    verdict = judged(document)
    assert sorted(told(verdict)) == ["Bob 5H Ann.0", "Bob 6H Ann.0"]
    assert verdict["players"][1]["deadwood_points"] == 4


def test_best_layout_also_where_the_table_says_what_was_laid_off() -> None:
    """`layout: best` lays out the rest; what was laid off was laid off."""
    rules = {"knock_limit": 100, "layout": "best"}
    players = {"Ann": "5C6C7C 9D9H9S / JD JH JS AC AD", "Bob": "/ 8C 3S 3D 3H KH KD QS 2S 6D 6H 10D"}
    verdict = ruled(players, "Bob 8C Ann.0", house_rules=rules)
    assert verdict["legal"]
    assert deadwood(verdict) == [2, 10 + 10 + 10 + 2 + 6 + 6 + 10]
    assert deadwood(ruled(players, "", house_rules=rules)) == [2, 8 + 10 + 10 + 10 + 2 + 6 + 6 + 10]


@pytest.mark.parametrize(("bobs", "melded"), [("7C", "5C 5D 5H"), ("5S", "4C 5C 6C")])
def test_of_equal_layouts_a_loose_knocker_has_the_one_that_leaves_the_others_more(bobs: str, melded: str) -> None:
    """4C 5C 6C and 5C 5D 5H both leave ten; one takes Bob's card, the other one does not."""
    document = showdown({"Ann": "", "Bob": f"/ {bobs} KH KD QS QH 2S 2D 9H 9D AS AD"})
    document["players"][0] = loose("Ann", "4C 5C 6C 5D 5H JC JD JH 10C 10D 10H")
    ann, bob = judged(document)["players"]
    assert melded.split() in [meld["cards"] for meld in ann["melds"]]
    assert (ann["deadwood_points"], bob["laid_off"]) == (10, [])


@pytest.mark.parametrize(("bobs", "melded"), [("7C", "4C 4D 4H"), ("4S", "4C 5C 6C")])
def test_a_plain_knock_without_deadwood_is_laid_out_against_lay_offs_too(bobs: str, melded: str) -> None:
    """Three runs or three sets; without the call of Gin a card could be laid off onto either."""
    rules = {"hand_size": 9}
    document = showdown({"Ann": "", "Bob": f"/ {bobs} KH KD QS QH 2S 2D 9H 9D"}, house_rules=rules)
    document["players"][0] = loose("Ann", "4C 5C 6C 4D 5D 6D 4H 5H 6H")
    ann, bob = judged(document)["players"]
    assert melded.split() in [meld["cards"] for meld in ann["melds"]]
    assert (ann["deadwood_points"], bob["laid_off"]) == (0, [])


@pytest.mark.parametrize(("low", "low_melded"), [("7C", "5C 5D 5H"), ("5S", "4C 5C 6C")])
@pytest.mark.parametrize(("high", "high_melded"), [("7S", "9C 9D 9S"), ("9H", "8S 9S 10S")])
def test_all_equal_layouts_of_a_loose_knocker_are_weighed(
    low: str, low_melded: str, high: str, high_melded: str
) -> None:
    """Two such choices at once make four layouts that leave the same; one of them leaves Bob all his cards."""
    rules = {"knock_limit": 100}
    document = showdown({"Ann": "", "Bob": f"/ {low} {high} KH KD QD QH 2S 2D AS AD 3H"}, house_rules=rules)
    document["players"][0] = loose("Ann", "4C 5C 6C 5D 5H 8S 9S 10S 9C 9D KC")
    ann, bob = judged(document)["players"]
    assert {low_melded, high_melded} == {" ".join(meld["cards"]) for meld in ann["melds"]}
    assert (ann["deadwood_points"], bob["laid_off"]) == (10 + 18 + 10, [])


def test_a_loose_hand_is_laid_out_against_the_loose_hand_before_it() -> None:
    """By itself the run of clubs leaves Cid least, two sevens; next to Bob's run the sevens do, and 8C is left."""
    document = showdown({"Ann": "9D9H9S JDJHJS / AC AD", "Bob": "", "Cid": ""})
    document["players"][1:] = [loose("Bob", "2C 3C 4C QD"), loose("Cid", "5C 6C 7C 8C 7D 7H")]
    verdict = judged(document)
    assert told(verdict) == ["Cid 5C Bob.0", "Cid 6C Bob.0"]
    assert deadwood(verdict) == [2, 10, 8]
    document["players"][1] = loose("Bob", "2C 3C KC QD")
    assert deadwood(judged(document)) == [2, 2 + 3 + 10 + 10, 14]


@pytest.mark.parametrize(
    ("bob", "cid", "played"),
    [
        ("5C6C7C / 9C", "/ 8C", ["Bob 9C Ann.0", "Cid 8C Bob.0"]),
        ("KDKHKS / 9C", "5C6C7C / 8C KC", ["Bob 9C Ann.0", "Cid KC Bob.0"]),
    ],
    ids=["the run is one's own", "the card between is the run's owner's"],
)
def test_nobody_waits_for_a_run_that_can_never_take_the_card(bob: str, cid: str, played: list[str]) -> None:
    assert told(ruled({"Ann": "9D9H9S / AC", "Bob": bob, "Cid": cid})) == played


def test_who_has_laid_off_again_is_waited_for_again() -> None:
    """Bob passes once; later Cid's queen waits for Bob's jack, so that the king can follow it."""
    ann = "AD2D3D 6C7C8C 5C5H5S QDQHQS / 2S"
    players = {"Ann": ann, "Bob": "/ 5D 10C JC", "Cid": "/ 4D 9C QC KC"}
    verdict = ruled(players)
    assert told(verdict) == [
        "Bob pass",
        "Cid 4D Ann.0",
        "Bob 5D Ann.0",
        "Cid 9C Ann.1",
        "Bob 10C Ann.1",
        "Cid pass",
        "Bob JC Ann.1",
        "Cid QC Ann.1",
        "Cid KC Ann.1",
    ]
    assert deadwood(verdict) == [2, 0, 0]
    assert judged(showdown(players, ", ".join(told(verdict))))["legal"]


def test_laid_out_again_a_lay_off_is_still_shown_where_it_went() -> None:
    """Best layouts are listed by rank, so that Ann's second meld becomes her first."""
    players = {"Ann": "JDJHJS 5C6C7C 9D9H9S / AC AD", "Bob": "/ 8C 3S 3D KH KD QS QC 2S 2D 6H 10H"}
    rules = {"knock_limit": 100, "layout": "best"}
    verdict = ruled(players, "Bob pass, Bob 8C Ann.1", house_rules=rules)
    assert told(verdict) == ["Bob pass", "Bob 8C Ann.0"]
    assert verdict["players"][0]["melds"][0]["cards"] == ["5C", "6C", "7C"]


def test_where_no_meld_is_left_of_a_hand_laid_out_again_nothing_is_turned() -> None:
    players = {"Ann": "5C6C8C / AC", "Bob": "/ 7C"}
    rules = {"knock_limit": 100, "layout": "best", "hand_size": 4}
    document = showdown({}, "Bob 7C Ann.0", house_rules=rules)
    document["players"] = [laid(name, text) for name, text in players.items()]
    assert "not-a-meld Ann 5C 6C 8C" in codes(judged(document))


def test_a_card_that_stands_twice_is_not_asked_about_on_its_own_stash() -> None:
    """2S lies in the stash already: the card is repeated, and no letter is missing."""
    gems = {name: MADE_UP_PRINT[name] for name in ("2S", "4H", "6D", "8C")}
    players = {"Ann": "2S4H6D8C 9D9H9S JDJHJS / AC", "Bob": "/ 2S 9C 3S 3D KH KD QS QC 2C 2D 6H"}
    verdict = ruled(players, "Bob 2S Ann.0", gems=gems)
    assert codes(verdict) == ["card-repeated Bob 2S", "lay-off-does-not-fit Bob 2S"]
    assert "2♠ doesn't fit on Ann's 2♠ 4♥ 6♦ 8♣: that card is already there." in verdict["faults"][1]["message"]


def test_a_card_whose_gem_is_not_known_may_fit_onto_a_stash() -> None:
    """The stash is known; of 10S nobody has entered the letter, of 9C somebody has, and it is another one."""
    gems = {name: MADE_UP_PRINT[name] for name in ("2S", "4H", "6D", "8C", "9C")}
    players = {"Ann": "2S4H6D8C 9D9H9S JDJHJS / AC", "Bob": "/ 10S 9C 3S 3D KH KD QS QC 2C 2D 6H"}
    verdict = ruled(players, "Bob 10S Ann.0, Bob 9C Ann.0", gems=gems)
    assert codes(verdict) == ["gem-unknown Bob 10S", "lay-off-does-not-fit Bob 9C"]
    assert "enter the letter printed on" in verdict["faults"][0]["message"]
    known = ruled(players, "Bob 10S Ann.0", gems={**gems, "10S": MADE_UP_PRINT["10S"]})
    assert told(known) == ["Bob 10S Ann.0"]


def open_table(ann: str, bob: str, *, gems: dict[str, str] | None = None) -> OpenMelds:
    """Lay Ann's and Bob's melds on the table, and Bob's deadwood beside them."""
    known = Print.of({CARDS_BY_NAME[name]: tuple(Gem(letter) for letter in own) for name, own in (gems or {}).items()})
    table = MeldContext(has_gems=True, gems=known, diamond=CARDS_BY_NAME["7D"])
    melds = []
    for owner, text in enumerate((ann, bob.partition("/")[0])):
        for place, group in enumerate(text.split()):
            meld = classify(tuple(CARDS_BY_NAME[name] for name in split(group)), table)
            assert isinstance(meld, Meld)
            melds.append(OpenMeld(owner, place, meld))
    deadwood = hand_of(CARDS_BY_NAME[name] for name in bob.partition("/")[2].split())
    return OpenMelds(melds, {1: deadwood}, table)


STASH = {"2S": "S", "4H": "S", "6D": "S", "8C": "S"}


def test_whether_lay_offs_are_open_does_not_say_whether_anything_fits() -> None:
    assert open_table("5C6C7C", "/ KD").is_open_to(1)
    assert not open_table("5C6C7C", "KCKDKH /").is_open_to(1), "no card is left over"
    assert not open_table("QH7D", "KCKDKH / 2C").is_open_to(1), "Queen's Diamonds take nothing"


def test_a_card_of_unknown_letter_might_be_laid_off() -> None:
    assert open_table("2S4H6D8C", "/ 10S", gems=STASH).might_lay_off(1)
    assert not open_table("2S4H6D8C", "/ 10S", gems={**STASH, "10S": "G"}).might_lay_off(1)
    assert open_table("5C6C7C", "/ 8C").might_lay_off(1)


@pytest.mark.parametrize(
    ("ann", "bob", "card", "gems", "sentence"),
    [
        ("5C6C7C", "/ KD", "KD", {}, "K♦ doesn't extend a run."),
        ("9C9D9H", "/ KD", "KD", {}, "K♦ doesn't join a set of Kings."),
        ("5C6C7C QH7D", "/ KD", "KD", {}, "K♦ doesn't extend a run."),
        ("2S4H6D8C", "/ KD", "KD", {**STASH, "KD": "GM"}, "K♦ doesn't share a stash's gem."),
        (
            "2S4H6D8C 5C6C7C JDJHJS",
            "/ 10S",
            "10S",
            {**STASH, "10S": "G"},
            "10♠ doesn't extend a run, join a set of 10s or share a stash's gem.",
        ),
        ("5C6C7C", "9C9D9H / 9S", "9S", {}, "9♠ can't go on Bob's own meld: lay-offs go on other players' melds."),
        (
            "2S4H6D8C",
            "/ 10S",
            "10S",
            {**STASH, "9D": "S"},
            "10♠ can't be Sapphire: among the 9s and 10s, only 9♦ is.",
        ),
    ],
)
def test_a_card_that_fits_nowhere_is_told_why(
    ann: str, bob: str, card: str, gems: dict[str, str], sentence: str
) -> None:
    table = open_table(ann, bob, gems=gems)
    assert table.places_for(1, CARDS_BY_NAME[card]) == []
    assert no_place_sentence(table.why_nowhere(1, CARDS_BY_NAME[card], ()), "Bob", ("Ann", "Bob")) == sentence


def test_a_card_that_only_a_gin_hand_would_take_is_told_so() -> None:
    gin = open_table("5C6C7C", "/ 8C")
    closed = [there for there in gin.melds.values() if there.owner == 0]
    why = OpenMelds([], gin.deadwood, gin.context).why_nowhere(1, CARDS_BY_NAME["8C"], closed)
    assert no_place_sentence(why, "Bob", ("Ann", "Bob"), Call.BIG_GIN) == (
        "8♣ can't go on Ann's 5♣ 6♣ 7♣: nobody lays off on a Big Gin hand."
    )


def test_without_a_print_no_letter_bars_a_card() -> None:
    """Gin Rummy, where cards bear no gems."""
    plain = OpenMelds(list(open_table("5C6C7C", "/ KD").melds.values()), {1: hand_of([CARDS_BY_NAME["KD"]])}, PLAIN)
    assert plain.why_nowhere(1, CARDS_BY_NAME["KD"], ()).borne is None
