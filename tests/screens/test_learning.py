"""Learning a game in a real browser: a lesson tapped through, and with the keyboard alone."""

from playwright.sync_api import Page, expect

from companion.learning.finding import find_question
from companion.learning.lessons import lessons
from companion.learning.questions import AnswerKind
from tests.support.taps import center, hold_just_shown, press

LESSON = lessons("gem-rummy")[4]
"""Lay-offs: its hands are answered by cards, by yes and no, and by a number."""


def tap_answer(phone: Page, key: str) -> None:
    """Answer a question rightly by taps alone."""
    question = find_question(key)
    right = question.right
    match question.kind:
        case AnswerKind.NUMBER:
            for digit in ("9", "back", *next(iter(right))):
                phone.locator(f".digits [value='{digit}']").tap()
            press(phone, "Answer")
        case AnswerKind.CARDS:
            for card in right:
                phone.locator(f"label[for=c{card}]").tap()
            press(phone, "These cards" if right else "None of them")
        case _:
            with phone.expect_navigation():
                phone.locator(f".dock [name=answer][value='{next(iter(right))}']").tap()


def test_a_lesson_is_tapped_through_and_passed(phone: Page) -> None:
    phone.goto("/")
    phone.get_by_role("link", name="Learn a game").tap()
    phone.get_by_role("link", name="Gem Rummy").tap()
    phone.get_by_role("link", name=f"{LESSON.number} {LESSON.title}", exact=True).tap()
    expect(phone.get_by_role("heading", name=LESSON.title)).to_be_visible()
    phone.get_by_role("link", name="Start the five hands").tap()
    for place, key in enumerate(LESSON.hands, start=1):
        expect(phone.locator(".where")).to_have_text(f"Hand {place} of 5")
        tap_answer(phone, key)
        expect(phone.locator("h1")).to_contain_text("Right: ")
        expect(phone.locator(".dock .main")).to_be_in_viewport(ratio=1)
        expect(phone.locator("#say")).to_contain_text("Right: ")
        phone.locator(".dock .main").tap()
    phone.wait_for_url("**/learn/gem-rummy")
    expect(phone.get_by_text("1 of 10 lessons done.")).to_be_visible()


def test_cards_are_ticked_by_the_keyboard_alone(phone: Page) -> None:
    phone.goto("/learn/question/case.GEM2-030.lay-offs")
    card = phone.get_by_role("checkbox", name="8 of clubs")
    for _ in range(30):
        if card.evaluate("(element) => element === document.activeElement"):
            break
        phone.keyboard.press("Tab")
    expect(card).to_be_focused()
    phone.keyboard.press("Space")
    expect(card).to_be_checked()
    with phone.expect_navigation():
        phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", name="Right: 8♣.")).to_be_visible()


def test_a_double_tap_answers_and_does_not_go_on(phone: Page) -> None:
    hold_just_shown(phone)
    phone.goto("/learn/question/case.GEM2-012.legal?lesson=gem-rummy.knocking&place=1")
    place = center(phone.locator(".dock [name=answer]").first)
    phone.touchscreen.tap(*place)
    phone.wait_for_url("**/ruling?*")
    expect(phone.locator(".just-shown")).to_have_count(1)
    phone.touchscreen.tap(*place)
    expect(phone.locator("h1")).to_contain_text("yes")
    assert "/ruling?" in phone.url
