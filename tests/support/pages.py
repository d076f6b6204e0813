"""Read a page as a person or a browser does: its words, its fields, its forms."""

import html
import re
from collections.abc import Sequence

from werkzeug.test import TestResponse

FORM = re.compile(r"<form.*?</form>", re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"')
BY_CHANCE = re.compile(r'(?<=name="form_token" value=")[^"]*|(?<=name="idempotency_key" value=")[^"]*')
"""Values in which any word may turn up."""
NAMED = re.compile(r'name="([^"]+)"\s+value="([^"]*)"')


def words_of(page: TestResponse | str) -> str:
    """Return what a page says to a person, without tags."""
    text = page if isinstance(page, str) else page.text
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", text)))


def says(page: TestResponse | str, *parts: str, but: Sequence[str] = (), status: int = 0) -> str:
    """Expect a page, of a status if one is named, to say each of the parts and none of the others; return its words."""
    words = words_of(page)
    assert not status or (isinstance(page, TestResponse) and page.status_code == status), words
    assert [part for part in parts if part not in words] == [], words
    assert [part for part in but if part in words] == [], words
    return words


def listed(page: TestResponse | str) -> set[str]:
    return set(re.findall(r'href="/rules/([^"?]+)', page if isinstance(page, str) else page.text))


def found_in(page: TestResponse | str, pattern: str) -> str:
    """Return what the first group of a pattern finds, which must be there."""
    found = re.search(pattern, page if isinstance(page, str) else page.text)
    assert found, pattern
    return html.unescape(found[1])


def value_of(page: TestResponse | str, name: str) -> str:
    return found_in(page, rf'<input[^>]*\bname="{name}"\s[^>]*?value="([^"]*)"')


def form_with(page: TestResponse | str, part: str = "") -> str:
    """Return the one form of a page that has this part in it."""
    text = page if isinstance(page, str) else page.text
    (form,) = [form[0] for form in FORM.finditer(text) if part in BY_CHANCE.sub("", form[0])]
    return form


def fields_of(form: str) -> dict[str, str]:
    return {name: html.unescape(value) for name, value in HIDDEN.findall(form)}


def values_of(form: str) -> dict[str, str]:
    return {name: html.unescape(value) for name, value in NAMED.findall(form)}


def sheet_rows(page: TestResponse) -> list[list[str]]:
    """Return the rows of the score sheet of a rummy, each by what its cells say, without the number in front."""
    body = "".join(re.findall(r"<tbody.*?</tbody>", page.text, re.DOTALL))
    return [
        [words_of(cell).strip().replace("won, ", "") for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]
        for row in body.split("<tr")[1:]
    ]
