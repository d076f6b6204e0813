"""A player who sees nothing: typed keys, and what the browser tells a screen reader of the page."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from playwright.sync_api import CDPSession, Error, Page

from tests.support.browser import wait_for

MOST_STOPS = 40
"""Tab stops after which a listener would have given up."""
OPERABLE = frozenset(
    {"button", "link", "textbox", "radio", "checkbox", "combobox", "spinbutton", "DisclosureTriangle", "switch"}
)
LIVE = frozenset({"status", "alert"})


@dataclass(frozen=True)
class Node:
    id: str
    role: str
    name: str
    inside: tuple[str, ...]
    properties: dict[str, Any]
    value: str = ""

    @property
    def words(self) -> str:
        return f"{self.role} {self.name!r}"


@dataclass
class Listener:
    """Types keys, and knows a page only by its accessibility tree."""

    page: Page
    tree: CDPSession = field(init=False)
    stops: dict[str, int] = field(default_factory=dict)
    """How many keys it took to reach each control."""

    def __post_init__(self) -> None:
        self.tree = self.page.context.new_cdp_session(self.page)

    def nodes(self) -> list[Node]:
        """Return the tree as it is now; nothing while one page gives way to the next."""
        try:
            found = self.tree.send("Accessibility.getFullAXTree")["nodes"]
        except Error:
            return []
        return [
            Node(
                id=node["nodeId"],
                role=node.get("role", {}).get("value", ""),
                name=" ".join(node.get("name", {}).get("value", "").replace(" , ", ", ").split()),
                inside=tuple(node.get("childIds", ())),
                properties={one["name"]: one["value"].get("value") for one in node.get("properties", ())},
                value=str(node.get("value", {}).get("value", "")),
            )
            for node in found
            if not node.get("ignored") or node.get("childIds")
        ]

    def _text(self, nodes: dict[str, Node], node: Node) -> str:
        if node.role == "StaticText":
            return node.name
        return " ".join(filter(None, (self._text(nodes, nodes[one]) for one in node.inside if one in nodes)))

    def said(self) -> list[str]:
        nodes = {node.id: node for node in self.nodes()}
        return [self._text(nodes, node) for node in nodes.values() if node.role in LIVE]

    def waits_for(self, condition: Callable[[], object]) -> None:
        wait_for(self.page, condition, "it")

    def pressed(self, name: str) -> bool:
        return any(node.name == name and node.properties.get("pressed") == "true" for node in self.nodes())

    def command(self, key: str, words: str) -> None:
        """Have something read back, from wherever the focus is, which stays there."""
        before = self.focused()
        self.page.keyboard.press(f"Alt+Shift+Key{key}")
        self.hears(words)
        after = self.focused()
        assert (before and before.words) == (after and after.words)

    def hears(self, *words: str) -> str:
        """Wait until a live region says something with these words, and return all of it."""
        heard: list[str] = []

        def hears_it() -> bool:
            heard[:] = [sentence for sentence in self.said() if all(word in sentence for word in words)]
            return bool(heard)

        wait_for(self.page, hears_it, f"say {words}: {self.said()}")
        return heard[0]

    def focused(self) -> Node | None:
        """Return what has the focus; not the page as a whole."""
        found = [node for node in self.nodes() if node.properties.get("focused") and node.role != "RootWebArea"]
        return found[-1] if found else None

    def focus(self) -> Node:
        """Return what has the focus, once something has."""
        self.waits_for(self.focused)
        found = self.focused()
        assert found is not None
        return found

    def comes_to(self, heading: str) -> None:
        """Wait until a page with this main heading is there, and check that all of it can be used by ear."""

        def is_there() -> bool:
            mains = [node.name for node in self.nodes() if self._level(node) == 1]
            if heading.endswith("…"):
                return len(mains) == 1 and mains[0].startswith(heading[:-1])
            return mains == [heading]

        wait_for(self.page, is_there, f"the heading {heading!r}")
        self.page.wait_for_load_state()
        assert not list(self.obstacles()), (heading, list(self.obstacles()))

    @staticmethod
    def _level(node: Node) -> int:
        return int(node.properties.get("level", 0)) if node.role == "heading" else 0

    def obstacles(self) -> Iterator[str]:
        """Yield what has no name, and headings that leave a level out."""
        nodes = self.nodes()
        for node in nodes:
            if node.role in OPERABLE | {"image", "heading", "region", "dialog"} and not node.name:
                yield f"{node.role} without a name"
        levels = [self._level(node) for node in nodes if self._level(node)]
        yield from (f"h{after} after h{before}" for before, after in pairwise(levels) if after > before + 1)
        if not any(node.role in LIVE for node in nodes):
            yield "no live region"

    def reads(self, *words: str) -> bool:
        text = " ".join(node.name for node in self.nodes() if node.role not in {"button", "link"})
        return all(word in text for word in words)

    def to(self, name: str, role: str = "", *, key: str = "Tab") -> Node:
        """Press a key until a control has the focus whose name begins so; exactly so with a full stop at its end."""
        passed: list[str] = []
        for stop in range(MOST_STOPS):
            here = self.focused()
            if here and f"{here.name}.".startswith(name) and (not role or here.role == role):
                self.stops[name] = stop
                return here
            passed.append(here.words if here else "nothing")
            self.page.keyboard.press(key)
        raise AssertionError(f"{name!r} was never reached on {self.page.url}: {passed}")

    def to_any(self, words: str, role: str, *, key: str = "Tab") -> Node:
        """Press a key until a control of this role has the focus whose name has these words."""
        for _ in range(MOST_STOPS):
            self.page.keyboard.press(key)
            here = self.focused()
            if here and here.role == role and words in here.name:
                return here
        raise AssertionError(f"no {role} with {words!r} was reached on {self.page.url}")

    def press(self, name: str, role: str = "", key: str = "Enter") -> None:
        self.to(name, role)
        self.page.keyboard.press(key)

    def types(self, name: str, text: str) -> None:
        """Go to a field and type into it, in place of what is there."""
        self.to(name, "textbox")
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)
