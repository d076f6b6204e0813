"""A game that is played by posting forms, as a browser without a script does."""

import html
import io
import re
from collections.abc import Mapping
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.pages import found_in, words_of
from tests.support.phones import Party, Phone, import_game
from tests.support.photo_reader import PHOTO

ANN = "5C 6C 7C QH 7D 9C 9D 9S AC 2D 3S"
BOB = "4D 5D 6D KC KD KH 8C AS 2H 4S JD"
WRITTEN = ("567c QH7d 9cds ac 2d 3s", "456d Kcdh 8c as 2h 4s jd")
"""These hands in shorthand: Ann's deadwood is 6, Bob's 25; his 8 of clubs fits her run."""
GROUP_OR_CARD = re.compile(r'<span class="group[^>]*aria-label="([^"]+)"|id="l(\w+)"')
HTMX = {"HX-Request": "true", "HX-Target": "hand"}
"""What the script sends with a tap on the cards of a hand."""


class Table:
    def __init__(self, client: FlaskClient, *names: str, game: str = "gem-rummy", **more: Any) -> None:  # noqa: ANN401
        document = {"game": game, "players": list(names), "first_dealer": names[0], "hands": [], **more}
        self.phone = import_game(client, document)
        self.client = client
        self.number = 1

    @property
    def address(self) -> str:
        return self.phone.address

    def at(self, path: str = "") -> str:
        return f"{self.address}/hand/{self.number}{path}"

    @property
    def hand(self) -> Phone:
        return Phone(self.client, self.at())

    def get(self, path: str = "") -> TestResponse:
        return self.hand.get(path)

    def words(self, path: str = "") -> str:
        return self.hand.words(path)

    def photograph(self, headers: Mapping[str, str] | None = None, **form: str) -> TestResponse:
        data = {"photo": (io.BytesIO(PHOTO), "IMG_1.jpg"), **form}
        address = self.at("/seat/0/photo")
        return self.client.post(address, data=data, content_type="multipart/form-data", headers=headers)

    def post(self, path: str = "", **form: str) -> TestResponse:
        return self.hand.post(path, form)

    def submit(self, path: str = "", **form: str) -> str:
        """Post a form that is accepted, and return the page of the showdown to which that leads."""
        return self.hand.submit(path, form)

    def roll(self, first: int, second: int) -> None:
        self.phone.submit("/dice", first=first, second=second, act="set", seen=0)

    def showdown(self, *hands: str, call: str = "knock") -> str:
        """Have the first player knock and write the hands in turn; return where the last one leads."""
        place = self.submit(knock=f"0:{call}")
        for seat, text in enumerate(hands):
            place = self.write(seat, text)
        return place

    def tap(self, names: str, seat: int = 0) -> None:
        self.submit(f"/seat/{seat}", taps=" ".join(f"card:{name}" for name in names.split()))

    def lying(self, seat: int = 0) -> str:
        return lying(self.get(f"/seat/{seat}"))

    def refusal(self, **form: str) -> str:
        answer = self.post("/lay-offs", **form)
        assert answer.status_code == 422, words_of(answer)
        return found_in(answer, r'role="alert"[^>]*>([^<]*)<')

    def laid_off(self) -> list[str]:
        return [move.get("card", "pass") for move in self.recorded()["lay_offs"]]

    def write(self, seat: int, text: str, *, as_it_is: bool = False) -> str:
        self.submit(f"/seat/{seat}?typed=", text=text)
        return self.submit(f"/seat/{seat}", act="as-it-is" if as_it_is else "as-laid")

    def submit_without_lay_offs(self, path: str, **form: str) -> str:
        """Post what leads to the lay-offs, say that this was all, and return the page to which that leads."""
        assert self.submit(path, **form) == "/lay-offs"
        return self.submit("/lay-offs", act="done")

    def asked(self) -> list[str]:
        """Return the cards that the page of gems asks about."""
        part = re.search(r'class="asked-cards">(.*?)</(?:p|div)>', self.get("/letters").text, re.DOTALL)
        named = re.findall(r'aria-label="(\w+) of (\w)', part[1] if part else "")
        return [f"{rank if rank.isdecimal() else rank[0]}{suit.upper()}" for rank, suit in named]

    def record(self) -> TestResponse:
        return self.post("/ruling", **self.ruled())

    def ruled(self) -> dict[str, str]:
        """Return what the form of the ruling sends: the hand as it was shown among it."""
        fields = self.hand.form("/ruling", "hand_json")
        fields = {name: value for name, value in fields.items() if name != "form_token"}
        assert fields.keys() == {"hand_json", "idempotency_key", "seen", "hand"}
        return fields

    def record_without_lay_offs(self) -> None:
        self.submit("/lay-offs", act="done")
        assert self.record().status_code == 303

    def exported(self) -> dict[str, Any]:
        return self.phone.exported()

    def recorded(self) -> dict[str, Any]:
        assert self.record().status_code == 303
        hand: dict[str, Any] = self.exported()["hands"][-1]
        return hand


def anna_and_ben(client: FlaskClient, **more: Any) -> Table:  # noqa: ANN401 - of a document
    """Anna knocks with 5 and a stash that may be Emeralds; of Ben's cards no gem is known."""
    table = Table(client, "Anna", "Ben", **more)
    table.roll(4, 3)
    assert table.showdown("8-ts Qc7d 4h6cjdas 2h 3d", "5hds jqkh 7s js 10d ah 2c") == "/letters"
    return table


def lying(page: TestResponse) -> str:
    words = ""
    for group, card in GROUP_OR_CARD.findall(html.unescape(page.text)):
        words += f", {group}:" if group else f" {card}"
    return words.removeprefix(", ")


def put_in(phone: Phone, seat: int, text: str) -> str:
    """Enter a hand of hand 1, say that it is in, and return where that leads."""
    phone.write(seat, text)
    return phone.submit(f"/hand/1/seat/{seat}", act="done")


def knock(party: Party, call: str = "knock") -> None:
    party.roll()
    party.owner.submit("/hand/1", knock=f"0:{call}")


def reveal(party: Party, *hands: str) -> None:
    """Have every phone enter its own hand; the last one turns all up."""
    knock(party)
    for seat, (phone, text) in enumerate(zip([party.owner, *party.guests], hands, strict=False)):
        put_in(phone, seat, text)
