"""The result of a case in the notation of its expectation, so that the two can be compared."""

from typing import Any

from companion.answers.judging import judge_document
from companion.answers.moves import moves_document
from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.register.cases import Case, CaseKind, who_starts
from companion.wording.document_errors import document_error_sentence


def outcome(case: Case) -> dict[str, Any]:
    try:
        match case.kind:
            case CaseKind.SHOWDOWN:
                verdict = judge_document(case.document)
                # If the print is known in part, the letters that matter are part of the result.
                unknown = {"unknown_gems": verdict["unknown_gems"]} if "gems" in case.document else {}
                return {**verdict_in_short(verdict, with_lay_offs="lay_offs" not in case.document), **unknown}
            case CaseKind.GAME:
                return sheet_in_short(score_document(case.document))
            case CaseKind.GEM_II_SOLO:
                return solo_in_short(score_document(case.document))
            case CaseKind.GEM_II:
                return duel_in_short(score_document(case.document))
            case CaseKind.GEM_II_BOARD:
                return board_in_short(moves_document(case.document))
            case CaseKind.TABLE:
                return who_starts(case.document)
    except DocumentError as error:
        said = document_error_sentence(error)
        lacking = {"lacking": said} if "None" in said else {}
        return {"error": {"where": error.where, "code": error.code, **lacking}}


def sheet_in_short(sheet: dict[str, Any]) -> dict[str, Any]:
    """Return a sheet; where sides are entered in columns, each entry as a text, since TOML has no null."""
    if "rounds" not in sheet or "columns" not in sheet:
        return sheet
    columns = [{**column, "entries": [_entry(entry) for entry in column["entries"]]} for column in sheet["columns"]]
    return {**sheet, "columns": columns}


def _entry(entry: list[int | None]) -> str:
    return " ".join("-" if points is None else str(points) for points in entry)


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


_BOXES = ("dealer_points", "player_points", "betting_points", "penalty_points", "total")
_SOLO_BOXES = ("dealer_points", "card_run_points", "bonus_round_points", "total")


def solo_in_short(answer: dict[str, Any]) -> dict[str, Any]:
    short = {key: answer[key] for key in ("grand_total", "over")}
    short |= {
        "rows": [
            " ".join([str(row["round"]), row["source"], *(str(row[box]) for box in _SOLO_BOXES), _finished(row)])
            for row in answer["rows"]
        ],
        "lines": [_lines(row) for row in answer["rows"]],
        "doubts": _doubts(answer),
        "rounds": [points for played in answer["rounds"] for points in played["points"].values()],
    }
    if "next" in answer:
        deal = answer["next"]
        short["next"] = (
            f"round {deal['round']} row {deal['row']} bonus {deal['bonus_round']} deal {deal['deal']}:"
            f" high {deal['high']}, {_board(deal)}"
        )
    return short


def duel_in_short(answer: dict[str, Any]) -> dict[str, Any]:
    short = {key: answer[key] for key in ("over", "winners")}
    short |= {
        "totals": list(answer["totals"].values()),
        "rounds": [_round(played) for played in answer["rounds"]],
        "doubts": _doubts(answer),
    }
    if "next" in answer:
        short["next"] = _turn(answer["next"])
    return short


def board_in_short(answer: dict[str, Any]) -> dict[str, Any]:
    short: dict[str, Any] = {"moves": [_move(move) for move in answer["moves"]], "must_move": answer["must_move"]}
    if "claimed" in answer:
        faults = [f"{fault['code']} {fault['rule']}" for fault in answer["claimed"]["faults"]]
        short["claimed"] = {**answer["claimed"], "faults": faults}
    if "best" in answer:
        short["best"] = {**answer["best"], "moves": [_move(move) for move in answer["best"]["moves"]]}
    return short


def _finished(row: dict[str, Any]) -> str:
    return "finished" if row["finished"] else "open"


def _lines(row: dict[str, Any]) -> list[str]:
    return [
        " ".join([line["code"], str(line["points"]), *_some(line, "rule", ""), *_some(line, "deal", "@")])
        for line in row["lines"]
    ]


def _some(line: dict[str, Any], key: str, mark: str) -> list[str]:
    return [f"{mark}{line[key]}"] if key in line else []


def _doubts(answer: dict[str, Any]) -> list[str]:
    return [f"{doubt['where']} {doubt['most']}" for doubt in answer["doubts"]]


def _board(deal: dict[str, Any]) -> str:
    counts = f"board {deal['on_board']}, hand {deal['in_hand']}, most {deal['most']}"
    return f"{counts}, by moves {deal['most_by_moves']}"


def _pair(pair: dict[str, int]) -> str:
    return " ".join(str(number) for number in pair.values())


def _round(played: dict[str, Any]) -> dict[str, Any]:
    cards = f"{played['remaining']} remain, cards {_pair(played['cards'])}"
    row: dict[str, Any] = {"round": f"{played['dealer']} deals, {_finished(played)}, {cards}"}
    for name, player in played["players"].items():
        row[name] = [player[box] for box in _BOXES]
        row[f"{name}_lines"] = _lines(player)
    return row


def _turn(turn: dict[str, Any]) -> str:
    jewels = f"bets {_pair(turn['betting_jewels'])}, calls {_pair(turn['penalty_jewels'])}"
    players = f"{turn['dealer']} deals, {turn['turn']} plays"
    parts = [f"round {turn['round']} deal {turn['deal']}: {players}; {_board(turn)}; {jewels}"]
    if turn["announce_eight"]:
        parts.append("announce")
    if turn["last_deal"]:
        parts.append("last")
    return "; ".join([*parts, *_some(turn, "member", "")])


def _move(move: dict[str, Any]) -> str:
    text = f"{move['move']} {move['card']} from {move['pile']}"
    if "higher" in move:
        return f"{text} under {move['higher']}"
    return " ".join([f"{text} onto {move['onto']}", *_some(move, "onto_card", "")])
