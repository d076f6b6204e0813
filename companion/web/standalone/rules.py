"""How we rule: the searchable register of rules, each with worked cases drawn in cards."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from flask import Blueprint, Response, abort, request

from companion.documents.answers import score_document
from companion.documents.errors import DocumentError
from companion.register import cases as known_cases
from companion.register import entries, search
from companion.register.cases import MADE_UP_PRINT, Case, CaseKind
from companion.register.entries import Rule
from companion.register.outcome import outcome
from companion.web.gem2.views.case_view import DrawnCase, draw_case
from companion.web.rummy.views.ruling_view import RulingView, ruling_of
from companion.web.shared import game_kinds
from companion.web.shell import pages
from companion.wording.errors import web as errors
from companion.wording.game import worked_cases

blueprint = Blueprint("rules_pages", __name__, url_prefix="/rules")

LONGEST_SEARCH = 100
RULES_AT_ONCE = 20
"""As many as come to a phone in few bytes."""
OFTEN_SEARCHED = ("knock", "lay off", "undercut", "Gin", "stash", "Gem Parts", "tie", "dealer", "bet")
BEST_SHOWN = 3
"""So many stand first in a search, under a heading of their own."""
BEST = "best"


@dataclass(frozen=True, slots=True)
class Book:
    """A book, how many entries it has, and those of them that are shown."""

    name: str
    key: str
    many: int
    rules: tuple[Rule, ...]


@pages.context("standalone/rules/rules.html")
class RulesPage:
    """The register: one book or the rules found in all, a page at a time."""

    query: str
    opened: str
    books: tuple[Book, ...]
    matches: int
    in_part: bool
    """Nothing holds all the words that were searched for; what is shown holds some of them."""
    words: tuple[str, ...]
    start: int
    next_start: int | None


@blueprint.get("")
def rules() -> Response:
    """Show one book of the register, or the rules that a search finds."""
    query = " ".join(request.args.get("q", "").split())[:LONGEST_SEARCH]
    opened = request.args.get("book", "") if not query else ""
    opened = opened if opened in search.BOOK_ORDER else search.BOOK_ORDER[0]
    start = max(0, request.args.get("from", 0, type=int))
    all_words = search.search(query)
    matches = all_words or search.search_some(query)
    listed = [rule for rule in matches if query or rule.book == opened]
    shown = listed[start : start + RULES_AT_ONCE]
    best = matches[:BEST_SHOWN] if query and len(matches) > BEST_SHOWN else []
    books = [
        Book(
            entries.BOOKS[key],
            key,
            sum(rule.book == key for rule in matches),
            tuple(rule for rule in shown if rule.book == key and rule not in best),
        )
        for key in search.BOOK_ORDER
    ]
    if best and not start:
        books.insert(0, Book("Best matches", BEST, len(best), tuple(best)))
    following = start + RULES_AT_ONCE
    return pages.show(
        RulesPage(
            query=query,
            opened=opened,
            books=tuple(book for book in books if book.rules or not query),
            matches=len(matches),
            in_part=bool(matches) and not all_words,
            words=() if matches else OFTEN_SEARCHED,
            start=start,
            next_start=following if following < len(listed) else None,
        )
    )


@dataclass(frozen=True, slots=True)
class CaseView:
    """A worked case: the position in words, and what comes of it."""

    id: str
    title: str
    facts: tuple[str, ...]
    ruling: RulingView | None
    drawn: DrawnCase | None
    """A case of Gem II."""
    refused: str
    players: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    results: tuple[str, ...]
    letters: Mapping[str, str]


@pages.context("standalone/rules/rule.html")
class RulePage:
    """What the page of a rule shows."""

    rule: Rule
    book: str
    settles: tuple[Rule, ...]
    settled_by: tuple[Rule, ...]
    case: CaseView | None
    others: tuple[Case, ...]


@blueprint.get("/<rule_id>")
def rule(rule_id: str) -> Response:
    """Show a rule with its cases, the first one drawn."""
    known = entries.rules()
    entry = known.get(rule_id)
    if entry is None:
        abort(404, errors.NO_SUCH_RULE)
    its_cases = known_cases.cases_of(rule_id)
    first = next((case for case in its_cases if case.kind == CaseKind.SHOWDOWN), its_cases[0] if its_cases else None)
    return pages.show(
        RulePage(
            rule=entry,
            book=entries.BOOKS[entry.book],
            settles=tuple(known[other] for other in entry.settles if other in known),
            settled_by=tuple(other for other in known.values() if rule_id in other.settles),
            case=None if first is None else case_shown(first),
            others=tuple(case for case in its_cases if case is not first),
        )
    )


@pages.context("standalone/rules/case.html")
class CasePage:
    """What the page of a case shows."""

    case: CaseView
    rules: tuple[Rule, ...]


@blueprint.get("/cases/<case_id>")
def case(case_id: str) -> Response:
    """Show a case, drawn."""
    known_case = known_cases.cases().get(case_id)
    if known_case is None:
        abort(404, errors.NO_SUCH_CASE)
    known = entries.rules()
    return pages.show(
        CasePage(
            case=case_shown(known_case),
            rules=tuple(known[rule_id] for rule_id in known_case.rules if rule_id in known),
        )
    )


def case_shown(case: Case) -> CaseView:
    """Work out a case."""
    document = case.document
    ruling, board, refused = None, None, ""
    rows: list[tuple[str, ...]] = []
    results: list[str] = []
    players = tuple(str(name) for name in document.get("players", ()) if isinstance(name, str))
    try:
        match case.kind:
            case CaseKind.SHOWDOWN:
                ruling = ruling_of(document, made_up=document.get("print") == MADE_UP_PRINT)
            case CaseKind.GAME:
                rows, results = _sheet(score_document(document), players)
            case CaseKind.TABLE:
                results = [f"{what}: {result}" for what, result in outcome(case).items()]
            case CaseKind.GEM_II | CaseKind.GEM_II_SOLO | CaseKind.GEM_II_BOARD:
                board = draw_case(document)
            case _:
                assert_never(case.kind)
    except DocumentError as error:
        refused = str(error)
    return CaseView(
        id=case.id,
        title=case.title,
        facts=worked_cases.facts(game_kinds.name_of(document["game"]), document),
        ruling=ruling,
        drawn=board,
        refused=refused,
        players=players,
        rows=tuple(rows),
        results=tuple(results),
        letters=document.get("print") or document.get("gems") or {},
    )


def _sheet(answer: Mapping[str, Any], players: tuple[str, ...]) -> tuple[list[tuple[str, ...]], list[str]]:
    rows = [
        (
            str(number),
            hand["dealer"],
            *(f"{hand['points'][name]:+d} = {hand['totals'][name]}" for name in players),
        )
        for number, hand in enumerate(answer["hands"], start=1)
    ]
    return rows, worked_cases.results(answer["target"], answer["winners"], over=answer["over"])
