"""Lay-offs, entered and found, two and three players (P.laid-off, P.lay-off, P.knocker-no-lay-off, R.6, R.10)."""

import pytest

from companion.register.cases import MADE_UP_PRINT
from tests.support.rummy.random_hands import card_names
from tests.support.rummy.random_showdowns import Document, judged

ANN = "5C6C7C 9D9H9S JDJHJS / AC AD"


def laid(name: str, text: str) -> Document:
    melds, _, deadwood = text.partition("/")
    return {"name": name, "melds": [card_names(group) for group in melds.split()], "deadwood": deadwood.split()}


def loose(name: str, text: str) -> Document:
    return {"name": name, "cards": text.split()}


def move_of(text: str) -> Document:
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
        document["lay_offs"] = [move_of(text) for text in lay_offs.split(", ") if text]
    return document


def ruled(players: dict[str, str], lay_offs: str | None = None, **more: object) -> Document:
    return judged(showdown(players, lay_offs, **more))


def three(bob: str, cid: str, lay_offs: str | None = None, **more: object) -> Document:
    return ruled({"Ann": ANN, "Bob": bob, "Cid": cid}, lay_offs, **more)


def faults_of(verdict: Document) -> list[str]:
    return [f"{fault['code']} {fault['player']} {' '.join(fault['cards'])}".strip() for fault in verdict["faults"]]


def moves_of(verdict: Document) -> list[str]:
    assert verdict["legal"], faults_of(verdict)
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
    """9C fits the nines too, but then 10C would be left: only a run takes the next card."""
    verdict = ruled({"Ann": ANN, "Bob": "/ 8C 9C 10C 4C KH KD QS 3S 2S 2D 6H"})
    assert sorted(moves_of(verdict)) == ["Bob 10C Ann.0", "Bob 4C Ann.0", "Bob 8C Ann.0", "Bob 9C Ann.0"]


def test_a_wrong_lay_off_is_not_played() -> None:
    verdict = ruled(TWO, "Bob 9C Ann.0, Bob JC Ann.2")
    assert faults_of(verdict) == ["lay-off-does-not-fit Bob 9C"]
    assert [player["laid_off"] for player in verdict["players"]] == [[], ["JC"]]


def test_a_lay_off_on_a_group_that_is_not_a_meld_is_no_second_fault() -> None:
    players = {"Ann": "5C6C8C 9D9H9S JDJHJS / AC AD", "Bob": "/ 7C 9C 4C JC KH KD QS 3S 2S 2D 6H"}
    assert faults_of(ruled(players, "Bob 7C Ann.0, Bob 9C Ann.1")) == ["not-a-meld Ann 5C 6C 8C"]


def test_a_pass_of_the_knocker_is_no_turn_and_no_fault() -> None:
    assert moves_of(three("/ 8C 9C", "/ 4C", "Ann pass, Bob 8C Ann.0")) == ["Ann pass", "Bob 8C Ann.0"]


def test_a_lay_off_can_make_room_for_the_other_player() -> None:
    assert faults_of(three("/ 10C", "/ 8C 9C", "Bob 10C Ann.0, Cid 8C Ann.0")) == ["lay-off-does-not-fit Bob 10C"]
    assert moves_of(three("/ 10C", "/ 8C 9C", "Cid 8C Ann.0, Cid 9C Ann.0, Bob 10C Ann.0")) == [
        "Cid 8C Ann.0",
        "Cid 9C Ann.0",
        "Bob 10C Ann.0",
    ]


def test_found_lay_offs_go_clockwise_from_the_knockers_left() -> None:
    assert moves_of(three("/ 8C JC", "/ 4C 3C")) == ["Bob 8C Ann.0", "Cid 4C Ann.0", "Bob JC Ann.2", "Cid 3C Ann.0"]
    rotated = ruled({"Cid": "/ 4C 3C", "Ann": ANN, "Bob": "/ 8C JC"})
    assert moves_of(rotated)[0] == "Bob 8C Ann.0"


