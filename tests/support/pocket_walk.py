"""Every screen of the pocket edition beside the same screen of the server, compared word by word."""

import re
from collections import Counter

from playwright.sync_api import Page

from tests.support.gallery import CASTS, WALKS

NOT_WALKED = frozenset({"phones"})
"""Ways on which a second phone joins by the address of a server."""
ONLY_ONE_SAYS: dict[str, tuple[set[str], set[str]]] = {
    "home-first-visit": (set(), {"Moving from another phone? Restore its backup, or import a game."}),
    "home": (set(), {"This browser may delete your games if the phone runs out of space. Save a backup"}),
    "settings": (set(), {"Back up this phone"}),
}
"""What only a server says on a screen, and what only the pocket edition says. A name stands as {}."""
SAID = """() => {
  document.getElementById("say")?.remove();
  return document.body.innerText; }"""
"""What a page shows; without what it announces a moment later."""


def lines_of(phone: Page, names: tuple[str, ...]) -> Counter[str]:
    """Return the lines that a page shows, without addresses, the time, and the name of whose hand it is."""
    said = re.sub(r"https?://\S+|\d+:\d\d [AP]M", "", phone.evaluate(SAID))
    for name in names:
        said = said.replace(f"Tap {name}'s", "Tap {}'s")
    return Counter(line.strip() for line in said.splitlines() if line.strip())


def walk_beside(native: Page, pocket: Page, walk: str, cast: str) -> tuple[int, list[str]]:
    """Walk one way with one cast on both phones; return how many screens there were, and what differs unexpectedly."""
    names, screens, found = CASTS[cast], 0, []
    for screen, beside in zip(WALKS[walk](native, names), WALKS[walk](pocket, names), strict=True):
        screens += 1
        served, carried = lines_of(native, names), lines_of(pocket, names)
        only_one = (set(served - carried), set(carried - served))
        if screen != beside or only_one != ONLY_ONE_SAYS.get(screen, (set(), set())):
            found.append(f"{cast}, {screen}: only the server says {only_one[0]}, only the edition {only_one[1]}")
    return screens, found
