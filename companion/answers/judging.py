"""Judge showdown documents, one or a stream of them: the verdict document, or the error."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO

from companion.documents.errors import DocumentError, DocumentKind, Flaw
from companion.documents.reader import check_kind, check_size, parse_json
from companion.documents.showdown import read_showdown, write_lay_off, write_names
from companion.rules.cards import name_of
from companion.rules.rummy.melds import Meld, NoMeld
from companion.rules.rummy.showdown import judge
from companion.rules.rummy.showdown_input import Showdown
from companion.rules.rummy.solver import TooManyLayoutsError
from companion.rules.rummy.verdict import BestLayout, Fault, PlayerVerdict, ScoreLine, Verdict
from companion.wording.document_errors import document_error_sentence
from companion.wording.faults import fault_sentence
from companion.wording.scores import line_sentence, tie_sentence

LARGEST_SHOWDOWN = 1_000_000


def judge_document(document: object) -> dict[str, object]:
    """Judge a showdown document.

    >>> seats = [{"name": "Ann", "deadwood_points": 2}, {"name": "Bob", "deadwood_points": 22}]
    >>> verdict = judge_document({"game": "gin-rummy", "knocker": "Ann", "players": seats})
    >>> verdict["winner"], [player["points"] for player in verdict["players"]]
    ('Ann', [20, 0])
    """
    check_kind(document, DocumentKind.SHOWDOWN)
    return write_verdict(judged(read_showdown(document), "players"))


def judged(showdown: Showdown, where: str) -> Verdict:
    """Return the verdict; raise DocumentError, with this place, if a hand can be laid out in too many ways."""
    try:
        return judge(showdown)
    except TooManyLayoutsError as error:
        raise DocumentError(Flaw.TOO_MANY_LAYOUTS, where) from error


def error_document(error: DocumentError) -> dict[str, object]:
    return {"error": {"code": error.code, "where": error.where, "message": document_error_sentence(error)}}


def judge_lines(lines: Iterable[bytes]) -> Iterator[dict[str, object]]:
    """Judge one document per line. A line that can't be read yields an error; blank lines are skipped."""
    for line in lines:
        if not line.strip():
            continue
        try:
            check_size(line, LARGEST_SHOWDOWN)
            yield judge_document(parse_json(line.rstrip(b"\r\n")))
        except DocumentError as error:
            yield error_document(error)


def bounded_lines(stream: BinaryIO) -> Iterator[bytes]:
    while line := stream.readline(LARGEST_SHOWDOWN + 2):
        yield line
        while line and not line.endswith(b"\n") and len(line) > LARGEST_SHOWDOWN:
            line = stream.readline(LARGEST_SHOWDOWN + 2)


def write_verdict(verdict: Verdict) -> dict[str, object]:
    names, tie = [player.name for player in verdict.players], verdict.tie
    return {
        "legal": verdict.legal,
        "faults": [write_fault(fault) for fault in verdict.faults],
        "players": [_player(player) for player in verdict.players],
        "winner": verdict.winner,
        "call": str(verdict.call),
        "lay_offs": [write_lay_off(move, names) for move in verdict.lay_offs],
        "tie": tie and {"players": list(tie.players), "text": tie_sentence(tie), "rule": tie.rule},
        "unknown_gems": write_names(verdict.unknown_gems),
    }


def write_fault(fault: Fault) -> dict[str, object]:
    return {
        "code": str(fault.code),
        "player": fault.player,
        "cards": write_names(fault.cards),
        "message": fault_sentence(fault),
        "rule": fault.rule,
    }


def write_group(group: Meld | NoMeld) -> dict[str, object]:
    kind = str(group.kind) if isinstance(group, Meld) else None
    document: dict[str, object] = {"kind": kind, "cards": write_names(group.cards)}
    if isinstance(group, Meld) and group.gem is not None:
        document["gem"] = str(group.gem)
    return document


def _player(player: PlayerVerdict) -> dict[str, object]:
    return {
        "name": player.name,
        "role": str(player.role),
        "melds": [write_group(group) for group in player.groups],
        "laid_off": write_names(player.laid_off),
        "deadwood": write_names(player.deadwood),
        "deadwood_points": player.deadwood_points,
        "best_deadwood_points": player.best.points if player.best else None,
        "gem_parts": player.gem_parts,
        "king_gems": {name_of(card): str(gem) for card, gem in player.king_gems},
        "points": player.points,
        "lines": [_line(line, player) for line in player.lines],
        "best": _best(player.best) if player.best else None,
    }


def _line(line: ScoreLine, player: PlayerVerdict) -> dict[str, object]:
    return {
        "code": str(line.code),
        "points": line.points,
        "against": line.against,
        "text": line_sentence(line, player),
        "rule": line.rule,
    }


def _best(best: BestLayout) -> dict[str, object]:
    return {
        "melds": [write_group(meld) for meld in best.melds],
        "laid_off": write_names(best.laid_off),
        "deadwood": write_names(best.deadwood),
        "deadwood_points": best.points,
        "certain": best.certain,
    }
