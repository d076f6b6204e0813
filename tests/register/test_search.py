"""What players type into the search, with the rules that answer it, looked up by hand in the rulebooks."""

import pytest

from companion.register.entries import rules
from companion.register.search import BEST_SHOWN, MOST_WORDS, find

RANKS = "P.rank-order G.rank-order R.3 N.run K.rank-order"
MINIMUM = "P.minimum R.9 P3.minimum G.minimum P.minimum-undercut"
VALUES = "P.card-values G.card-values N.card-values K.card-values"
NO_CARDS = "P.drawn R.12 G.drawn N.replay"
CALLING = "R.5 P.gin G.gin"

QUERIES = {
    "wrap around": RANKS,
    "tie": "R.11 P3.tie R.13 G.final-hand-tie K.tie-with-knocker R.18",
    "who deals": "P.winner-deals P.first-dealer G.winner-deals N.dealer R.15 R.11",
    "can I lay off on a stash": "R.6",
    "equal deadwood": "P.undercut N.undercut R.7",
    "misdeal": "II.penalty.incorrect-deal II.penalty.incorrect-deal.A II.penalty.incorrect-deal.B",
    "how many cards": "P.deal G.deal N.deal K.deal G3.deal",
    "king two gems": "P.kings-one-gem R.8 P.print P.king-in-stash G.kings-one-gem",
    "can the knocker lay off": "P.knocker-no-lay-off R.6",
    "take back a meld": "P.melds-stand R.14",
    "draw pile empty": NO_CARDS,
    "how do I win": "P.end P.highest-total R.13 N.end K.end P3.end G.end R.28",
    "110": "P.end G.end",
    "what is a jack worth": VALUES,
    "same card in two melds": "P.one-meld-per-card N.disjoint",
    "dice 12": "P.jack-diamond R.3",
    "forgot to call gin": CALLING,
    "eight gems": "P.gem-parts R.8 G.gem-parts",
    "wrong knock": "R.4",
    "more than eleven cards": "P3.hand-size R.10 P3.gin-all-cards",
    "take several discards": "P3.hand-size G3.hand-size",
    "partners": "K.partnership R.22 T.partners",
    "team score": "T.partners-net K.partnership",
    "teammate advice": "T.partners-advice",
    "six partners": "T.partners-more K.partnership-more",
    "switch opponents": "T.partners-rotate T.partners-stay T.partners-loser-chooses R.35",
    "who plays whom": "R.35 T.partners-rotate",
    "captain": "T.captain T.captain-one-score",
    "chouette": "T.captain",
    "man in the box": "T.captain",
    "who sits out": "T.captain-loses T.cutthroat R.36",
    "who comes in": "T.captain T.captain-loses T.cutthroat T.cutthroat-deal",
    "who pays the captain": "T.captain-pays",
    "round robin": "T.cutthroat",
    "loser sits out": "T.cutthroat",
    "substitute": "R.35 R.36",
    "level round": "R.41",
    "who deals with partners": "T.partners-deal R.41",
    "partners owe": "R.40",
    "box bonus": "N.box-scores",
    "british": "N.uk",
    "bet lost": "II.bet.lost II.bet.lost.jewel",
    "two betting jewels": "II.bet.two-jewels R.26",
    "do I have to move": "R.25 II.move-2.must",
    "announce eight cards": "II.announce II.announce.missed",
    "bonus round": "II.bonus.earned II.bonus.points R.23 II.bonus.deck II.bonus.five",
    "four x": "II.duel.four-x II.duel.dealer-points II.solo.best-finish R.27 II.penalty.last-round-4x R.29",
    "add to opponents meld": "P.laid-off P.lay-off R.6 N.lay-off G.lay-off P3.alternating",
    "knock without saying gin": CALLING,
    "queen of diamonds": "P.queens-diamonds R.3 G.queens-diamonds",
    "bonus for all gems": "P.gem-parts P.gem-parts-points R.8 G.gem-parts",
    "how much is an undercut worth": "P.undercut N.undercut R.7 G.undercut",
    "both undercut": "P3.undercut R.10",
    "empty square": "II.move-2 II.move-2.must R.25 II.move-2.three-cards",
    "leftover cards": "P.deadwood P.meld-worth N.deadwood K.unmatched G.deadwood",
    "is the ace 1 or 11": f"{VALUES} {RANKS}",
    "who lays off first": "P3.alternating R.10 G3.alternating",
    "knock with more than 10": "R.4 N.knock P.knock",
    "gem parts when undercut": "R.8 P3.undercut",
    "minimum with gem parts": MINIMUM,
    "queen of spades with 7 of diamonds": "P.queens-diamonds G.queens-diamonds R.3",
    "extend queens diamonds": "R.3",
    "two kings in a stash": "P.king-in-stash R.8 R.3",
    "sapphire": "R.1",
    "draw at the end of the game": "R.13 R.28 G.final-hand-tie",
    "knock on the first turn": "P.knock K.knock R.20 N.knock",
    "wrong call penalty": "II.call.wrong",
    "9 cards left dealer points": "II.duel.dealer-points II.solo.dealer-points",
    "bet on ten": "II.bet.circles II.bet.won",
    "dealer says eight left": "II.announce II.announce.missed",
    "card run": "II.card-run.points",
    "take a discard and put it back": "N.upcard-stays",
    "lay off on my own meld": "P.laid-off",
    "five of the same gem": "P.stash G.stash R.3",
    "knocker ties": "R.11 P3.tie P.undercut N.undercut K.tie-with-knocker R.7 R.18",
    "do I keep my bonus if undercut": "R.8 P.minimum-undercut P3.undercut",
    "how far do we play": "P.end P3.end G.end N.end K.end R.13",
    "zero deadwood but not the knocker": "P.gin-knocker-only R.5",
    "gin rummy 10 cards": "N.deal R.16 N.turn",
    "missed rum": "K.missed-rum R.30 R.19",
    "remove two cards at once": "II.penalty.wrong-move.C II.move-1.one-by-one",
    "bet after moving": "II.bet.who",
    "tie in gem ii": "R.28",
    "claim gem parts": "P.gem-parts G.gem-parts R.8",
}


