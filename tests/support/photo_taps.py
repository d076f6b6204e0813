"""A thumb that enters two hands by photo, puts right whatever was read wrongly, and counts its taps."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from tests.support.browser import wait_for
from tests.support.fake_camera import film
from tests.support.prepared import show_keys
from tests.support.taps import Thumb

Groups = list[frozenset[str]]
COMPLETE_WITHIN = 15_000
"""Milliseconds that somebody who sees cards marked waits before the key is tapped that takes what there is."""
READ_WITHIN = 60_000
"""Milliseconds in which a photo is read however busy the machine is: usual are one thousand."""


@dataclass(frozen=True, slots=True)
class Hand:
    image: Path
    melds: tuple[frozenset[str], ...]
    deadwood: frozenset[str]

    @property
    def cards(self) -> frozenset[str]:
        return self.deadwood.union(*self.melds)


def hands_in(folder: Path) -> Iterator[tuple[Hand, Hand]]:
    lines = map(json.loads, (folder / "truth.jsonl").read_text().splitlines())
    hands = (
        Hand(folder / line["image"], tuple(map(frozenset, line["melds"])), frozenset(line["deadwood"]))
        for line in lines
    )
    iterator = iter(hands)
    yield from zip(iterator, iterator, strict=True)


def enter(thumb: Thumb, hand: Hand) -> None:
    """Photograph a hand, put right what was read wrongly, and go on."""
    with thumb.phone.expect_response("**/photo", timeout=READ_WITHIN):
        thumb.photograph(hand.image, "camera")
    expect(thumb.phone.locator("#photo img")).to_be_visible()
    answer_doubts(thumb, hand)
    for name in sorted(lying(thumb.phone) - hand.cards):
        thumb.on(thumb.phone.locator(f"#k{name}"), "correction")
    for name in sorted(hand.cards - lying(thumb.phone)):
        thumb.on(thumb.phone.locator(f"#k{name}"), "correction")
        expect(thumb.phone.locator(f"#l{name}")).to_be_visible()
    regroup(thumb, hand)
    # Some of these hands leave out a card that fits, or count too much for a knock, which a player wouldn't have.
    while (declined := thumb.phone.locator("[name=no-offer]")).count():
        offer = declined.get_attribute("value")
        declined.tap()
        expect(thumb.phone.locator(f"[name=no-offer][value='{offer}']")).to_have_count(0)
    here = thumb.phone.url
    thumb.on(thumb.phone.locator("#done"), "done")
    asked = thumb.phone.locator("#as-laid")
    wait_for(thumb.phone, lambda: thumb.phone.url != here or asked.is_visible(), "the next screen, or a question")
    if thumb.phone.url == here:
        asked.tap()
        wait_for(thumb.phone, lambda: thumb.phone.url != here, "the next screen")


def answer_doubts(thumb: Thumb, hand: Hand) -> None:
    """Say of each doubt which card it is, or that it is neither."""
    while (doubts := thumb.phone.locator(".offers > [role=group]")).count():
        doubt = doubts.first
        before = doubts.count()
        named = [button.get_attribute("value") or "" for button in doubt.locator("[name=named]").all()]
        right = next((value for value in named if value.split("-")[0] in hand.cards), None)
        chosen = doubt.locator(f"[value='{right}']") if right else doubt.locator("[name=neither]")
        thumb.on(chosen.first, "correction")
        expect(thumb.phone.locator(".offers > [role=group]")).not_to_have_count(before)


def regroup(thumb: Thumb, hand: Hand) -> None:
    phone = thumb.phone
    for _ in range(12):
        melds, deadwood = groups(phone)
        if {*melds} == {*hand.melds} and deadwood == hand.deadwood:
            return
        whole = next((place for place, group in enumerate(melds) if group <= hand.deadwood), None)
        if whole is not None and phone.locator(f"#down{whole}").count():
            thumb.on(phone.locator(f"#down{whole}"), "correction")
        else:
            move_some(thumb, hand, melds)
        wait_for(phone, partial(_regrouped, phone, (melds, deadwood)), "other groups")
    raise AssertionError(f"{hand.image.name} was never put right: {groups(phone)}")


def move_some(thumb: Thumb, hand: Hand, melds: Groups) -> None:
    """Pick the cards that are missing from one meld or from the deadwood, and move them there."""
    for meld in hand.melds:
        place = max(range(len(melds)), key=lambda number: len(melds[number] & meld), default=None)
        if place is None or not melds[place] & meld or best_for(melds[place], hand) != meld:
            pick(thumb, meld)
            thumb.on(thumb.phone.locator("#x-new"), "correction")
            return
        if meld - melds[place]:
            pick(thumb, meld - melds[place])
            thumb.on(thumb.phone.locator(f"#to{place}"), "correction")
            return
    strangers = [card for meld in melds for card in meld & hand.deadwood]
    pick(thumb, frozenset(strangers))
    thumb.on(thumb.phone.locator("#x-dead"), "correction")


def best_for(group: frozenset[str], hand: Hand) -> frozenset[str]:
    return max(hand.melds, key=lambda meld: len(meld & group))


def pick(thumb: Thumb, cards: frozenset[str]) -> None:
    for name in sorted(cards):
        # On its index: what a group offers lies over the feet of its cards.
        thumb.phone.locator(f"#l{name}").tap(position={"x": 10, "y": 8})
        thumb.taps["correction"] += 1
        expect(thumb.phone.locator(f"#l{name}")).to_have_attribute("aria-pressed", "true")


def lying(phone: Page) -> frozenset[str]:
    return frozenset((phone.locator("#hand").get_attribute("data-held") or "").split())


def groups(phone: Page) -> tuple[Groups, frozenset[str]]:
    shown: list[list[str]] = phone.locator("#hand .group").evaluate_all(
        "all => all.map(one => [...one.querySelectorAll('.hand-card')].map(card => card.id.slice(1)))"
    )
    dead = phone.locator("#hand .group.dead").count()
    sets = [frozenset(group) for group in shown]
    return (sets[:-1], sets[-1]) if dead else (sets, frozenset())


def _regrouped(phone: Page, before: tuple[Groups, frozenset[str]]) -> bool:
    return groups(phone) != before


class LiveThumb(Thumb):
    """Holds the hand under the camera that plays `camera` instead; after a while it takes what is seen by a tap."""

    camera = Path()

    def photograph(self, photo: FilePayload | Path, kind: str = "other") -> None:
        assert isinstance(photo, Path)
        with Image.open(photo) as hand:
            film(self.camera, hand, (1280, 720))
        self.on(self.phone.locator(".camera"), kind)
        screen = self.phone.locator("body").page.locator("#live")
        take = screen.locator(".main")
        expect(screen).to_have_count(1)
        wait_for(self.phone, lambda: take.is_visible() or not screen.count(), "cards that are marked")
        try:
            expect(screen).to_have_count(0, timeout=COMPLETE_WITHIN)
        except AssertionError:
            take.tap()
            self.taps["shutter"] += 1


def enter_both(phone: Page, pair: tuple[Hand, Hand], thumb: Thumb | None = None) -> Thumb:
    """Enter both hands of a showdown, and return what was tapped."""
    show_keys(phone)
    thumb = thumb or Thumb(phone)
    for seat, hand in enumerate(pair):
        phone.wait_for_url(f"**/seat/{seat}")
        phone.wait_for_load_state()
        enter(thumb, hand)
    return thumb
