"""Right-to-left names beside numbers."""

import pytest

from companion.web.base.pages import isolate

ARABIC = "عبد الرحمن"
ISOLATED = f"\u2068{ARABIC}\u2069"


@pytest.mark.parametrize(
    ("page", "isolated"),
    [
        ("<p>Ann +3</p>", "<p>Ann +3</p>"),
        (f"<p>Hand 1: {ARABIC} +28.</p>", f"<p>Hand 1: {ISOLATED} +28.</p>"),
        (f"<text>{ARABIC} 47</text>", f"<text>{ISOLATED} 47</text>"),
        (f"{ARABIC} 3, {ARABIC} 4", f"{ISOLATED} 3, {ISOLATED} 4"),
        ("דנה, שרה", "\u2068דנה\u2069, \u2068שרה\u2069"),
    ],
)
def test_a_right_to_left_name_keeps_to_itself(page: str, isolated: str) -> None:
    assert isolate(page) == isolated


@pytest.mark.parametrize(
    "page", [f'<input value="{ARABIC}">', f"<textarea>{ARABIC}</textarea>", f"<script>{ARABIC}</script>"]
)
def test_what_is_sent_back_stays_as_it_was_typed(page: str) -> None:
    assert isolate(page) == page
    assert isolate(f"{page}<p>{ARABIC}</p>") == f"{page}<p>{ISOLATED}</p>"