def test_what_players_type_finds_the_right_rule_among_the_best_three() -> None:
    assert {rule_id for expected in QUERIES.values() for rule_id in expected.split()} <= set(rules())
    missed = [
        query
        for query, expected in QUERIES.items()
        if not {rule.id for rule in find(query).rules[:BEST_SHOWN]} & set(expected.split())
    ]
    assert len(missed) <= 0.05 * len(QUERIES), missed


def test_words_are_looked_for_once_and_no_more_of_them_than_a_question_has() -> None:
    assert find("undercut undercut undercut") == find("undercut")
    numbered = [f"undercut{number}" for number in range(MOST_WORDS)]
    assert find(" ".join(["undercut", *numbered[1:]])).rules
    assert not find(" ".join([*numbered, "undercut"])).rules


def test_the_register_is_searched_by_words() -> None:
    assert "P.undercut" in [rule.id for rule in find("bonus of 25 undercuts").rules]
    nothing = find("xyzzy plugh")
    assert (nothing.rules, nothing.in_part) == ((), False)
    assert len(find("").rules) == len(rules())
    assert "P.gem-parts-points" in {rule.id for rule in find("P.gem-parts-points").rules}
    assert find("xyzzy undercut").in_part


@pytest.mark.parametrize(
    "spellings",
    [
        ("lay off", "lay-offs", "layoff", "Layoffs"),
        ("undercut", "undercuts", "Undercutting"),
        ("queens diamonds", "Queen's Diamonds", "queen’s diamond"),
        ("penalty", "penalties"),
        ("tie", "ties"),
        ("11 points", "eleven points"),
        ("knock", "knocks", "knocking"),
    ],
)
def test_a_search_finds_every_spelling_of_a_word(spellings: tuple[str, ...]) -> None:
    first, *others = ({rule.id for rule in find(words).rules} for words in spellings)
    assert first
    assert [found ^ first for found in others] == [set() for _ in others]


@pytest.mark.parametrize(
    ("words", "best", "most"),
    [
        ("tie", {"R.11", "R.13", "P3.tie", "G.final-hand-tie", "K.tie-with-knocker"}, 16),
        ("wrap", {"R.3", "P.rank-order", "G.rank-order"}, 6),
        ("11 points", {"R.9", "P.minimum", "P.minimum-undercut"}, 10),
    ],
)
def test_a_search_finds_what_players_look_for_first(words: str, best: set[str], most: int) -> None:
    names = [rule.id for rule in find(words).rules]
    assert set(names[:3]) <= best, names
    assert len(names) <= most, names
