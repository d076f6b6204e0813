"""The text by which a game is found."""

import pytest

from companion.store.derived.search_text import LONGEST_WORD, MOST_WORDS, folded, search_text, searched_words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ann", "ann"),
        ("Zoë", "zoe"),
        ("Zoe\N{COMBINING DIAERESIS}", "zoe"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER A}nn", "ann"),
        ("Ångström", "angstrom"),
        ("İstanbul", "istanbul"),
        ("安", "安"),
    ],
)
def test_case_accents_and_forms_of_letters_make_no_difference(text: str, found: str) -> None:
    assert folded(text) == found


def test_a_game_is_found_by_its_people_place_and_note() -> None:
    head = {
        "game": "gem-ii",
        "players": ["The Cats", "Bo & Cid"],
        "teams": [["Zoë", "Ann"], ["Bo", "Cid"]],
        "place": "At the CLUB",
        "note": "late\nand wet",
        "house_rules": {"target": 50},
    }
    assert search_text(head).split("\n") == [
        "the cats", "bo & cid", "zoe", "ann", "bo", "cid", "at the club", "late", "and wet",
    ]  # fmt: skip
    assert search_text({"game": "gin-rummy", "players": ["Ann", "Bob"]}) == "ann\nbob"


def test_words_that_are_looked_for_are_bounded() -> None:
    assert searched_words(" ") == ()
    assert searched_words("x" * 99) == ("x" * LONGEST_WORD,)
    assert len(searched_words(" ".join(map(str, range(99))))) == MOST_WORDS
