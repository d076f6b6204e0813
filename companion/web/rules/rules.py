"""How we rule: the searchable register of rules, each with worked cases drawn in cards."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import accumulate, groupby
from typing import Any, assert_never

from flask import Blueprint, Response, request, url_for

from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.documents.showdown import read_showdown
from companion.learning.lessons import Lesson, lesson_of_rule
from companion.register import cases as known_cases
from companion.register import entries, search
from companion.register.cases import MADE_UP_PRINT, Case, CaseKind
from companion.register.entries import Group, Rule
from companion.register.printing import nearest_rules
from companion.rules.cards import name_of
from companion.rules.rummy.showdown import judge
from companion.web.base import pages
from companion.web.base.came_from import came_from
from companion.web.gem2.worked_cases import DrawnCase, draw_case
from companion.web.kinds import game_kinds
from companion.web.rummy.ruling_view import RulingView, ruling_of
from companion.wording import web as errors
from companion.wording import worked_cases
from companion.wording.cards import listed_words
from companion.wording.document_errors import placed_sentence
from companion.wording.house_rules import BEST_MATCHES, MATCHES, MORE_MATCHES, found_words
from companion.wording.side_sheet import HAND, ROUND, coming_words, hand_words, names_of_sides

blueprint = Blueprint("rules_pages", __name__, url_prefix="/rules")

LONGEST_SEARCH = 100
RULES_AT_ONCE = 20
CHARACTERS_AT_ONCE = 3600
"""As many rules, or as much text, as come to a phone in few bytes."""
FIRST_BOOK = "P"
OFTEN_SEARCHED = ("knock", "lay off", "undercut", "Gin", "stash", "Gem Parts", "tie", "dealer", "bet")
BEST = "best"


@dataclass(frozen=True, slots=True)
class Section:
    """Rules under a heading: a group of a book, or what a search found."""

    key: str
    heading: str
    rules: tuple[Rule, ...]


@pages.context("rules/rules.html")
class RulesPage:
    """The register: one book or the rules found in all, a page at a time."""

    query: str
    found: str
    """What the search found, in words."""
    opened: str
    books: Mapping[str, entries.Rulebook]
    many: Mapping[str, int]
    """How many rules each book has."""
    sections: tuple[Section, ...]
    words: tuple[str, ...]
    next_start: int | None


@blueprint.get("")
def rules() -> Response:
    """Show one book of the register, or the rules that a search finds."""
    query = query_sent()
    start = max(0, request.args.get("from", 0, type=int))
    opened = request.args.get("book", "")
    opened = opened if opened in entries.BOOKS else FIRST_BOOK
    matches = search.find(query) if query else search.Matches(())
    listed = matches.others if query else _rules_of_book(opened)
    shown = _at_once(listed[start:])
    if query:
        best = Section(BEST, BEST_MATCHES, matches.best if not start else ())
        others = Section("matches", MORE_MATCHES if matches.best else MATCHES, shown)
        sections = [section for section in (best, others) if section.rules]
    else:
        groups = groupby(shown, lambda rule: rule.group)
        sections = [Section(group, entries.GROUP_NAMES[group], tuple(of)) for group, of in groups]
    following = start + len(shown)
    return pages.show(
        RulesPage(
            query=query,
            found=found_words(query, len(matches.rules), len(matches.best), in_part=matches.in_part) if query else "",
            opened=opened,
            books=entries.BOOKS,
            many=Counter(rule.book for rule in entries.rules().values()),
            sections=tuple(sections),
            words=OFTEN_SEARCHED if query and not matches.rules else (),
            next_start=following if following < len(listed) else None,
        )
    )


def query_sent() -> str:
    return " ".join(request.args.get("q", "").split())[:LONGEST_SEARCH]


def _rules_of_book(book: str) -> tuple[Rule, ...]:
    order = list(Group)
    of_book = (rule for rule in entries.rules().values() if rule.book == book)
    return tuple(sorted(of_book, key=lambda rule: order.index(rule.group)))


def _at_once(listed: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """Return the first of some rules, as many as fit on a page."""
    lengths = accumulate(len(rule.says) for rule in listed[:RULES_AT_ONCE])
    return listed[: max(1, sum(length <= CHARACTERS_AT_ONCE for length in lengths))]


@dataclass(frozen=True, slots=True)
class CaseShown:
    """A worked case: the position in words, and what comes of it."""

    case: Case
    facts: tuple[str, ...]
    entered: tuple[str, ...]
    """Everything else that the document says, where it isn't drawn whole."""
    letters: Mapping[str, str]
    ruling: RulingView | None = None
    drawn: DrawnCase | None = None
    """A case of Gem II."""
    refused: str = ""
    rows_are: str = HAND
    players: tuple[str, ...] = ()
    """Who has a column: players, or sides."""
    rows: tuple[tuple[str, ...], ...] = ()
    results: tuple[str, ...] = ()


@pages.context("rules/rule.html")
class RulePage:
    rule: Rule
    book: entries.Rulebook
    back: str
    settles: tuple[Rule, ...]
    settled_by: tuple[Rule, ...]
    lesson: Lesson | None
    """The lesson that teaches it."""
    case: CaseShown | None
    others: tuple[Case, ...]


