"""The register for the terminal."""

import textwrap

from companion.register.cases import Case, cases_of
from companion.register.entries import BOOKS, Rule, rules
from companion.register.outcome import outcome

_WIDTH = 100
_MOST_HINTS = 200


def register_text() -> str:
    """Print every rule, book by book, with the number of its cases."""
    lines: list[str] = []
    book = ""
    for rule in rules().values():
        if rule.book != book:
            book = rule.book
            lines += ["", f"{book} · {BOOKS[book]}", ""]
        lines += _entry(rule, cases_of(rule.id))
    return "\n".join(lines[1:]) + "\n"


def _entry(rule: Rule, shown_by: list[Case]) -> list[str]:
    says = textwrap.wrap(rule.says, _WIDTH - 4, initial_indent="    ", subsequent_indent="    ")
    cases = ", ".join(case.id for case in shown_by)
    remark = f"cases {cases}" if cases else f"not seen by the app: {rule.why_unseen}"
    return [
        f"  {rule.id}  ({rule.place})",
        *says,
        *textwrap.wrap(remark, _WIDTH - 4, initial_indent="    ", subsequent_indent="    "),
    ]


def rule_text(rule_id: str) -> str | None:
    """Print one rule, and each of its cases with what comes out of it; None if there is no such rule."""
    rule = rules().get(rule_id)
    if rule is None:
        return None
    shown_by = cases_of(rule_id)
    lines = [f"{BOOKS[rule.book]}", *_entry(rule, shown_by)]
    if rule.settles:
        lines.append(f"    settles {', '.join(rule.settles)}")
    for case in shown_by:
        lines += ["", f"{case.id}  {case.title}", *_position(case), *_ruling(case)]
    return "\n".join(lines) + "\n"


def _position(case: Case) -> list[str]:
    document = case.document
    facts = [
        f"{key} {document[key]}" for key in ("dice", "knocker", "call", "dealer", "house_rules") if key in document
    ]
    lines = [f"  {document['game']}" + "".join(f", {fact}" for fact in facts)]
    players = [player for player in document.get("players", []) if isinstance(player, dict)]
    return lines + [f"  {player['name']}: {_hand(player)}" for player in players]


def _hand(player: dict[str, object]) -> str:
    match player:
        case {"melds": list(melds), "deadwood": list(deadwood)}:
            groups = " | ".join(" ".join(meld) for meld in melds)
            return f"{groups} / {' '.join(deadwood)}"
        case {"cards": list(cards)}:
            return f"loose {' '.join(cards)}"
        case _:
            return f"counted {player['deadwood_points']}"


def _ruling(case: Case) -> list[str]:
    result = outcome(case)
    if "error" in result:
        return [f"  → cannot be read: {result['error']['code']} at {result['error']['where']}"]
    if "players" not in result:
        return [f"  → {textwrap.shorten(str(result), _MOST_HINTS)}"]
    lines = [f"  → {fault}" for fault in result["faults"]]
    for name, player in result["players"].items():
        points = f"{player['points']} points" if "points" in player else "no points"
        reasons = "; ".join(player["lines"])
        lines.append(
            f"  → {name}: deadwood {player['deadwood_points']}, {points}" + (f" ({reasons})" if reasons else "")
        )
    return lines
