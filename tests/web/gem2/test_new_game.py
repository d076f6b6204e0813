"""A new game of Gem II: names, teams, level, dealer, time; between the rummies and Gem II nothing typed is lost."""

import secrets
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.pages import says

LEVEL_2, TWO_MINUTES = 'id="level-2" name="level" value="2" checked', 'id="timer-2" name="timer" value="2" checked'


@pytest.mark.parametrize(
    ("form", "sentence", "chosen"),
    [
        ({"player": ["Ann", ""]}, "Enter a name.", LEVEL_2),
        ({"player": ["Ann", "Ann"]}, "Two players can't both be “Ann”.", TWO_MINUTES),
        ({"player": ["Ann", "B" * 41]}, "A name can have at most 40 characters", LEVEL_2),
        ({"player": ["Ann", "Bob", "Cid", ""]}, "Enter both partners, or neither.", LEVEL_2),
        ({"player": ["A" * 20, "Bob", "C" * 20, "Dee"]}, "at most 40 characters together", LEVEL_2),
        # What no page offers is asked again.
        ({"level": "3"}, "Choose one.", 'name="level" value="1" checked'),
        ({"level": "x"}, "Choose one.", 'name="level" value="1" checked'),
        ({"timer": "7"}, "Choose one.", 'name="timer" value="0" checked'),
        ({"dealer": "x"}, "Choose one.", 'name="dealer" value="draw" checked'),
    ],
)
def test_a_form_that_makes_no_game_is_kept_with_the_reason(
    client: FlaskClient, form: dict[str, Any], sentence: str, chosen: str
) -> None:
    sent = {"idempotency_key": "12345678", "player": ["Ann", "Bob"], "level": "2", "timer": "2", **form}
    answer = client.post("/new/gem-ii", data=sent)
    says(answer, sentence, status=422)
    assert chosen in " ".join(answer.text.split())
    assert f'value="{sent["player"][0]}"' in answer.text
    # Alone there is no dealer, and no time.
    alone = client.post("/new/gem-ii-solo", data=sent)
    assert alone.status_code == (422 if "level" in form else 303)


@pytest.mark.parametrize("dealer", ["Ann", "Bob"])
def test_the_first_dealer_is_drawn_by_lot(client: FlaskClient, dealer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = secrets.choice
    monkeypatch.setattr(secrets, "choice", lambda among: dealer if dealer in among else choose(among))
    form = {"player": ["Ann", "Bob"], "idempotency_key": "only-once-1", "dealer": "draw"}
    first, second = (client.post("/new/gem-ii", data=form).location for _ in range(2))
    assert first == second
    says(client.get(first), f"{dealer} was picked at random to deal first.")
