"""The register as the terminal shows it: the table's words, no code's."""

from collections import Counter

import pytest

from companion.register.cases import cases
from companion.register.entries import rules
from companion.register.printing import entered_lines, rule_text


def printed(rule_id: str) -> str:
    text = rule_text(rule_id)
    assert text is not None
    return text


def test_a_rule_has_its_place_its_rulings_and_its_cases() -> None:
    text = printed("P.undercut")
    assert text.startswith("Gem Rummy, the publisher's rulebook\n  P.undercut  (Bonuses, UNDERCUT)\n")
    assert "\n    settled by R.5, R.7\n" in text
    assert (
        """
GEM2-035  A lay-off turns a loss into an undercut
  Gem Rummy, dice 3 and 4, Ann knocks, call left out
  Ann: 5♣ 6♣ 7♣ | Q♥ 7♦ | 9♣ 9♦ 9♠, deadwood A♣ 2♦ 3♠
  Bob: 4♦ 5♦ 6♦ | K♣ K♦ K♥ | J♦ J♥ J♠, deadwood 2♥ 8♣
  Bob lays off 8♣ onto Ann's 5♣ 6♣ 7♣
  → Ann: deadwood 6, 0 points
  → Bob: deadwood 2, 29 points
       25  Undercut: Bob has 2 to Ann's 6, so Ann gets no minimum score of 11  (P.undercut)
        4  Ann 6 − Bob 2  (P.difference)
  → Bob wins the hand
"""
        in text
    )


def test_a_game_is_printed_as_its_sheet() -> None:
    assert """
GAME-006  Exactly at the target, the game is over
  Gem Rummy, Ann and Bob play, Ann deals first
  Hand 1: dice 3 and 4; Ann calls Gin; Ann: counted 0; Bob: counted 40
  Hand 2: dice 3 and 4; Ann knocks; call left out; Ann: counted 5; Bob: counted 50
  Gem Rummy, to 110 points

  Hand  Dealer  Ann  total  Bob  total
     1  Ann     65*     65   0       0
     2  Ann     45*    110   0       0
        Total          110           0

  * won the hand
  Ann wins.
""" in printed("P.end")


def test_what_is_wrong_is_said_in_the_sentence_of_the_fault() -> None:
    sentence = (
        "A♥ 3♠ 5♣ isn't a stash: a stash needs 4 Moonstone cards. "
        "Even at their best, Ann's cards leave 12, so the hand goes on."
    )
    assert f"  → {sentence} (not-a-meld, P.stash)\n" in printed("P.stash")
    assert "  → can't be read: hand 2: it comes after hand 1, which ended the game\n" in printed("R.13")


def test_who_starts() -> None:
    assert "  Gem Rummy, Ann, Bob and Cid play and Cid deals\n  → Ann rolls the dice and starts\n" in printed("R.15")


def test_no_two_cases_are_printed_alike() -> None:
    texts = Counter("\n".join(entered_lines(case.document)) for case in cases().values())
    assert [text for text, times in texts.items() if times > 1] == []


@pytest.mark.parametrize("rule", list(rules()))
def test_no_rule_is_printed_in_the_words_of_a_program(rule: str) -> None:
    text = printed(rule)
    for word in ("{'", "['", "None", "True", "False", "house_rules", "_points"):
        assert word not in text
