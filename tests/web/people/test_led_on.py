"""Each phone knows whose it is, and leads its player to what they do next."""

import re

from tests.support.pages import form_with, says, values_of, words_of
from tests.support.phones import Party, Phone

ANN = "567c QH7d 9cds ac 2d 3s"
BOB = "456d Kcdh 8c as 2h 4s jd"
LEAD = re.compile(r"<a [^>]*data-lead[^>]*>.*?</a>", re.DOTALL)


def led(phone: Phone, page: str = "") -> str:
    """Return the label of the link to which a phone goes by itself."""
    found = LEAD.search(phone.get(page).text)
    return words_of(found[0]).strip() if found else ""


def knocked(party: Party) -> None:
    party.roll()
    party.owner.submit("/hand/1", knock="0:knock")


def entered(party: Party) -> None:
    """Have Ann knock, and both enter their hands up to the ruling."""
    knocked(party)
    for seat, (phone, text) in enumerate([(party.owner, ANN), (party.guests[0], BOB)]):
        phone.submit(f"/hand/1/seat/{seat}", text=text)
        phone.submit(f"/hand/1/seat/{seat}", act="done")
    party.guests[0].submit("/hand/1/lay-offs", act="done")


def recorded(party: Party) -> None:
    entered(party)
    party.owner.submit("/hand/1/ruling", values_of(form_with(party.owner.get("/hand/1/ruling"), 'id="record"')))


def test_an_inviting_phone_on_a_taken_seat_opens_nothing(two: Party) -> None:
    two.owner.submit("/people/close")
    two.owner.submit("/people/sit", seat="")
    assert two.owner.post("/people/open", seat="1").status_code == 422
    assert "Scan this" not in two.owner.words("/people")


def test_the_table_says_whose_phone_it_is(two: Party) -> None:
    assert re.search(r"Ann 0 \d+ to go dealer you Bob", two.owner.words())
    assert re.search(r"Bob 0 \d+ to go you", two.guests[0].words())


def test_who_watches_goes_on_with_the_game_and_is_told_nothing_about_accepting(two: Party) -> None:
    watching = two.join("watch")
    entered(two)
    says(two.guests[0].get("/hand/1/ruling"), "You are then asked")
    says(watching.get("/hand/1/ruling"), "The scorekeeper records it.", but=["You are then asked"])
    two.owner.submit("/hand/1/ruling", values_of(form_with(two.owner.get("/hand/1/ruling"), 'id="record"')))
    assert led(watching, "/hands/1") == ""
    says(watching.get("/hands/1"), but=["Dispute"])
    two.owner.submit("/dice", first="2", second="2", act="set", seen="0")
    assert led(watching, "/hands/1") == "Watch"
    two.owner.submit("/hand/2", knock="0:knock")
    assert led(watching) == "Watch Ann knocked"


def test_whoever_is_asked_has_accept_and_dispute_in_the_bar_and_a_dispute_is_a_banner(two: Party) -> None:
    ann, (bob,) = two.owner, two.guests
    recorded(two)
    assert ann.words("/hands/1").rstrip().endswith("Back to the table")
    page = bob.get("/hands/1").text
    bar = page[page.index('id="foot-of-hand"') :]
    assert re.findall(r"Dispute|Accept\b(?! this)", words_of(bar)) == ["Dispute", "Accept"]
    assert not re.search(r"Dispute|accepts|disputes", words_of(page.split("</title>")[1][: -len(bar)]))
    typing = bob.get("/hands/1?dispute=1").text
    assert " open" in typing
    assert f'<a class="button" href="{bob.address}/hands/1">Cancel</a>' in typing
    bob.submit("/hands/1/word", bob.form("/hands/1", "own-word"), act="dispute", word="that was no run")
    for place, below in (("", "Score sheet"), ("/hands/1", "Back to the table")):
        said = ann.words(place)
        assert said.index("Bob disputes it: “that was no run”") < said.index(below)
    says(ann.get(), "Look at it Correct it")
    says(bob.get(), but=["Correct it"])
    # A button says what it does, not what was done.
    says(bob.get("/hands/1"), "Bob Accept for Bob", but=["ccepts"])