def test_found_lay_offs_wait_where_waiting_helps() -> None:
    """If 9C went on the nines at once, 10C could never go: Bob waits for Cid's 8C."""
    verdict = three("/ 9C 10C KH", "/ 8C KD")
    assert moves_of(verdict) == ["Bob pass", "Cid 8C Ann.0", "Bob 9C Ann.0", "Bob 10C Ann.0"]
    assert deadwood(verdict) == [2, 10, 10]


def test_a_counted_hand_has_no_card_to_wait_for() -> None:
    document = showdown({"Ann": ANN, "Bob": "/ 8C 9C"}, "Bob 8C Ann.0, Bob 9C Ann.0")
    document["players"].append({"name": "Cid", "deadwood_points": 20})
    document["house_rules"] = {"knock_limit": 100, "hand_size": 1}
    assert moves_of(judged(document)) == ["Bob 8C Ann.0", "Bob 9C Ann.0"]


def test_loose_cards_that_were_laid_off_are_not_melded_too() -> None:
    """Bob could meld 8C 8D 8H, but 8C went on Ann's run, so the other eights are deadwood."""
    document = showdown({"Ann": ANN, "Bob": ""}, "Bob 8C Ann.0")
    document["players"][1] = loose("Bob", "8C 8D 8H 3S 2S 2D 6H KH KD QS QD")
    verdict = judged(document)
    assert verdict["players"][1]["laid_off"] == ["8C"]
    assert verdict["players"][1]["deadwood_points"] == 8 + 8 + 3 + 2 + 2 + 6 + 40
    assert verdict["players"][1]["best_deadwood_points"] == 3 + 2 + 2 + 6 + 40


def test_loose_cards_break_a_meld_to_lay_off() -> None:
    """4H 5H 6H would leave 4C 4D; a set of fours with both hearts on Ann's run leaves none of them."""
    document = showdown({"Ann": "7H8H9H 10S10C10D JDJHJS / AC AD", "Bob": ""})
    document["players"][1] = loose("Bob", "4H 5H 6H 4C 4D KS KH KD KC 2S 2D")
    verdict = judged(document)
    assert sorted(moves_of(verdict)) == ["Bob 5H Ann.0", "Bob 6H Ann.0"]
    assert verdict["players"][1]["deadwood_points"] == 4


def test_best_layout_of_the_cards_that_were_not_laid_off() -> None:
    """`layout: best` lays out the rest; what was laid off was laid off."""
    rules = {"knock_limit": 100, "layout": "best"}
    players = {"Ann": "5C6C7C 9D9H9S / JD JH JS AC AD", "Bob": "/ 8C 3S 3D 3H KH KD QS 2S 6D 6H 10D"}
    verdict = ruled(players, "Bob 8C Ann.0", house_rules=rules)
    assert verdict["legal"]
    assert deadwood(verdict) == [2, 10 + 10 + 10 + 2 + 6 + 6 + 10]
    assert deadwood(ruled(players, "", house_rules=rules)) == [2, 8 + 10 + 10 + 10 + 2 + 6 + 6 + 10]


@pytest.mark.parametrize(("bobs", "melded"), [("7C", "5C 5D 5H"), ("5S", "4C 5C 6C")])
def test_a_loose_knocker_gets_the_equal_layout_that_leaves_the_others_more(bobs: str, melded: str) -> None:
    """4C 5C 6C and 5C 5D 5H both leave ten; only one of them takes Bob's card."""
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
def test_all_equal_layouts_of_a_loose_knocker_are_compared(
    low: str, low_melded: str, high: str, high_melded: str
) -> None:
    """Two such choices make four equal layouts; one of them leaves Bob all his cards."""
    rules = {"knock_limit": 100}
    document = showdown({"Ann": "", "Bob": f"/ {low} {high} KH KD QD QH 2S 2D AS AD 3H"}, house_rules=rules)
    document["players"][0] = loose("Ann", "4C 5C 6C 5D 5H 8S 9S 10S 9C 9D KC")
    ann, bob = judged(document)["players"]
    assert {low_melded, high_melded} == {" ".join(meld["cards"]) for meld in ann["melds"]}
    assert (ann["deadwood_points"], bob["laid_off"]) == (10 + 18 + 10, [])


