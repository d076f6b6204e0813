"""Phones at the table of one that runs the pocket edition, with no server between them."""

from pathlib import Path

from playwright.sync_api import BrowserType

from tests.support.pocket import AT_SITE, PocketPhone, StaticHost, launch
from tests.support.prepared import send

INVITE = """async ([name, path]) => {
  window.invited = await (await openTable(name)).invite(path);
  return window.invited.code; }"""


def invite(host: PocketPhone, name: str, path: str = "/") -> str:
    """Have the phone that runs the app let one more in; return the code that it would show."""
    code: str = host.page.evaluate(INVITE, [name, path])
    return code


def let_in(host: PocketPhone, answer: str) -> None:
    """Have the phone that runs the app take what the other one shows."""
    host.page.evaluate("answer => window.invited.answered(answer)", answer)


def sit_down(chromium: BrowserType, profile: Path, site: StaticHost, host: PocketPhone, path: str) -> PocketPhone:
    """Start another phone, and have it join by the codes that the two show."""
    page = launch(chromium, profile, site).pages[0]
    page.goto(f"{AT_SITE}join/#{invite(host, 'Ann', path)}")
    page.locator("#code img").wait_for()
    let_in(host, page.get_by_label("The code").input_value())
    guest = PocketPhone(page, f"{AT_SITE}join/")
    guest.wait_until_open()
    return guest


def invitation(host: PocketPhone, table: str, action: str, **form: object) -> str:
    """Have the phone that runs the app open the table, or make a link; return what others open."""
    host.goto(send(host.phone, f"{table}/people", f"{table}/people/{action}", form=form))
    return host.locator("[data-let-in]").first.get_attribute("data-let-in") or ""


def of_guests(address: str) -> str:
    return address.replace("/app/", "/join/app/")
