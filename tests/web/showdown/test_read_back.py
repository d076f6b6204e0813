"""My hand, the ruling and the score in words, for a phone with a player of its own and for one that plays for all."""

from tests.support.phones import Party, Phone
from tests.support.showdown_table import WRITTEN, Table, knock

ANN, BOB = WRITTEN
ANNS = (
    "run 5, 6, 7 of clubs; Queen's Diamonds: Queen of hearts and 7 of diamonds; set of three 9s, no heart;"
    " deadwood Ace of clubs, 2 of diamonds and 3 of spades, 6 points."
)
PART = {"HX-Request": "true", "HX-Target": "aloud"}


def read(phone: Phone, of: str, place: str = "") -> str:
    """Ask for words as the script does on a screen of the game."""
    answer = phone.get(f"/aloud?of={of}&from={phone.address}{place}", headers=PART)
    assert answer.status_code == 200
    return answer.text.strip().replace("&#39;", "'")


def test_during_a_showdown(table: Table) -> None:
    phone = table.phone
    assert read(phone, "score") == "The score: Ann 0, Bob 0, to 110. Ann deals."
    assert read(phone, "hand") == "Ann's hand: not entered yet. Bob's hand: not entered yet."
    table.showdown(ANN)
    for place, bobs in (("/hand/1/seat/0", ""), ("/hand/1", " Bob's hand: not entered yet.")):
        assert read(phone, "hand", place) == f"Ann's hand: {ANNS}{bobs}"
    assert read(phone, "hand", "/hand/1/seat/1") == "Bob's hand: not entered yet."
    table.write(1, BOB)
    waiting = "This hand has no ruling yet. The ruling: no hand has been ruled on yet."
    assert read(phone, "ruling", "/hand/1/lay-offs") == waiting, "a ruling would be a hint"
    table.submit("/lay-offs", typed="8c onto 1")
    bobs = "8 of clubs laid off; deadwood Ace of spades, 2 of hearts, 4 of spades and Jack of diamonds, 17 points."
    assert read(phone, "hand", "/hand/1/seat/1").endswith(f"no spade; {bobs}")
    table.submit("/lay-offs", act="done")
    assert read(phone, "ruling", "/hand/1/ruling") == "The ruling: Ann wins 11: Bob 17 minus Ann 6."
    table.record()
    assert read(phone, "ruling") == "The ruling on hand 1: Ann wins 11: Bob 17 minus Ann 6."
    assert read(phone, "hand", "/hand/1/seat/0") == f"Ann's hand: {ANNS}", "of a hand that is corrected"


def test_a_phone_hears_its_own_hand_and_no_other_before_all_are_in(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    knock(two)
    ann.write(1, BOB)
    assert read(bob, "hand") == "My hand: face down until all hands are in.", "another phone entered it"
    ann.submit("/hand/1/start-over")
    knock(two)
    ann.write(0, ANN)
    bob.write(1, BOB)
    for place in ("", "/hand/1/seat/0", "/hand/1/seat/1", "/hand/1/seat/7"):
        assert read(bob, "hand", place).startswith("My hand: run 4, 5, 6 of diamonds;"), place
        assert read(ann, "hand", place) == f"My hand: {ANNS}", place
    assert read(two.join("watch"), "hand", "/hand/1/seat/0") == "This phone plays no hand."
    assert "elsewhere.test" not in bob.get("/aloud?of=secrets&from=https://elsewhere.test/g/x").text
