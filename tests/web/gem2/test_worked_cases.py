"""The worked cases of Gem II, drawn: the board with its judgment, the card with what was played, what is refused."""

import re

import pytest
from flask.testing import FlaskClient

from companion.register.cases import Case, CaseKind, cases
from tests.support.pages import words_of


@pytest.mark.parametrize("kind", [CaseKind.GEM_II_BOARD, CaseKind.GEM_II_SOLO, CaseKind.GEM_II])
def test_every_case_is_drawn_with_what_comes_of_it(client: FlaskClient, kind: CaseKind) -> None:
    known = [one for one in cases().values() if one.kind is kind]
    assert len(known) > 20
    for one in known:
        page = client.get(f"/rules/cases/{one.id}")
        said = words_of(page)
        assert page.status_code == 200, one.id
        assert ("Not possible:" in said) is ("error" in one.expect), one.id
        if "error" not in one.expect:
            check(one, page.text, said)


def check(one: Case, html: str, said: str) -> None:
    match one.kind:
        case CaseKind.GEM_II_BOARD:
            assert html.count('class="g2card') == sum(len(pile) for pile in one.document["piles"]), one.id
            assert ("A move must be made" in said) is one.expect["must_move"], one.id
        case CaseKind.GEM_II_SOLO:
            assert f"Grand total {one.expect['grand_total']} " in said, one.id
        case _:
            totals = [int(total) for total in re.findall(r"Grand total (-?\d+)", said)]
            assert totals == one.expect["totals"], one.id


@pytest.mark.parametrize(
    ("case", "sentences"),
    [
        ("II-035", ["The turn was passed.", "Passing the turn was wrong", "V Emerald can still make Move 2."]),
        ("II-037", ["V Emerald moved into the space of pile 4.", "That move was right"]),
        ("II-051", ["Pile 2 isn't empty"]),
        ("II-001", ["Removed: 0 3 5 2 6 4 1 10 3 2", "Next: round 1, bonus round 2, deal 1; 4 cards on the board"]),
        (
            "II-194",
            [
                "Counted at the table: 20 cards left",
                "Ann: 4 cards held, 50 by bets",
                "Next: round 2, deal 1, Ann's turn",
            ],
        ),
        ("II-195", ["75 isn't possible: with 4 cards, Ann can win at most 50 by bets"]),
    ],
)
def test_a_case_says_in_words(client: FlaskClient, case: str, sentences: list[str]) -> None:
    said = words_of(client.get(f"/rules/cases/{case}"))
    for sentence in sentences:
        assert sentence in said


def test_a_rule_shows_its_first_case_drawn(client: FlaskClient) -> None:
    page = client.get("/rules/II.move-3")
    assert 'class="g2card' in page.text
    assert "Move 3:" in words_of(page)
