"""What players claim, checked against their cards and the print (R.8), and every fault named at once."""

from companion.register.cases import MADE_UP_PRINT
from tests.support.rummy.random_showdowns import Document, judged

BOB = {"name": "Bob", "deadwood_points": 30}


def codes(verdict: Document) -> list[str]:
    return [fault["code"] for fault in verdict["faults"]]


RAINBOW = ["AC", "AD", "AH", "AS", "2C", "2D", "2H", "2S"]
"""One group of eight shows all eight gems."""


def with_claim(cards: list[str], deck: Document, **claim: object) -> Document:
    players = [{"name": "Ann", "cards": cards, **claim}, BOB]
    rules = {"hand_size": len(cards), "knock_limit": 100}
    return judged(
        {"game": "gem-rummy", "dice": [1, 3], "knocker": "Ann", "players": players, "house_rules": rules, **deck}
    )


def gem_parts(verdict: Document) -> bool:
    found: bool = verdict["players"][0]["gem_parts"]
    return found


def test_gem_parts_are_found_and_can_be_waived() -> None:
    whole = {"print": MADE_UP_PRINT}
    assert gem_parts(with_claim([*RAINBOW, "3C"], whole))
    assert gem_parts(with_claim([*RAINBOW, "3C"], whole, gem_parts=True))
    assert not gem_parts(with_claim([*RAINBOW, "3C"], whole, gem_parts=False))


def test_gem_parts_claimed_without_a_print_ask_for_the_letters() -> None:
    for deck, asked in ({}, RAINBOW), ({"gems": {name: MADE_UP_PRINT[name] for name in RAINBOW[:6]}}, RAINBOW[6:]):
        verdict = with_claim(RAINBOW, deck, gem_parts=True)
        assert [(fault["code"], fault["cards"]) for fault in verdict["faults"]] == [("gem-unknown", asked)]
        assert with_claim(RAINBOW, deck)["legal"], "nothing is asked where nothing is claimed"


def gem_parts_line(verdict: Document) -> str:
    (line,) = [line["text"] for line in verdict["players"][0]["lines"] if line["code"] == "gem-parts"]
    text: str = line
    return text


def test_the_table_may_check_gem_parts_by_eye() -> None:
    """The ruling says so as long as the known gems don't show all eight; more gems than those known may be there."""
    for deck in ({}, {"gems": {name: MADE_UP_PRINT[name] for name in RAINBOW[:6]}}):
        verdict = with_claim(RAINBOW, deck, gem_parts="checked")
        assert verdict["legal"]
        assert gem_parts(verdict)
        assert verdict["players"][0]["king_gems"] == {}
        assert gem_parts_line(verdict).startswith("Gem Parts: all eight gems, checked at the table")
    shown = gem_parts_line(with_claim(RAINBOW, {"print": MADE_UP_PRINT}, gem_parts="checked"))
    assert "checked" not in shown, "the known gems show it"


def test_known_gems_rule_out_what_was_checked_by_eye() -> None:
    letters = {name: MADE_UP_PRINT[name] for name in RAINBOW} | {"4H": "S"}
    (fault,) = with_claim([*RAINBOW[:7], "3C", "3D"], {"gems": letters}, gem_parts="checked")["faults"]
    assert (fault["code"], fault["message"]) == ("not-gem-parts", "Ann claimed Gem Parts, but Sapphire is missing.")


def test_where_gem_parts_brings_nothing_nothing_is_checked_by_eye() -> None:
    players = [{"name": "Ann", "cards": RAINBOW, "gem_parts": "checked"}, BOB]
    rules = {"hand_size": len(RAINBOW), "knock_limit": 100, "gem_parts_knocker": 0, "gem_parts_other": 0}
    document = {"game": "gem-rummy", "dice": [1, 3], "knocker": "Ann", "players": players, "house_rules": rules}
    assert not gem_parts(judged(document))


def test_seven_letters_of_a_group_are_as_good_as_eight() -> None:
    verdict = with_claim(RAINBOW, {"gems": {name: MADE_UP_PRINT[name] for name in RAINBOW[:7]}}, gem_parts=True)
    assert verdict["legal"]
    assert gem_parts(verdict)


def test_gem_parts_claimed_in_vain_are_a_fault_that_names_the_missing_gem() -> None:
    assert MADE_UP_PRINT["2S"] == "S"
    assert MADE_UP_PRINT["3C"] == "E"
    (fault,) = with_claim([*RAINBOW[:7], "3C"], {"print": MADE_UP_PRINT}, gem_parts=True)["faults"]
    assert (fault["code"], fault["player"], fault["rule"]) == ("not-gem-parts", "Ann", "P.gem-parts")
    assert fault["message"] == "Ann claimed Gem Parts, but Sapphire is missing."


def test_all_missing_gems_are_named() -> None:
    assert MADE_UP_PRINT["2C"] + MADE_UP_PRINT["2S"] == "AS"
    (fault,) = with_claim([*RAINBOW[:4], *RAINBOW[5:7], "3C"], {"print": MADE_UP_PRINT}, gem_parts=True)["faults"]
    assert fault["message"] == "Ann claimed Gem Parts, but Amethyst and Sapphire are missing."


def test_a_gem_can_be_missing_though_not_every_letter_is_known() -> None:
    """The S of A+2 is on 2♠ and that of 3+4 on 4♥, so that nothing here bears it, whatever is on 3♣ and 3♦."""
    letters = {name: MADE_UP_PRINT[name] for name in RAINBOW} | {"4H": "S"}
    (fault,) = with_claim([*RAINBOW[:7], "3C", "3D"], {"gems": letters}, gem_parts=True)["faults"]
    assert (fault["code"], fault["message"]) == ("not-gem-parts", "Ann claimed Gem Parts, but Sapphire is missing.")


