"""The lint itself: each fault it is there for is found."""

import pytest

from tests.support.html_lint import linted

PAGE = "<!doctype html><html><body><h1>x</h1>{}</body></html>"


@pytest.mark.parametrize(
    "fault",
    [
        "<p><b>x</p></b>",
        "<div>",
        '<p id="a"></p><p id="a"></p>',
        '<label for="nowhere">x</label>',
        '<input type="text" id="a">',
        '<div hx-target="#nowhere"></div>',
        '<button type="submit"></button>',
        "<button>x</button>",
        "<form></form>",
        '<p style="color:red">x</p>',
        "<script>1</script>",
        '<a href="#nowhere">x</a>',
        "<h1>two</h1>",
        "<h3>too deep</h3>",
        '<img src="x">',
    ],
)
def test_a_fault_is_found(fault: str) -> None:
    assert linted(PAGE.format(fault))


@pytest.mark.parametrize(
    "fine",
    [
        '<label for="a">x</label><input type="text" id="a">',
        '<button type="submit" aria-label="up"></button>',
        '<button type="submit"><svg><path d="M0 0"/></svg><span>up</span></button>',
        '<form method="post" action="/x"></form>',
        "<h2>x</h2><h3>y</h3><h2>z</h2>",
    ],
)
def test_what_is_right_is_let_be(fine: str) -> None:
    assert linted(PAGE.format(fine)) == []
