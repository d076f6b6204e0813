"""A share of the attacks of `make bench`: beside each a phone plays on, and every hand that it records is there."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from bench.hostile.attacks import beside
from bench.hostile.known_attacks import HOSTILE, KNOWN


@pytest.mark.parametrize("attack", ["lists-of-headers", "deaf", "wide-forms", "imports", "deep-files"])
def test_a_phone_plays_on_beside(attack: str) -> None:
    # In a thread of its own: where a browser test came before, this one has a loop that runs.
    with ThreadPoolExecutor(1) as aside:
        watched, wrong = aside.submit(beside, attack, seconds=3.0, share=0.05).result()
    assert not watched.failed
    assert not watched.told.errors
    assert not wrong
    assert watched.hands > 0


def test_every_attack_is_known_and_none_is_left_out() -> None:
    assert set(KNOWN) == {*HOSTILE, "nothing"}
