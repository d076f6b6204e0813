"""What the page of the pocket edition does, without a browser: it hands requests to the app and follows redirects."""

import re
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode

from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from companion.pocket.guests import OWNER
from companion.pocket.in_browser import AWAITS_PHOTO, PocketApp
from tests.support.documents import game_document
from tests.support.pages import value_of, words_of

ROOT = "https://cards.example/some%20%26%3F/where/app/"
GUESTS_ROOT = "https://cards.example/some%20%26%3F/where/join/app/"


class PocketPage:
    """A page with the app behind it: of the phone that runs it, or of a guest."""

    def __init__(self, folder: Path, version: str = "one", *, asker: str = OWNER, app: PocketApp | None = None) -> None:
        self.folder = folder
        self.app = app or PocketApp(folder, ROOT, version)
        self.asker, self.root = asker, GUESTS_ROOT if asker else ROOT
        self.status, self.html, self.content = 0, "", b""
        self.headers: dict[str, str] = {}
        self.persisted = True
        self.news: list[bool] = []
        """Of each request, whether it changed a game."""
        self.asked: list[bytes] = []
        """What the worker that reads photos was asked."""
        self.said: bytes | str = b""
        """What it says."""
        self.open()

    def guest(self, number: int) -> "PocketPage":
        """Let another phone in, or the same one again."""
        return PocketPage(self.folder, asker=f"{number:016x}", app=self.app)

    def open(self, path: str = "") -> str:
        return self._send("GET", self.root + path.removeprefix("/"), {}, b"")

    def post(self, path: str, form: Mapping[str, str], files: Mapping[str, bytes] | None = None) -> str:
        fields: dict[str, object] = {"form_token": value_of(self.html, "form_token"), **form}
        sent = {name: FileStorage(BytesIO(content), f"{name}.zip") for name, content in (files or {}).items()}
        kind, body = "application/x-www-form-urlencoded", urlencode(fields).encode()
        if sent:
            boundary, body = encode_multipart({**fields, **sent})
            kind = f"multipart/form-data; boundary={boundary}"
        return self._send("POST", self.root + path.removeprefix("/"), {"content-type": kind}, body)

    def import_game(self, *players: str) -> None:
        hands = [{"dice": [3, 4], "drawn": True}, {"dice": [1, 2], "drawn": True}]
        document = str({**game_document("gem-rummy", players or ("Ann", "Bob")), "hands": hands})
        self.open("import")
        key = value_of(self.html, "idempotency_key")
        text = document.replace("'", '"').replace("True", "true")
        self.post("import", {"text": text, "idempotency_key": key, "seen": "0"})
        assert "Hand 3" in words_of(self.html)

    def import_file(self, content: bytes) -> None:
        """Bring a game, or what is new in it, from another phone or a server."""
        self.open("import")
        self.post("import", {"idempotency_key": value_of(self.html, "idempotency_key")}, {"file": content})

    def game(self) -> str:
        found = re.search(r"/app/(g/\w+)", self.html)
        assert found
        return found[1]

    def _send(self, method: str, address: str, headers: Mapping[str, str], body: bytes) -> str:
        same = {"origin": "https://cards.example"} if method == "POST" else {}
        sent = {**headers, **same}
        self.status, answered, self.content = self.app.answer(
            method, address, sent, body, asker=self.asker, persisted=self.persisted
        )
        if self.status == AWAITS_PHOTO:
            self.asked.append(self.content)
            self.status, answered, self.content = self.app.answer(
                method, address, sent, body, asker=self.asker, reading=self.said
            )
        self.news.append(self.app.has_news)
        self.headers = {name.lower(): value for name, value in answered}
        if self.status == 303:
            return self._send("GET", re.sub("^/", "https://cards.example/", self.headers["location"]), {}, b"")
        is_text = self.headers["content-type"].startswith("text/")
        self.html = self.content.decode() if is_text else ""
        return words_of(self.html)
