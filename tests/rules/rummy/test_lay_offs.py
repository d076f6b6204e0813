"""Lay-offs, entered and found, two and three players (P.laid-off, P.lay-off, P.knocker-no-lay-off, R.6, R.10)."""

import pytest

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


def test_a_lay_off_on_a_group_that_is_not_a_meld_is_no_second_fault() -> None:
    players = {"Ann": "5C6C8C 9D9H9S JDJHJS / AC AD", "Bob": "/ 7C 9C 4C JC KH KD QS 3S 2S 2D 6H"}
    assert faults_of(ruled(players, "Bob 7C Ann.0, Bob 9C Ann.1")) == ["not-a-meld Ann 5C 6C 8C"]


def test_a_pass_of_the_knocker_is_no_turn_and_no_fault() -> None:
    assert moves_of(three("/ 8C 9C", "/ 4C", "Ann pass, Bob 8C Ann.0")) == ["Ann pass", "Bob 8C Ann.0"]


def test_found_lay_offs_wait_where_waiting_helps() -> None:
    """If 9C went on the nines at once, 10C could never go: Bob waits for Cid's 8C."""
    verdict = three("/ 9C 10C KH", "/ 8C KD")
    assert moves_of(verdict) == ["Bob pass", "Cid 8C Ann.0", "Bob 9C Ann.0", "Bob 10C Ann.0"]
    assert deadwood(verdict) == [2, 10, 10]


def test_loose_cards_that_were_laid_off_are_not_melded_too() -> None:
    """Bob could meld 8C 8D 8H, but 8C went on Ann's run, so the other eights are deadwood."""
    document = showdown({"Ann": ANN, "Bob": ""}, "Bob 8C Ann.0")
    document["players"][1] = loose("Bob", "8C 8D 8H 3S 2S 2D 6H KH KD QS QD")
    verdict = judged(document)
    assert verdict["players"][1]["laid_off"] == ["8C"]
    assert verdict["players"][1]["deadwood_points"] == 8 + 8 + 3 + 2 + 2 + 6 + 40
    assert verdict["players"][1]["best_deadwood_points"] == 3 + 2 + 2 + 6 + 40


# In Ann's cards either the runs or the sets are melded: the other ones would take Bob's cards.
EITHER = "4C 5C 6C 5D 5H JC JD JH 10C 10D 10H"
TWO_CHOICES = "4C 5C 6C 5D 5H 8S 9S 10S 9C 9D KC"
NO_DEADWOOD = "4C 5C 6C 4D 5D 6D 4H 5H 6H"


@pytest.mark.parametrize(
    ("anns", "bobs", "melded", "left"),
    [
        (EITHER, "7C", {"5C 5D 5H"}, 10),
        (EITHER, "5S", {"4C 5C 6C"}, 10),
        (NO_DEADWOOD, "7C", {"4C 4D 4H"}, 0),
        (NO_DEADWOOD, "4S", {"4C 5C 6C"}, 0),
        (TWO_CHOICES, "7C 7S", {"5C 5D 5H", "9C 9D 9S"}, 38),
        (TWO_CHOICES, "7C 9H", {"5C 5D 5H", "8S 9S 10S"}, 38),
        (TWO_CHOICES, "5S 7S", {"4C 5C 6C", "9C 9D 9S"}, 38),
        (TWO_CHOICES, "5S 9H", {"4C 5C 6C", "8S 9S 10S"}, 38),
    ],
)
def test_a_loose_knocker_gets_the_equal_layout_that_leaves_the_others_more(
    anns: str, bobs: str, melded: set[str], left: int
) -> None:
    rest = ["KH", "KD", "QD", "QH", "2S", "2D", "AS", "AD", "3S", "8D"][: len(anns.split()) - len(bobs.split())]
    rules = {"knock_limit": 100, "hand_size": len(anns.split())}
    document = showdown({"Ann": "", "Bob": f"/ {bobs} {' '.join(rest)}"})
    document |= {"house_rules": rules, "players": [loose("Ann", anns), document["players"][1]]}
    ann, bob = judged(document)["players"]
    assert melded <= {" ".join(meld["cards"]) for meld in ann["melds"]}
    assert (ann["deadwood_points"], bob["laid_off"]) == (left, [])


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
