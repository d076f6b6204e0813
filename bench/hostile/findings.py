"""What hostile requests have shown: what is wrong with an answer, and the list of it all."""

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from werkzeug.sansio.utils import get_host

from bench.hostile.garbage import MARK
from bench.hostile.wsgi import HERE, Answer, Ask
from companion.web.security import guard


@dataclass(slots=True)
class Findings:
    """What was found."""

    asked: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    roles: Counter[str] = field(default_factory=Counter)
    endpoints: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    """Posts that were not refused: what the others are measured by."""
    faults: dict[str, str] = field(default_factory=dict)
    slowest: tuple[float, str] = (0.0, "")

    def note(self, fault: str, role: str, asked: Ask, more: str = "") -> None:
        """Note a fault, once, with the request that showed it."""
        sent = f"{role}: {asked.method} {asked.path!r:.200} ?{asked.query!r:.200} {dict(asked.headers)!r:.400}"
        self.faults.setdefault(fault, f"{sent}\n    {asked.kind} {asked.body[:600]!r}\n{more}")


def badly_told(asked: Ask, answer: Answer, text: str) -> list[str]:
    """Say what is wrong with an answer whatever was asked."""
    wrong = [f"no {name}" for name in guard.HEADERS if not answer.header(name)]
    if "unsafe" in answer.header("Content-Security-Policy"):
        wrong.append("a policy that allows inline scripts")
    for name, value in answer.headers:
        if not name.isascii() or not value.isascii() or any(ord(one) < 32 or ord(one) == 127 for one in value):
            wrong.append(f"a {name} that cannot be sent: {value!r:.80}")
    kind = answer.header("Content-Type")
    if kind.startswith("text/html") and any(raw in text for raw in (f"<{MARK}", f'"{MARK}"', f"'{MARK}'")):
        wrong.append("text came out as tags")
    if MARK in answer.header("Location") and "javascript:" in answer.header("Location"):
        wrong.append("it leads to a script")
    if kind.startswith("text/csv"):
        wrong += [
            f"a formula: {cell:.40}" for row in csv.reader(io.StringIO(text)) for cell in row if _is_formula(cell)
        ]
    here = f"{asked.scheme}://{get_host(asked.scheme, asked.headers.get('Host', HERE))}"
    for name in ("Location", "HX-Redirect", "HX-Location", "HX-Push-Url"):
        to = answer.header(name).removeprefix(here)
        if to and (not to.startswith("/") or to.startswith(("//", "/\\"))):
            wrong.append(f"{name} leads away: {to:.80}")
    return wrong


def _is_formula(cell: str) -> bool:
    return cell[:1] in {"=", "+", "-", "@", "\t", "\r"} and not cell.lstrip("-").isdecimal()


def told(findings: Findings, seconds: float) -> Sequence[str]:
    """Say what was found."""
    lines = [f"{findings.asked} hostile requests in {seconds:.0f} s to {len(findings.endpoints)} endpoints"]
    lines.append(f"by role: {dict(findings.roles)}")
    lines.append(f"answers: {dict(sorted(findings.statuses.items()))}")
    lines.append(f"posts that were taken: {dict(findings.done.most_common())}")
    lines.append(f"slowest: {findings.slowest[0]:.2f} s, {findings.slowest[1]}")
    lines += [f"\n* {fault}\n  {shown}" for fault, shown in findings.faults.items()]
    lines.append(f"{len(findings.faults)} faults")
    return lines
