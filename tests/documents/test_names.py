"""Names that look alike are one name, and one that cannot be seen is none, whichever way it comes in."""

import unicodedata
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.answers.judging import judge_document
from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.documents.texts import clean_name, clean_text, name_flaw, name_key, same_name, typed_name
from companion.journal.events.game import GameStarted, PlayersRenamed
from companion.journal.exchange import events_of, game_document
from companion.journal.fold import fold
from companion.journal.kinds import sheet_of
from companion.journal.state import Record
from companion.wording.document_errors import document_error_sentence, name_sentence
from tests.support.documents import HEAD, error_of

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
HEART_ON_FIRE = "\u2764\ufe0f\u200d\U0001f525"
THUMBS_UP = "\U0001f44d\U0001f3fd"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
PERSIAN = "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"
MONGOLIAN = "\u182d\u180b\u1820"
NEWER_THAN_PYTHON = "\U0001faf8"
HINDI = "\u0915\u094d\u200d\u0937"
OVERRIDE, ISOLATE = "\u202e", "\u2067"

ALIKE = [
    ("Ann", "Ann "),
    ("Ann", "\u3000Ann\u00a0"),
    ("Ann Lee", "Ann  \u2003Lee"),
    ("Ann", "An\u200bn"),
    ("Ann", "A\u200dnn"),
    ("Ann", "Ann\u3164"),
    ("Ann", "Ann\u2800"),
    ("Ann", "\uff21nn"),
    ("Zo\u00eb", "Zoe\u0308"),
    (PERSIAN, PERSIAN.replace("\u200c", "")),
    ("\u2764", "\u2764\ufe0f"),
]


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_names_that_look_alike_are_equal(name: str, other: str) -> None:
    assert same_name(other, [name]) == name
    assert name_key(clean_name(name)) == name_key(clean_name(other))
    assert error_of(judge_document, showdown(name, other)) == ("name-repeated", "players[1].name")


def test_invisible_characters_do_not_change_a_name() -> None:
    """Those are the default ignorable code points of Unicode, each between two Latin letters."""
    ranges = (
        *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
        *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)),
        *((0xFFA0, 0xFFA0), (0xFFF0, 0xFFFB), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
    )
    names = [f"An{chr(code)}n" for first, last in ranges for code in range(first, last + 1)]
    assert [ascii(name) for name in names if not name_flaw(name) and same_name(name, ["Ann"]) != "Ann"] == []


def showdown(ann: str, bob: str) -> dict[str, Any]:
    players = [{"name": ann, "deadwood_points": 2}, {"name": bob, "deadwood_points": 20}]
    return {"game": "gin-rummy", "knocker": ann, "players": players}


@pytest.mark.parametrize(
    "name", [FAMILY, HEART_ON_FIRE, THUMBS_UP, SCOTLAND, PERSIAN, HINDI, MONGOLIAN, NEWER_THAN_PYTHON, "1\ufe0f\u20e3"]
)
def test_visible_joiners_and_styles_stay_in_a_name(name: str) -> None:
    assert clean_name(f" {name} ") == name
    assert name_flaw(name) is None
    assert judge_document(showdown(name, "Bob"))["winner"] == name


def test_names_that_look_different_are_different() -> None:
    assert unicodedata.category(NEWER_THAN_PYTHON) == "Cn", "known meanwhile: take one of a newer Unicode"
    for name, other in (("Ann", "ann"), ("Ann", "Anne"), ("Zoe", "Zo\u00eb"), (FAMILY, "\U0001f468"), ("A1", "A2")):
        assert same_name(other, [name]) is None
        assert judge_document(showdown(name, other))["winner"] == name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        (" \u3000", "name-empty"),
        ("\u200b", "name-empty"),
        ("\u200d\u200c", "name-empty"),
        ("\u2800\u3164", "name-empty"),
        ("\u0301", "name-empty"),
        ("Ann\n", "control-character"),
        ("An\x00n", "control-character"),
        ("\ud83d", "control-character"),
        (f"{OVERRIDE}nnA", "control-character"),
        (f"A{ISOLATE}nn", "control-character"),
        ("\ue000", "control-character"),
        ("x" * 41, "too-long"),
        pytest.param("\u0301\u0316" * 200_000, "too-long", id="marks without end"),
    ],
)
def test_an_invalid_name_is_refused_in_one_sentence(name: str, code: str) -> None:
    with pytest.raises(DocumentError) as caught:
        judge_document(showdown(name, "Bob"))
    assert (caught.value.code, caught.value.where) == (code, "players[0].name")
    with pytest.raises(DocumentError):
        score_document({"game": "gin-rummy", "players": ["Bob", name], "first_dealer": "Bob", "hands": []})
    with pytest.raises(DocumentError):
        score_document({"game": "gem-ii-solo", "players": [name], "level": 1, "rounds": []})
    state = fold([Record(1, "", "", GameStarted(HEAD))])
    assert PlayersRenamed({"Ann": name}).why_impossible(state)
    sentence = name_sentence(name)
    assert sentence.lower() == f"{document_error_sentence(caught.value).lower()}."
    assert sentence[0].isupper()
    assert name_sentence("Ann") == ""


