"""Questions about worked cases and hands made to order, answered as worked out by hand; what is no key of one."""

import pytest

from companion.answers.judging import judge_document
from companion.documents.showdown import read_showdown
from companion.learning.finding import find_question, keys_of_case
from companion.learning.gem2_questions import Gem2Ask, Gem2Position
from companion.learning.questions import AnswerKind, Question, UnknownQuestionError
from companion.learning.round_questions import RoundAsk, told
from companion.learning.rummy_questions import ShowdownAsk
from companion.learning.showdowns import PLAYERS, TRIES, HandOrder, make_showdown, orders_for
from companion.register.cases import Case, CaseKind, cases
from companion.register.entries import rules
from companion.rules.rummy.ruleset import Game
from companion.rules.rummy.showdown import judge

SHOWDOWNS = [case for case in cases().values() if case.kind == CaseKind.SHOWDOWN]


def asked_of(case: Case) -> list[Question]:
    return [find_question(key) for key in keys_of_case(case.id)]


@pytest.mark.parametrize("case", SHOWDOWNS, ids=lambda case: case.id)
def test_the_right_answer_is_what_the_case_expects(case: Case) -> None:
    expected = case.expect
    for question in asked_of(case):
        right = question.right
        kind, _, player = question.key.split(".", 2)[2].partition(".")
        match kind:
            case ShowdownAsk.LEGAL:
                assert right == {"yes" if expected["legal"] else "no"}
            case ShowdownAsk.DEADWOOD:
                assert right == {str(expected["players"][player]["deadwood_points"])}
            case ShowdownAsk.LAY_OFFS:
                laid_off = [card for own in expected["players"].values() for card in own["laid_off"]]
                assert right == set(laid_off)
            case ShowdownAsk.WINNER:
                assert right == {expected["winner"]}
            case ShowdownAsk.POINTS:
                assert right == {str(expected["players"][player or expected["winner"]]["points"])}
        assert question.rules, question.key
        assert set(question.rules) <= rules().keys()


@pytest.mark.parametrize(
    ("key", "prompt"),
    [
        ("case.GEM2-001.legal", "Ann knocks. Is everything legal?"),
        ("case.GEM2-047.legal", "Ann calls Gin. Is everything legal?"),
        ("case.GEM2-055.legal", "Ann calls Big Gin. Is everything legal?"),
        ("case.GEM3-019.legal", "Ann calls Gin. Is everything legal?"),
        ("case.KNOCK-018.legal", "Ann calls Rum. Is everything legal?"),
        ("case.GEM2-029.legal", "Ann knocks. Is everything legal, the lay-offs too?"),
        ("case.GEM2-029.deadwood.Ann", "How much deadwood does Ann have?"),
        ("case.GEM2-030.deadwood.Bob", "How much deadwood does Bob have after the lay-offs?"),
        ("case.GEM2-030.lay-offs", "Which cards can Bob lay off?"),
        ("case.GEM2-030.winner", "After all lay-offs, who wins the hand?"),
        ("case.GEM2-029.points", "How many points does the winner score?"),
        ("case.GEM2-029.points.Bob", "How many points does Bob score?"),
        (
            "case.II-042.move",
            "X Emerald moved onto pile 2, I Heart, as Move 3. Is that a legal move on Level 1?",
        ),
        ("case.II-035.move", "The turn was passed. Is that allowed?"),
        ("case.II-110.points.Bob", "How many points does Bob have so far in round 1?"),
    ],
)
def test_a_question_is_a_plain_sentence(key: str, prompt: str) -> None:
    assert find_question(key).prompt == prompt


MAIN_RULES = {
    "case.GEM2-030.lay-offs": "P.lay-off",
    "case.GEM2-029.points": "P.difference",
    "case.GEM2-001.legal": "P.knock",
    "case.GEM3-019.legal": "P3.gin-all-cards",
    "case.GEM2-017.legal": "P.run",
    "case.GEM3-028.lay-offs": "P.lay-off",
    "case.GEM2-030.deadwood.Ann": "P.deadwood",
    "case.GEM2-030.deadwood.Bob": "P.laid-off",
    "case.GIN-001.deadwood.Ann": "N.deadwood",
    "made.knock-rummy.knock.3.5.deadwood.Bob": "K.count",
}