@pages.context("rules/unknown.html")
class UnknownPage:
    """The page for an address that names no rule or no example: the search, and what is named nearly so."""

    error: str
    nearest: tuple[Rule, ...]


@blueprint.get("/<rule_id>")
def rule(rule_id: str) -> Response:
    """Show a rule with its cases, the first one drawn."""
    known = entries.rules()
    entry = known.get(rule_id)
    if entry is None:
        return _unknown(errors.NO_SUCH_RULE, rule_id)
    its_cases = known_cases.cases_of(rule_id)
    first = next((case for case in its_cases if case.kind == CaseKind.SHOWDOWN), its_cases[0] if its_cases else None)
    return pages.show(
        RulePage(
            rule=entry,
            book=entries.BOOKS[entry.book],
            back=came_from() or url_for("rules_pages.rules"),
            settles=tuple(known[other] for other in entry.settles if other in known),
            settled_by=tuple(other for other in known.values() if rule_id in other.settles),
            lesson=lesson_of_rule(rule_id),
            case=None if first is None else case_shown(first),
            others=tuple(case for case in its_cases if case is not first),
        )
    )


def _unknown(error: str, rule_id: str = "") -> Response:
    known = entries.rules()
    nearest = tuple(known[other] for other in nearest_rules(rule_id[:LONGEST_SEARCH]))
    return pages.show(UnknownPage(error=error, nearest=nearest), 404)


@pages.context("rules/case.html")
class CasePage:
    case: CaseShown
    back: str
    rules: tuple[Rule, ...]


@blueprint.get("/cases/<case_id>")
def case(case_id: str) -> Response:
    known_case = known_cases.cases().get(case_id)
    if known_case is None:
        return _unknown(errors.NO_SUCH_CASE)
    known = entries.rules()
    return pages.show(
        CasePage(
            case=case_shown(known_case),
            back=came_from() or url_for("rules_pages.rules"),
            rules=tuple(known[rule_id] for rule_id in known_case.rules if rule_id in known),
        )
    )


def case_shown(case: Case) -> CaseShown:
    document = case.document
    shown = CaseShown(
        case=case,
        facts=worked_cases.facts(game_kinds.name_of(document["game"]), document),
        entered=tuple(worked_cases.entered(document)),
        letters=document.get("print") or document.get("gems") or {},
    )
    try:
        match case.kind:
            case CaseKind.SHOWDOWN:
                showdown = read_showdown(document)
                unknown = judge(showdown).unknown_gems if "gems" in document else ()
                asked = (worked_cases.asked_first([name_of(card) for card in unknown]),) if unknown else ()
                ruling = ruling_of(showdown, made_up=document.get("print") == MADE_UP_PRINT)
                return replace(shown, ruling=ruling, results=asked)
            case CaseKind.GAME:
                return _with_sheet(shown, score_document(document))
            case CaseKind.TABLE:
                starts = known_cases.who_starts(document).items()
                return replace(shown, results=tuple(f"{what}: {result}" for what, result in starts))
            case CaseKind.GEM_II | CaseKind.GEM_II_SOLO | CaseKind.GEM_II_BOARD:
                return replace(shown, drawn=draw_case(document), entered=())
            case _:
                assert_never(case.kind)
    except DocumentError as error:
        return replace(shown, refused=placed_sentence(error))


def _with_sheet(shown: CaseShown, answer: Mapping[str, Any]) -> CaseShown:
    results = tuple(worked_cases.results(answer["target"], answer["winners"], over=answer["over"]))
    if "rounds" in answer:
        return _with_rounds(replace(shown, results=results), answer)
    players = tuple(str(name) for name in shown.case.document["players"])
    rows = tuple(
        (str(number), hand["dealer"], *(f"{hand['points'][name]:+d} = {hand['totals'][name]}" for name in players))
        for number, hand in enumerate(answer["hands"], start=1)
    )
    return replace(shown, players=players, rows=rows, results=results)


def _with_rounds(shown: CaseShown, answer: Mapping[str, Any]) -> CaseShown:
    """Return a case with the rounds of its sides, what each hand counted for them, and what follows."""
    hands = answer["hands"]
    rows = tuple(
        (
            str(number),
            listed_words([hands[place - 1]["dealer"] for place in played["hands"]]),
            *(f"{points:+d} = {total}" for points, total in zip(played["points"], played["totals"], strict=True)),
        )
        for number, played in enumerate(answer["rounds"], start=1)
    )
    counted = [f"Hand {number}: {hand_words(hand)}." for number, hand in enumerate(hands, start=1)]
    follows = [coming_words(answer["next"])] if answer["next"] else []
    owed = [f"{each['text']}." for each in answer.get("settlement", ())]
    return replace(
        shown,
        rows_are=ROUND,
        players=tuple(names_of_sides(shown.case.document)),
        rows=rows,
        results=(*counted, *shown.results, *follows, *owed),
    )
