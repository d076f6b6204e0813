"""A client that looks at every page it is given: tags closed, ids unique, labels there, what is pointed at exists."""

import gzip
from collections.abc import Sequence
from functools import lru_cache
from html.parser import HTMLParser
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.pages import BY_CHANCE, value_of

VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"})
POINTERS = ("for", "aria-describedby", "aria-labelledby", "aria-controls", "list", "form", "headers")
UNLABELED = frozenset({"hidden", "submit", "button", "image", "reset"})

Attributes = dict[str, str]


class Linter(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self.open: list[tuple[str, Attributes]] = []
        self.ids: set[str] = set()
        self.pointed: list[tuple[str, str]] = []
        self.labeled: set[str] = set()
        self.fields: list[Attributes] = []
        self.named: list[bool] = []
        self.headings: list[int] = []
        self.whole = False

    def handle_decl(self, decl: str) -> None:
        self.whole = self.whole or decl.lower() == "doctype html"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._seen(tag, attrs)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = self._seen(tag, attrs)
        if tag not in VOID:
            self.open.append((tag, found))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1][0] != tag:
            self.faults.append(f"</{tag}> at {self.getpos()} closes {self.open[-1][0] if self.open else 'nothing'}")
            return
        _, attributes = self.open.pop()
        if tag in {"button", "a"} and not self.named.pop() and not attributes.get("aria-label"):
            self.faults.append(f"<{tag}> at {self.getpos()} says nothing: {attributes}")

    def handle_data(self, data: str) -> None:
        if data.strip() and self.named:
            self.named[-1] = True
        if data.strip() and self.open and self.open[-1][0] in {"script", "style"}:
            self.faults.append(f"an inline <{self.open[-1][0]}> at {self.getpos()}")

    def _seen(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> Attributes:
        found = {name: value or "" for name, value in attrs}
        if len(found) != len(attrs):
            self.faults.append(f"<{tag}> at {self.getpos()} has an attribute twice")
        self._note_names(tag, found)
        self._note_scripts(tag, found)
        if tag in {"button", "a"}:
            self.named.append(False)
        if tag in {"input", "select", "textarea"} and found.get("type") not in UNLABELED:
            inside = any(name == "label" for name, _ in self.open)
            if not inside and "aria-label" not in found and "aria-labelledby" not in found:
                self.fields.append(found)
        if tag == "button" and "type" not in found:
            self.faults.append(f"<button> at {self.getpos()} has no type")
        if tag == "form" and not {"action", "method"} <= found.keys():
            self.faults.append(f"<form> at {self.getpos()} would not work without scripts: {found}")
        if tag == "img" and "alt" not in found:
            self.faults.append(f"<img> at {self.getpos()} has no alt")
        if tag in {"h1", "h2", "h3", "h4"}:
            self.headings.append(int(tag[1]))
        return found

    def _note_names(self, tag: str, found: Attributes) -> None:
        if "id" in found:
            if found["id"] in self.ids or not found["id"] or " " in found["id"]:
                self.faults.append(f"the id {found['id']!r} of <{tag}> at {self.getpos()} is empty or there twice")
            self.ids.add(found["id"])
        for name in POINTERS:
            for one in found.get(name, "").split() if name in found else ():
                self.pointed.append((name, one))
        if tag == "label" and "for" in found:
            self.labeled.add(found["for"])
        for name in ("hx-target", "hx-include", "hx-indicator"):
            for one in found.get(name, "").split(","):
                if one.strip().startswith("#"):
                    self.pointed.append((name, one.strip()[1:]))
        if tag == "a" and found.get("href", "").startswith("#"):
            self.pointed.append(("href", found["href"][1:]))

    def _note_scripts(self, tag: str, found: Attributes) -> None:
        for name in found:
            if name.startswith("on") or name == "style":
                self.faults.append(f"<{tag}> at {self.getpos()} has {name}=, which the content policy forbids")

    def finish(self) -> list[str]:
        """Say what is wrong with the page as a whole; a part of a page may point at what is outside."""
        self.close()
        self.faults += [f"<{tag}> is never closed" for tag, _ in self.open]
        for found in self.fields:
            if found.get("id") not in self.labeled:
                self.faults.append(f"a field without a label: {found}")
        if self.whole:
            self.faults += [
                f"{name} points at {one!r}, which is not there" for name, one in self.pointed if one not in self.ids
            ]
            if self.headings.count(1) != 1:
                self.faults.append(f"{self.headings.count(1)} main headings")
            steps = zip(self.headings, self.headings[1:], strict=False)
            self.faults += [f"h{after} follows h{before}" for before, after in steps if after > before + 1]
        return self.faults


@lru_cache(maxsize=1000)
def linted(html: str) -> list[str]:
    found = Linter()
    found.feed(html)
    return found.finish()


class TokenClient(FlaskClient):
    """A test client that sends its form token with every post."""

    token = ""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:  # noqa: ANN401 - as the class above it
        if kwargs.get("method") == "POST":
            self.token = self.token or value_of(super().open("/settings"), "form_token")
            kwargs["headers"] = {"X-Form-Token": self.token, **(kwargs.get("headers") or {})}
        return super().open(*args, **kwargs)


class LintingClient(TokenClient):
    """Hands over no page that has faults."""

    lints = True
    """Whether pages are looked at; a test that asks for the same ones hundreds of times may leave that to others."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:  # noqa: ANN401 - as the class above it
        answer = super().open(*args, **kwargs)
        if self.lints and answer.mimetype == "text/html" and not 300 <= answer.status_code < 400:
            packed = answer.headers.get("Content-Encoding") == "gzip"
            page = gzip.decompress(answer.data).decode() if packed else answer.text
            assert linted(BY_CHANCE.sub("", page)) == [], answer.request.path
            assert "HX-Request" in answer.headers["Vary"]
        return answer