def test_the_main_rule_comes_first() -> None:
    assert {key: find_question(key).rules[0] for key in MAIN_RULES} == MAIN_RULES
    assert find_question("case.GIN-035.points").rules[0] != "N.difference"


EVERY_ORDER = [
    (game, players, order) for game in Game for players in PLAYERS[game] for order in orders_for(game, players)
]


@pytest.mark.parametrize(("game", "players", "order"), EVERY_ORDER)
def test_a_showdown_says_what_is_called(game: Game, players: int, order: HandOrder) -> None:
    for seed in range(8):
        made = make_showdown(game, order, players, seed)
        document = made.document
        assert made.matches, seed
        verdict = judge(read_showdown(document))
        assert document["call"] == verdict.call.value
        knocker = next(player for player in document["players"] if player["name"] == document["knocker"])
        if verdict.legal and not knocker["deadwood"]:
            assert document["call"] != "knock", seed


def test_an_order_that_nothing_fits_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.learning.showdowns._matches", lambda *_: False)
    made = make_showdown(Game.GIN_RUMMY, HandOrder.GIN, 2, 1)
    assert not made.matches
    assert TRIES > 1
    assert judge_document(made.document)["legal"]
    assert "call" in made.document


IN_ROUNDS = [
    case
    for case in cases().values()
    if case.kind == CaseKind.GAME and "form" in case.document and "error" not in case.expect
]


def asked_by_kind(case: Case) -> dict[str, Question]:
    return {key.split(".", 2)[2]: find_question(key) for key in keys_of_case(case.id)}


@pytest.mark.parametrize("case", IN_ROUNDS, ids=lambda case: case.id)
def test_the_right_answer_about_rounds_is_what_the_case_expects(case: Case) -> None:
    expected, sides = case.expect, case.document.get("sides", [[name] for name in case.document["players"]])
    coming = expected.get("next", {"pairs": []})
    for ask, question in asked_by_kind(case).items():
        kind, _, about = ask.partition(".")
        match kind:
            case RoundAsk.ROUND:
                assert question.right == {str(expected["rounds"][-1]["points"][int(about)])}
            case RoundAsk.OPPONENT:
                (pair,) = [pair for pair in coming["pairs"] if about in pair]
                assert {*question.right, about} == set(pair)
            case RoundAsk.SITS_OUT:
                assert question.right == {coming["sits_out"]}
            case RoundAsk.DEALS:
                dealers = (
                    [name for answer in question.right for name in sides[int(answer)]]
                    if question.kind == AnswerKind.CHOICE
                    else [*question.right]
                )
                assert set(coming["dealers"]) <= set(dealers)
            case RoundAsk.OWES:
                owed = [each["points"] for each in expected["settlement"] if about in each["from"]]
                assert question.right == {str(sum(owed))}
        assert question.rules, question.key
        assert set(question.rules) <= rules().keys()
        assert question.game == "gin-rummy"


def test_only_what_makes_sense_is_asked() -> None:
    asks = {case.id: {ask.partition(".")[0] for ask in asked_by_kind(case)} for case in IN_ROUNDS}
    assert asks["GAME-093"] == {"round", "opponent", "deals"}
    assert asks["GAME-094"] == {"round"}, "its last round isn't over, so nothing comes after it yet"
    assert asks["GAME-099"] == {"round", "owes"}
    assert asks["GAME-106"] == {"opponent", "sits-out", "deals"}
    assert asks["GAME-110"] == {"round"}, "boxes are settled there, not points"
    assert asks["GAME-111"] == {"owes"}
    assert keys_of_case("GAME-115") == (), "it can't be read"


