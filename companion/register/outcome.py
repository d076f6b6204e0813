"""The result of a case in the notation of its expectation, so that the two can be compared."""

from typing import Any

from companion.answers.judging import judge_document
from companion.answers.moves import moves_document
from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.register.cases import Case, CaseKind
from companion.register.gem2_outcome import board_in_short, duel_in_short, solo_in_short
from companion.rules.rummy.house_rules import ruleset_for
from companion.rules.rummy.match import first_to_play
from companion.rules.rummy.ruleset import Game


def outcome(case: Case) -> dict[str, Any]:
    try:
        match case.kind:
            case CaseKind.SHOWDOWN:
                verdict = judge_document(case.document)
                # If the print is known in part, the letters that matter are part of the result.
                unknown = {"unknown_gems": verdict["unknown_gems"]} if "gems" in case.document else {}
                return {**verdict_in_short(verdict, with_lay_offs="lay_offs" not in case.document), **unknown}
            case CaseKind.GAME:
                return score_document(case.document)
            case CaseKind.GEM_II_SOLO:
                return solo_in_short(score_document(case.document))
            case CaseKind.GEM_II:
                return duel_in_short(score_document(case.document))
            case CaseKind.GEM_II_BOARD:
                return board_in_short(moves_document(case.document))
            case CaseKind.TABLE:
                return _table(case.document)
    except DocumentError as error:
        return {"error": {"where": error.where, "code": error.code}}


def _table(document: dict[str, Any]) -> dict[str, Any]:
    names = document["players"]
    rules = ruleset_for(Game(document["game"]), len(names))
    starts = names[first_to_play(len(names), names.index(document["dealer"]))]
    return {"dealer": document["dealer"], "starts": starts, **({"rolls": starts} if rules.has_dice else {})}


def verdict_in_short(verdict: dict[str, Any], *, with_lay_offs: bool) -> dict[str, Any]:
    """Return all facts of a verdict in the notation of cases; lay-offs only if the app found them."""
    short: dict[str, Any] = {
        "legal": verdict["legal"],
        "faults": [_fault(fault) for fault in verdict["faults"]],
        "players": {player["name"]: _player(player) for player in verdict["players"]},
    }
    if verdict["winner"] is not None:
        short["winner"] = verdict["winner"]
    elif verdict["tie"]:
        short["shared_by"] = verdict["tie"]["players"]
    if with_lay_offs and verdict["lay_offs"]:
        short["lay_offs"] = [_lay_off(move) for move in verdict["lay_offs"]]
    return short


def _fault(fault: dict[str, Any]) -> str:
    return " ".join([fault["code"], fault["player"] or "-", *fault["cards"], fault["rule"]])


def _lay_off(move: dict[str, Any]) -> str:
    if "pass" in move:
        return f"{move['player']} pass"
    return f"{move['player']} {move['card']} {move['onto']['player']}.{move['onto']['meld']}"


def _player(player: dict[str, Any]) -> dict[str, Any]:
    short = {key: player[key] for key in ("laid_off", "deadwood", "deadwood_points", "gem_parts")}
    short["melds"] = [" ".join([meld["kind"] or "none", *meld["cards"]]) for meld in player["melds"]]
    short["lines"] = sorted(
        f"{line['code']} {line['points']} {line['against'] or '-'} {line['rule']}" for line in player["lines"]
    )
    if player["king_gems"]:
        short["king_gems"] = [f"{king} {gem}" for king, gem in player["king_gems"].items()]
    for key in ("best_deadwood_points", "points"):
        if player[key] is not None:
            short[key] = player[key]
    return short