def test_a_king_cannot_be_claimed_for_both_of_its_gems() -> None:
    letters = {name: MADE_UP_PRINT[name] for name in RAINBOW}
    king = letters["AC"] + letters["AD"]
    deck = {"gems": {**letters, "KC": king, "3C": letters["AH"]}}
    (fault,) = with_claim([*RAINBOW[2:], "KC", "3C"], deck, gem_parts=True)["faults"]
    assert (letters["AC"], letters["AD"]) == ("G", "E")
    assert (fault["code"], fault["message"]) == (
        "not-gem-parts",
        "Ann claimed Gem Parts, but one of Gold and Emerald is missing: a card counts for one gem only, even a King.",
    )


def test_too_few_cards_for_eight_gems_are_no_claim() -> None:
    (fault,) = with_claim(["AC", "3C", "5C", "7C", "9C", "JC"], {}, gem_parts=True)["faults"]
    assert fault["code"] == "not-gem-parts"
    assert "2 of the eight gems are missing" in fault["message"]


def test_nothing_rests_on_a_print_that_breaks_its_law_and_no_letter_of_it_is_asked_for() -> None:
    broken = {"print": {**MADE_UP_PRINT, "AC": MADE_UP_PRINT["AD"]}}
    assert codes(with_claim(RAINBOW, broken)) == ["print-broken"]
    assert codes(with_claim(RAINBOW, broken, gem_parts=True)) == ["print-broken"]
    assert codes(with_claim([*RAINBOW[:7], "3C"], broken, gem_parts=True)) == ["print-broken"]


def test_beside_a_broken_print_only_letters_that_are_missing_are_asked_for() -> None:
    letters = {name: MADE_UP_PRINT[name] for name in RAINBOW[:6]} | {"KC": "G", "KD": "G"}
    verdict = with_claim(RAINBOW, {"gems": letters}, gem_parts=True)
    assert [(fault["code"], fault["cards"]) for fault in verdict["faults"]] == [
        ("print-broken", []),
        ("gem-unknown", ["2H", "2S"]),
    ]
    assert verdict["faults"][1]["message"] == ("Ann claimed Gem Parts. To check, enter the gems printed on 2♥ 2♠.")


STASH = ["2S", "4H", "6D", "8C"]


def with_stash(deck: Document) -> Document:
    ann = {"name": "Ann", "melds": [STASH], "deadwood": []}
    rules = {"hand_size": 4}
    document = {
        "game": "gem-rummy",
        "dice": [1, 3],
        "knocker": "Ann",
        "players": [ann, BOB],
        "house_rules": rules,
        **deck,
    }
    return judged(document)


def test_a_stash_beside_a_broken_print_asks_only_for_letters_that_are_missing() -> None:
    broken = {**MADE_UP_PRINT, "AC": MADE_UP_PRINT["AD"]}
    assert codes(with_stash({"print": broken})) == ["print-broken"]
    given = {name: MADE_UP_PRINT[name] for name in ("2S", "4H")}
    verdict = with_stash({"gems": {**given, "KC": "G", "KD": "G"}})
    assert codes(verdict) == ["print-broken", "gem-unknown"]
    assert verdict["faults"][1]["message"] == ("2♠ 4♥ 6♦ 8♣ may be a stash. To check, enter the gems printed on 6♦ 8♣.")


def test_every_group_that_breaks_the_law_is_named() -> None:
    broken = {**MADE_UP_PRINT, "AC": MADE_UP_PRINT["AD"], "KC": MADE_UP_PRINT["KD"]}
    verdict = with_claim(RAINBOW, {"print": broken})
    assert ["A+2" in verdict["faults"][0]["message"], " K," in verdict["faults"][1]["message"]] == [True, True]


def test_a_king_serves_the_gem_that_is_missing() -> None:
    hand = [*RAINBOW[1:], "KC"]
    missing = MADE_UP_PRINT["AC"]
    king = next(name for name in ("KC", "KD", "KH", "KS") if missing in MADE_UP_PRINT[name])
    verdict = with_claim([*hand[:-1], king], {"print": MADE_UP_PRINT})
    assert verdict["players"][0]["king_gems"] == {king: missing}
    other = next(name for name in ("KC", "KD", "KH", "KS") if missing not in MADE_UP_PRINT[name])
    assert not gem_parts(with_claim([*hand[:-1], other], {"print": MADE_UP_PRINT}))


def test_all_faults_are_named_at_once() -> None:
    document = {
        "game": "gem-rummy",
        "dice": [1, 1],
        "print": {**MADE_UP_PRINT, "AC": MADE_UP_PRINT["AD"]},
        "knocker": "Ann",
        "call": "gin",
        "players": [
            {"name": "Ann", "melds": [["5C", "6C", "8C"]], "deadwood": ["KH", "KH"]},
            {"name": "Bob", "melds": [["QH", "3D"]], "deadwood": ["5C"]},
        ],
        "lay_offs": [{"player": "Ann", "card": "KH", "onto": {"player": "Bob", "meld": 0}}],
    }
    assert codes(judged(document)) == [
        "print-broken",
        "card-repeated",
        "card-repeated",
        "card-count",
        "not-a-meld",
        "card-count",
        "not-a-meld",
        "not-gin",
        "lay-off-by-knocker",
    ]