@pytest.mark.parametrize(
    ("key", "prompt", "rule", "answer"),
    [
        ("case.GAME-093.round.1", "How many points do Bob & Dee score in the last round?", "T.partners-net", "6"),
        ("case.GAME-107.round.1", "How many points do Cid & Dee & Eva score in the last round?", "R.41", "0"),
        ("case.GAME-093.opponent.Ann", "Who plays against Ann next?", "T.partners-stay", "Bob"),
        ("case.GAME-098.opponent.Ann", "Who plays against Ann next?", "T.partners-rotate", "Dee"),
        ("case.GAME-093.deals", "Which side deals the next round?", "T.partners-deal", "1"),
        ("case.GAME-107.deals", "Which side deals the next round?", "R.41", "0"),
        ("case.GAME-106.deals", "Who deals next?", "R.41", "Cid"),
        ("case.GAME-119.deals", "Who deals next?", "T.cutthroat-deal", "Cid"),
        ("case.GAME-106.sits-out", "Who sits out next?", "T.captain", "Bob"),
        ("case.GAME-107.sits-out", "Who sits out next?", "T.captain-loses", "Dee"),
        ("case.GAME-119.sits-out", "Who sits out next?", "T.cutthroat", "Bob"),
        ("case.GAME-099.owes.Bob", "How many points does Bob owe in the end, in all?", "R.40", "35"),
        ("case.GAME-105.owes.Ann", "How many points does Ann owe in the end, in all?", "T.captain-pays", "410"),
        ("case.GAME-111.owes.Ann", "How many points does Ann owe in the end, in all?", "T.cutthroat-pays", "190"),
    ],
)
def test_a_question_about_rounds_is_a_plain_sentence_with_its_main_rule(
    key: str, prompt: str, rule: str, answer: str
) -> None:
    question = find_question(key)
    assert (question.prompt, question.rules[0], question.right) == (prompt, rule, frozenset({answer}))


def test_the_rounds_are_told_without_the_answer() -> None:
    assert told(cases()["GAME-093"].document) == (
        "Round 1, Ann and Cid dealt: Ann 16, Bob 0; Cid 12, Dee 0.",
        "Round 2, Ann and Cid dealt: Ann 7, Bob 0; Cid 0, Dee 13.",
    )
    assert told(cases()["GAME-111"].document)[2:] == (
        "Round 3, Bob dealt: Bob and Cid: drawn.",
        "Round 4, Bob dealt: Bob 45, Cid 0.",
        "Round 5, Ann dealt: Ann 0, Bob 30.",
        "In the end Ann has 45, Bob has 225 and Cid has 55.",
    )
    assert told(cases()["GAME-099"].document)[-1] == "In the end Ann & Cid have 35 and Bob & Dee have 0."


# Boards. II-030 is: II Emerald under V Heart; IX Marquis; VI Ruby, X Emerald and on top IV Marquis; an empty space.
# Move 1: IV and IX Marquis are both on top, so the IV comes off; V Heart is alone in its suit.
# Move 3: V Heart (red) and IV Marquis (green) are neighbors, and both have a card below: either may cross.
# II-034: I, IV and V Emerald and X Heart, each alone in its pile: the I and the IV come off, the V stays.
# II-038: V Emerald and VI Heart are neighbors of different colors with cards below. Move 3 may stay unmade.
# II-042: X Emerald and I Heart, on Level 1 neighbors. II-043 is the same on Level 2: nothing moves.
# II-048: IV Ruby can cross onto V Marquis; then X Emerald shows and III Emerald comes off: one card.
HAND_WORKED = {
    "case.II-030.remove": {"IVM"},
    "case.II-030.cross": {"VH", "IVM"},
    "case.II-031.penalty": {"wrong-move"},
    "case.II-033.penalty": {"no"},
    "case.II-034.remove": {"IE", "IVE"},
    "case.II-035.penalty": {"missed-move"},
    "case.II-035.end": {"no"},
    "case.II-036.none": {"no"},
    "case.II-038.cross": {"VE", "VIH"},
    "case.II-038.move": {"yes"},
    "case.II-042.cross": {"XE", "IH"},
    "case.II-043.cross": set(),
    "case.II-048.best": {"1"},
    # Runs of 4, 5, 9 and 10 cards alone: 0 + 5 + 5 + 50.
    "case.II-005.points.Ann": {"60"},
    # 10 for the four X's; the lost bonus round leaves 36 - 29 = 7 cards for 3, and has a run of five for 5.
    "case.II-010.points.Ann": {"18"},
    # Ann deals and takes 20 cards: 100 for the four X's and 100 for the cards. Bob takes 16: 80.
    "case.II-104.points.Ann": {"200"},
    # Bob: twelve cards 60, two bets on 5 won 50, Ann's lost 25; his bet on 10 with seven cards gives Ann 50.
    "case.II-112.points.Bob": {"135"},
    "case.II-160.points.Bob": {"180"},
    "case.II-114.allowed": {"no"},
    "case.II-112.allowed": {"yes"},
    # Ann: 40+125+50, 70, 75+40, 70, 85+40+25, 100+25 = 745; Bob: 45, 80, 95, 110+100, 85, 55+10 = 580.
    "case.II-101.winner": {"Ann"},
    "case.II-106.winner": {"shared"},
}


