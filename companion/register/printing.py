"""The register as text for the terminal."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from companion.documents.answers import judge_document, moves_document, score_document
from companion.documents.errors import DocumentError
from companion.register.cases import MADE_UP_PRINT, Case, CaseKind, cases_of
from companion.register.entries import BOOKS, Rule, rules
from companion.register.outcome import outcome
from companion.rules.cards import parse_card
from companion.wording.cards import GAME_WORDS, card_word, listed_words, plural
from companion.wording.faults import CALL_WORDS
from companion.wording.sheet import TerminalStyle, house_rule_words, sheet_table

_WIDTH = 100
_MARGIN = "  "


def register_text() -> str:
    """Return every rule, book by book, with the ids of its cases."""
    lines: list[str] = []
    book = ""
    for rule in rules().values():
        if rule.book != book:
            book = rule.book
            lines += ["", f"{book} · {BOOKS[book]}", ""]
        lines += _entry(rule, cases_of(rule.id))
    return "\n".join(lines[1:]) + "\n"


def _entry(rule: Rule, shown_by: Sequence[Case]) -> list[str]:
    cases = ", ".join(case.id for case in shown_by)
    remark = f"cases {cases}" if cases else f"never seen by the app: {rule.why_unseen}"
    return [f"{_MARGIN}{rule.id}  ({rule.place})", *_wrapped(rule.says), *_wrapped(remark)]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH - 4, initial_indent=2 * _MARGIN, subsequent_indent=2 * _MARGIN)


def rule_text(rule_id: str) -> str | None:
    """Return one rule with its cases and their results; None if there is no such rule."""
    rule = next((rule for rule in rules().values() if rule.id.casefold() == rule_id.casefold()), None)
    if rule is None:
        return None
    shown_by = cases_of(rule.id)
    lines = [BOOKS[rule.book], *_entry(rule, shown_by)]
    if rule.settles:
        lines += _wrapped(f"settles {', '.join(rule.settles)}")
    settled_by = [other.id for other in rules().values() if rule.id in other.settles]
    if settled_by:
        lines += _wrapped(f"settled by {', '.join(settled_by)}")
    for case in shown_by:
        lines += ["", f"{case.id}  {case.title}", *(f"{_MARGIN}{line}".rstrip() for line in _case(case))]
    return "\n".join(lines) + "\n"


def nearest_rules(rule_id: str) -> list[str]:
    """Return the rules with the most similar ids."""
    ids = {rule.casefold(): rule for rule in rules()}
    return [ids[near] for near in get_close_matches(rule_id.casefold(), ids)]


def _case(case: Case) -> Iterator[str]:
    document = case.document
    if case.kind != CaseKind.GAME or "error" in case.expect:
        yield ", ".join(_facts(document))
    try:
        match case.kind:
            case CaseKind.SHOWDOWN:
                yield from _hands(document)
                yield from _ruling(judge_document(document), known_in_part="gems" in document)
            case CaseKind.GAME:
                for number, hand in enumerate(document["hands"], start=1):
                    yield f"hand {number}: {'; '.join([*_facts(hand), *_hands(hand)])}"
                yield from _sheet(document)
            case CaseKind.GEM_II_SOLO | CaseKind.GEM_II:
                yield from _sheet(document)
            case CaseKind.GEM_II_BOARD:
                yield f"piles, the top card last: {' | '.join(' '.join(pile) or '–' for pile in document['piles'])}"
                yield from _moves(moves_document(document))
            case CaseKind.TABLE:
                result = outcome(case)
                yield f"→ {result['starts']} {'rolls the dice and ' if 'rolls' in result else ''}starts"
    except DocumentError as error:
        yield f"→ can't be read: {error}"


def _facts(document: Mapping[str, Any]) -> list[str]:
    """Return what is known of a table or a hand besides the cards."""
    facts = [GAME_WORDS[document["game"]]] if "game" in document else []
    if document.get("drawn"):
        facts.append("drawn")
    if "dealer" in document:
        facts.append(f"{listed_words(document['players'])} play and {document['dealer']} deals")
    if "dice" in document:
        facts.append("dice " + " and ".join(map(str, document["dice"])))
    if "knocker" in document:
        call = CALL_WORDS.get(document.get("call", ""))
        facts.append(f"{document['knocker']} {'calls ' + call if call and call != 'Knock' else 'knocks'}")
    if document.get("house_rules"):
        facts.append(f"house rules: {house_rule_words(document['house_rules'])}")
    if document.get("print") == MADE_UP_PRINT:
        facts.append("with a made-up print")
    if document.get("gems"):
        facts.append(
            "letters known: " + ", ".join(f"{_glyphs([name])} {own}" for name, own in document["gems"].items())
        )
    return facts


def _hands(document: Mapping[str, Any]) -> list[str]:
    return [f"{player['name']}: {_hand(player)}{_claim(player)}" for player in document.get("players", ())]


def _claim(player: Mapping[str, Any]) -> str:
    return ", claims Gem Parts" if player.get("gem_parts") else ""


def _hand(player: Mapping[str, Any]) -> str:
    match player:
        case {"melds": melds, "deadwood": deadwood}:
            groups = " | ".join(_glyphs(meld) for meld in melds) or "no meld"
            return f"{groups}, deadwood {_glyphs(deadwood) or 'none'}"
        case {"cards": cards}:
            return f"loose {_glyphs(cards)}"
        case {"deadwood_points": points}:
            return f"counted {points}"
        case _:
            return "not entered"


def _glyphs(names: Iterable[str]) -> str:
    parsed = ((name, parse_card(name)) for name in names)
    return " ".join(name if card is None else card_word(card) for name, card in parsed)


def _ruling(verdict: Mapping[str, Any], *, known_in_part: bool) -> Iterator[str]:
    by_name = {player["name"]: player for player in verdict["players"]}
    for fault in verdict["faults"]:
        yield f"→ {fault['message']} ({fault['code']}, {fault['rule']})"
    for move in verdict["lay_offs"]:
        if "pass" in move:
            yield f"→ {move['player']} passes"
        else:
            owner, meld = move["onto"]["player"], move["onto"]["meld"]
            onto = _glyphs(by_name[owner]["melds"][meld]["cards"])
            yield f"→ {move['player']} lays off {_glyphs([move['card']])} onto {owner}'s {onto}"
    if not verdict["legal"]:
        return
    for name, player in by_name.items():
        yield f"→ {name}: deadwood {player['deadwood_points']}, {player['points']} points"
        for line in player["lines"]:
            yield f"    {line['points']:>3}  {line['text']}  ({line['rule']})"
    yield f"→ {verdict['winner']} wins the hand"
    if verdict["unknown_gems"] and known_in_part:
        yield f"→ first asks for the letters of {_glyphs(verdict['unknown_gems'])}"


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
