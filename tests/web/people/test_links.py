"""Links: a new one stands first, ready to be sent; and a phone that was removed is told so."""

import pytest

from companion.web import addresses
from tests.support.phones import Party


def test_a_new_link_stands_first_with_what_sends_it(two: Party) -> None:
    place = two.owner.submit("/people/link", role="viewer")
    said = two.owner.words(place)
    assert said.index("New link: To watch Link Send or copy the link") < said.index("Scan this, or type the code")
    assert two.owner.get(place).text.count('id="link-') == 1, "it is not among the others as well"
    assert "New link: To watch" not in two.owner.words("/people")


def test_the_invitation_can_be_sent_too(two: Party) -> None:
    page = two.owner.get("/people")
    assert 'data-share="invitation"' in page.text
    assert "Or send this link Send or copy the link Stop inviting" in two.owner.words("/people")


def test_other_phones_are_not_told_to_try_localhost(two: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    found = ("http://192.168.1.5:8000/", "http://10.0.0.5:8000/", "http://localhost:8000/")
    monkeypatch.setattr(addresses, "reachable", lambda *_: found)
    said = two.owner.words("/people")
    assert "If that doesn't open, try http://10.0.0.5:8000/" in said
    assert "try http://10.0.0.5:8000/ or" not in said