@pytest.mark.parametrize(("key", "right"), HAND_WORKED.items(), ids=list(HAND_WORKED))
def test_answers_worked_out_by_hand(key: str, right: set[str]) -> None:
    assert find_question(key).right == right


def test_every_question_of_a_case_can_be_answered_and_cites_its_rules() -> None:
    gem2 = [case for case in cases().values() if str(case.document["game"]).startswith("gem-ii")]
    questions = [question for case in gem2 for question in asked_of(case)]
    assert {question.key.split(".")[2] for question in questions} == set(Gem2Ask)
    boards = [case for case in cases().values() if case.kind == CaseKind.GEM_II_BOARD and "error" not in case.expect]
    assert all({"remove", "cross", "none", "end"} <= set(Gem2Position(case.document).asks) for case in boards)
    for question in questions:
        values = {option.value for option in question.options}
        assert question.rules, question.key
        assert set(question.rules) <= set(rules()), question.key
        assert question.game == "gem-ii"
        assert question.prompt.endswith("?"), question.key
        match question.kind:
            case AnswerKind.NUMBER:
                (number,) = question.right
                assert number.isdecimal(), question.key
            case AnswerKind.YES_NO:
                assert question.right in ({"yes"}, {"no"}), question.key
            case _:
                assert question.right <= values, question.key


def test_cases_with_errors_are_asked_about_only_where_a_rule_forbids_them() -> None:
    assert Gem2Position(cases()["II-044"].document).asks == ()  # there is no XI
    assert Gem2Position(cases()["II-057"].document).asks == ("remove", "cross", "none", "end")  # where to is missing
    assert Gem2Position(cases()["II-114"].document).asks == ("allowed",)
    assert Gem2Position(cases()["II-102"].document).asks == ()  # nothing has been played
    assert "allowed" not in Gem2Position(cases()["II-001"].document).asks  # the counts are doubtful
    assert Gem2Position(cases()["II-025"].document).asks == ()  # overruled by the table


NO_KEYS = (
    *("", "case", "case.GEM2-001", "case.GEM2-001.", "case.GEM2-001.legals", "case.GEM2-001.deadwood"),
    *("case.GEM2-001.deadwood.Zoe", "case.NONE-1.legal", "case.GAME-001.legal", "case.KNOCK-001.lay-offs"),
    *("made.gem-rummy.any.2.legal", "made.gem-rummy.any.9.1.legal", "made.gem-rummy.knock.02.1.legal"),
    *("made.gem-rummy.knock.2.01.legal", "made.gem-rummy.knock.2.\u0667.legal", "made.gem-rummy.knock.\uff12.7.legal"),
    *("made.gem-rummy.rum.2.1.legal", "made.gem-rummy.big-gin.3.1.legal", "made.gem-rummy.any.2.-1.legal"),
    *("made.gem-rummy.any.2.12345678.legal", "made.whist.any.2.1.legal", "made.gem-rummy.illegal.2.1.points"),
    *("other.GEM2-001.legal", "case.GEM2-009.winner", "case.GEM2-029.lay-offs", "case.GEM2-007.lay-offs", "x" * 1000),
    *("case.II-030", "case.II-030.best.Ann", "case.II-030.points.Ann", "case.II-104.points.Zoe", "case.II-999.move"),
    *("made.gem-ii.board.3.1.move", "made.gem-ii.board.1.x.move", "made.gem-ii.board.1.12345678.move"),
    *("made.gem-ii.any.1.1.move", "made.gin-rummy.board.1.1.move", "made.gem-ii.board.1.1.best"),
    *("made.gem-ii.board.1.1", "made.gem-ii.board.1.07.none", "other.II-030.move"),
    *(
        "case.GAME-093.round.2",
        "case.GAME-093.sits-out",
        "case.GAME-093.owes.Ann",
        "case.GAME-001.round.0",
        "case.GAME-116.deals",
    ),
)


@pytest.mark.parametrize("key", NO_KEYS)
def test_what_is_no_key_is_no_question(key: str) -> None:
    with pytest.raises(UnknownQuestionError):
        find_question(key)