def test_a_loose_hand_is_laid_out_against_the_loose_hand_before_it() -> None:
    """Alone, the run of clubs is Cid's best and leaves two sevens; beside Bob's run the sevens are, and 8C is left."""
    document = showdown({"Ann": "9D9H9S JDJHJS / AC AD", "Bob": "", "Cid": ""})
    document["players"][1:] = [loose("Bob", "2C 3C 4C QD"), loose("Cid", "5C 6C 7C 8C 7D 7H")]
    verdict = judged(document)
    assert moves_of(verdict) == ["Cid 5C Bob.0", "Cid 6C Bob.0"]
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
    assert moves_of(ruled({"Ann": "9D9H9S / AC", "Bob": bob, "Cid": cid})) == played


def test_a_player_who_lays_off_again_after_a_pass_is_waited_for() -> None:
    """Bob passes once; later Cid's queen waits for Bob's jack, so that the king can follow it."""
    ann = "AD2D3D 6C7C8C 5C5H5S QDQHQS / 2S"
    players = {"Ann": ann, "Bob": "/ 5D 10C JC", "Cid": "/ 4D 9C QC KC"}
    verdict = ruled(players)
    assert moves_of(verdict) == [
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
    assert judged(showdown(players, ", ".join(moves_of(verdict))))["legal"]


def test_a_lay_off_follows_its_meld_when_the_hand_is_laid_out_again() -> None:
    """Best layouts are listed by rank, so that Ann's second meld becomes her first."""
    players = {"Ann": "JDJHJS 5C6C7C 9D9H9S / AC AD", "Bob": "/ 8C 3S 3D KH KD QS QC 2S 2D 6H 10H"}
    rules = {"knock_limit": 100, "layout": "best"}
    verdict = ruled(players, "Bob pass, Bob 8C Ann.1", house_rules=rules)
    assert moves_of(verdict) == ["Bob pass", "Bob 8C Ann.0"]
    assert verdict["players"][0]["melds"][0]["cards"] == ["5C", "6C", "7C"]


def test_a_lay_off_stays_put_when_the_hand_laid_out_again_has_no_meld() -> None:
    players = {"Ann": "5C6C8C / AC", "Bob": "/ 7C"}
    rules = {"knock_limit": 100, "layout": "best", "hand_size": 4}
    document = showdown({}, "Bob 7C Ann.0", house_rules=rules)
    document["players"] = [laid(name, text) for name, text in players.items()]
    assert "not-a-meld Ann 5C 6C 8C" in faults_of(judged(document))


def test_a_repeated_card_is_not_asked_about_on_its_own_stash() -> None:
    """2S lies in the stash already: the card is repeated, and no letter is missing."""
    gems = {name: MADE_UP_PRINT[name] for name in ("2S", "4H", "6D", "8C")}
    players = {"Ann": "2S4H6D8C 9D9H9S JDJHJS / AC", "Bob": "/ 2S 9C 3S 3D KH KD QS QC 2C 2D 6H"}
    verdict = ruled(players, "Bob 2S Ann.0", gems=gems)
    assert faults_of(verdict) == ["card-repeated Bob 2S", "lay-off-does-not-fit Bob 2S"]
    assert "2♠ doesn't fit on Ann's 2♠ 4♥ 6♦ 8♣: that card is already there." in verdict["faults"][1]["message"]


def test_a_card_of_unknown_letter_may_fit_on_a_stash() -> None:
    """The letter of 10S isn't known; that of 9C is, and it isn't the stash's."""
    gems = {name: MADE_UP_PRINT[name] for name in ("2S", "4H", "6D", "8C", "9C")}
    players = {"Ann": "2S4H6D8C 9D9H9S JDJHJS / AC", "Bob": "/ 10S 9C 3S 3D KH KD QS QC 2C 2D 6H"}
    verdict = ruled(players, "Bob 10S Ann.0, Bob 9C Ann.0", gems=gems)
    assert faults_of(verdict) == ["gem-unknown Bob 10S", "lay-off-does-not-fit Bob 9C"]
    assert "enter the gem printed on" in verdict["faults"][0]["message"]
    known = ruled(players, "Bob 10S Ann.0", gems={**gems, "10S": MADE_UP_PRINT["10S"]})
    assert moves_of(known) == ["Bob 10S Ann.0"]