@given(st.text(max_size=30))
@example("\x1f\xad0")  # a blank that is a control character, before a sign that nobody sees
def test_cleaning_is_idempotent(text: str) -> None:
    assert clean_text(clean_text(text)) == clean_text(text)
    assert clean_name(clean_name(text)) == clean_name(text)
    assert typed_name(typed_name(text)) == typed_name(text)
    if name_flaw(text) is None:
        assert name_flaw(clean_name(text)) is None
        assert same_name(text, [clean_name(text)]) == clean_name(text)


GAME: dict[str, Any] = {
    "game": "gin-rummy",
    "players": ["Zoe\u0308 ", "Bob"],
    "first_dealer": "Zo\u00eb",
    "note": f"rain{OVERRIDE}",
    "place": f" the{OVERRIDE}\nclub",
    "hands": [
        {
            "knocker": "Zo\u00eb\u200b",
            "players": [{"name": "Bob\u200e", "deadwood_points": 20}, {"name": "Zo\u00eb", "deadwood_points": 2}],
            "note": f"{ISOLATE}late",
            "overruled": {
                "points": {"Zo\u00eb": 3, " Bob": 4},
                "winner": "Bob ",
                "reason": f"so{OVERRIDE} agreed",
                "by": "Zo\u00eb",
            },
        }
    ],
}


def test_an_imported_game_has_one_spelling_per_name() -> None:
    assert score_document(GAME)["totals"] == {"Zo\u00eb": 3, "Bob": 4}
    state = fold(Record(seq, "", "", event) for seq, event in enumerate(events_of(GAME), start=1))
    document: Any = game_document(state)
    assert {key: document[key] for key in ("players", "first_dealer", "place", "note")} == {
        "players": ["Zo\u00eb", "Bob"],
        "first_dealer": "Zo\u00eb",
        "place": "the club",
        "note": "rain",
    }
    (hand,) = document["hands"]
    assert (hand["knocker"], hand["note"]) == ("Zo\u00eb", "late")
    assert [player["name"] for player in hand["players"]] == ["Zo\u00eb", "Bob"]
    points = {"Zo\u00eb": 3, "Bob": 4}
    assert hand["overruled"] == {"points": points, "winner": "Bob", "reason": "so agreed", "by": "Zo\u00eb"}
    assert sheet_of(state).totals == points
    overruled = GAME["hands"][0]["overruled"]
    twice = {**GAME["hands"][0], "overruled": {**overruled, "points": {**points, "Bob ": 5}}}
    assert error_of(score_document, {**GAME, "hands": [twice]})[0] == "key-repeated"


def test_gem_ii_documents_take_any_spelling_too() -> None:
    counted = {"remaining": 6, "cards": {"Bob": 9, "Zoe\u0308": 25}, "penalties": {"Bob\u200b": 25}}
    duel = {
        "game": "gem-ii",
        "players": ["Zo\u00eb", "Bob"],
        "first_dealer": " Bob",
        "level": 1,
        "rounds": [{"counted": counted}],
    }
    answer: Any = score_document(duel)
    assert answer["rounds"][0]["dealer"] == "Bob"
    assert set(answer["totals"]) == {"Zo\u00eb", "Bob"}
    teams = {**duel, "teams": [["Zo\u00eb", "Cid"], ["Bob", "Cid "]]}
    assert error_of(score_document, teams) == ("name-repeated", "teams")
