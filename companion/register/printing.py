"""The register as text for the terminal."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from companion.answers.judging import judge_document
from companion.answers.moves import moves_document
from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.register.cases import Case, CaseKind, cases_of, who_starts
from companion.register.entries import BOOKS, Rule, rules
from companion.rules.cards import parse_card
from companion.wording import worked_cases
from companion.wording.cards import GAME_WORDS, card_word, listed_words, plural
from companion.wording.document_errors import placed_sentence
from companion.wording.terminal import TerminalStyle, sheet_table

_WIDTH = 100
_MARGIN = "  "


def register_text() -> str:
    lines: list[str] = []
    book = ""
    for rule in rules().values():
        if rule.book != book:
            book = rule.book
            lines += ["", f"{book} · {BOOKS[book].name}", ""]
        lines += _entry(rule, cases_of(rule.id))
    return "\n".join(lines[1:]) + "\n"


def _entry(rule: Rule, shown_by: Sequence[Case]) -> list[str]:
    cases = ", ".join(case.id for case in shown_by)
    remark = f"cases {cases}" if cases else f"never seen by the app: {rule.why_unseen}"
    return [f"{_MARGIN}{rule.id}  ({rule.place})", *_wrapped(rule.says), *_wrapped(remark)]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH - 4, initial_indent=2 * _MARGIN, subsequent_indent=2 * _MARGIN)


def rule_text(rule_id: str) -> str | None:
    rule = next((rule for rule in rules().values() if rule.id.casefold() == rule_id.casefold()), None)
    if rule is None:
        return None
    shown_by = cases_of(rule.id)
    lines = [BOOKS[rule.book].name, *_entry(rule, shown_by)]
    if rule.settles:
        lines += _wrapped(f"settles {', '.join(rule.settles)}")
    settled_by = [other.id for other in rules().values() if rule.id in other.settles]
    if settled_by:
        lines += _wrapped(f"settled by {', '.join(settled_by)}")
    for case in shown_by:
        lines += ["", f"{case.id}  {case.title}", *(f"{_MARGIN}{line}".rstrip() for line in _case(case))]
    return "\n".join(lines) + "\n"


def nearest_rules(rule_id: str) -> list[str]:
    ids = {rule.casefold(): rule for rule in rules()}
    return [ids[near] for near in get_close_matches(rule_id.casefold(), ids)]


def entered_lines(document: Mapping[str, Any]) -> Iterator[str]:
    yield ", ".join(worked_cases.facts(GAME_WORDS[document["game"]], document))
    yield from worked_cases.entered(document)


def _case(case: Case) -> Iterator[str]:
    document = case.document
    yield from entered_lines(document)
    try:
        match case.kind:
            case CaseKind.SHOWDOWN:
                yield from _ruling(document, judge_document(document))
            case CaseKind.GAME | CaseKind.GEM_II_SOLO | CaseKind.GEM_II:
                yield from _sheet(document)
            case CaseKind.GEM_II_BOARD:
                yield from _moves(moves_document(document))
            case CaseKind.TABLE:
                result = who_starts(document)
                yield f"→ {result['starts']} {'rolls the dice and ' if 'rolls' in result else ''}starts"
    except DocumentError as error:
        yield f"→ can't be read: {placed_sentence(error)}"


def _glyphs(names: Iterable[str]) -> str:
    parsed = ((name, parse_card(name)) for name in names)
    return " ".join(name if card is None else card_word(card) for name, card in parsed)


def _ruling(document: Mapping[str, Any], verdict: Mapping[str, Any]) -> Iterator[str]:
    by_name = {player["name"]: player for player in verdict["players"]}
    for fault in verdict["faults"]:
        yield f"→ {fault['message']} ({fault['code']}, {fault['rule']})"
    if verdict["unknown_gems"] and "gems" in document:
        yield f"→ {worked_cases.asked_first(verdict['unknown_gems'])}"
    found = [] if "lay_offs" in document else verdict["lay_offs"]
    for move in found:
        owner, meld = move["onto"]["player"], move["onto"]["meld"]
        onto = _glyphs(by_name[owner]["melds"][meld]["cards"])
        yield f"→ {move['player']} lays off {_glyphs([move['card']])} onto {owner}'s {onto}"
    if not verdict["legal"]:
        return
    for name, player in by_name.items():
        yield f"→ {name}: deadwood {player['deadwood_points']}, {player['points']} points"
        for line in player["lines"]:
            yield f"    {line['points']:>3}  {line['text']}  ({line['rule']})"
    winner = verdict["winner"]
    yield f"→ {winner} wins the hand" if winner else f"→ {listed_words(verdict['tie']['players'])} share the hand"


def _sheet(document: Mapping[str, Any]) -> list[str]:
    return sheet_table(document, score_document(document), TerminalStyle(columns=_WIDTH - len(_MARGIN))).splitlines()


def _moves(answer: Mapping[str, Any]) -> Iterator[str]:
    for move in answer["moves"]:
        yield f"→ {move['text']}"
    if "claimed" in answer:
        yield "→ The claimed move is legal." if answer["claimed"]["legal"] else "→ The claimed move is not legal."
        for fault in answer["claimed"]["faults"]:
            yield f"    {fault['message']} ({fault['rule']})"
    if "best" in answer:
        yield f"→ At best {plural(answer['best']['cards_off'], 'card')} can come off:"
        for move in answer["best"]["moves"]:
            yield f"    {move['text']}"
