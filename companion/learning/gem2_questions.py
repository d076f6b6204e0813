"""Questions about Gem II: boards and rounds of worked cases, and random boards. The engine works out every answer."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, assert_never

from companion.answers.moves import SEARCH_LIMIT
from companion.documents.errors import DocumentError
from companion.documents.gem2 import DuelRecord, SoloRecord, read_duel, read_solo
from companion.documents.gem2_board import UNNAMED, read_board_document
from companion.learning.questions import NO, AnswerKind, Asked, Option, is_whole, yes_if
from companion.rules.gem2.cards import ALL_CARDS, PILES, Board, Level, is_known, top
from companion.rules.gem2.duel import DuelCard
from companion.rules.gem2.faults import EntryFault
from companion.rules.gem2.lines import Side, points_in
from companion.rules.gem2.moves import MoveClaim, MoveKind, PassClaim, after, legal_moves, must_move, objections
from companion.rules.gem2.search import best_play
from companion.rules.gem2.turn import Penalty
from companion.wording import learning as wording
from companion.wording.gem2_rules import PENALTY_NAMES, named_card
from companion.wording.gem2_table import claim_sentence

GAME = "gem-ii"
BOARD_ORDER = "board"
SEEDS = 1_000_000
Document = Mapping[str, Any]


class Gem2Ask(StrEnum):
    """What is asked about a board or a game. These names are stored in what a phone has learned."""

    MOVE = "move"
    PENALTY = "penalty"
    REMOVE = "remove"
    CROSS = "cross"
    NONE = "none"
    END = "end"
    BEST = "best"
    POINTS = "points"
    ALLOWED = "allowed"
    WINNER = "winner"


MADE_ASKS = (Gem2Ask.MOVE, Gem2Ask.REMOVE, Gem2Ask.CROSS, Gem2Ask.NONE, Gem2Ask.END)
_CALLABLE = (Penalty.WRONG_MOVE, Penalty.MISSED_MOVE)
_MOVE_RULES = {MoveKind.REMOVE: "II.move-1", MoveKind.FILL: "II.move-2", MoveKind.CROSS: "II.move-3"}
_LEVEL_RULES = {Level.ONE: "II.level-1", Level.TWO: "II.level-2"}


@dataclass(frozen=True, slots=True)
class Gem2Position:
    document: Document
    case_rules: tuple[str, ...] = ()
    made: bool = False

    @property
    def game(self) -> str:
        return GAME

    @property
    def asks(self) -> tuple[str, ...]:
        return tuple(_board_asks(self) if "piles" in self.document else _game_asks(self.document))

    @property
    def asks_of_lessons(self) -> tuple[str, ...]:
        return ()

    def shown(self, ask: str) -> Document:
        """Return the document without what a question isn't about, or what would answer it."""
        hidden = {"best"} if ask in {Gem2Ask.MOVE, Gem2Ask.PENALTY} else {"best", "claimed"}
        return {key: value for key, value in self.document.items() if key not in hidden}

    def asked(self, ask: str, player: str) -> Asked:
        asked = _asked(self.shown(ask), Gem2Ask(ask), player)
        return replace(asked, rules=tuple(dict.fromkeys((*asked.rules, *self.case_rules))))


def made_board(parts: tuple[str, ...]) -> Gem2Position | None:
    game, order, level, seed = parts
    if game != GAME or order != BOARD_ORDER or level not in {"1", "2"} or not is_whole(seed):
        return None
    return Gem2Position(random_board(Level(int(level)), int(seed)), made=True)


def _board_asks(position: Gem2Position) -> Iterator[str]:
    document = position.document
    try:
        record = read_board_document(position.shown(Gem2Ask.NONE))
    except DocumentError:
        return
    if "claimed" in document and _is_readable(read_board_document, document):
        yield Gem2Ask.MOVE
        yield Gem2Ask.PENALTY
    yield from (Gem2Ask.REMOVE, Gem2Ask.CROSS, Gem2Ask.NONE, Gem2Ask.END)
    if legal_moves(record.board, record.level) and is_known(record.board) and not position.made:
        yield Gem2Ask.BEST


def _is_readable(read: Callable[[Document], object], document: Document) -> bool:
    try:
        read(document)
    except DocumentError:
        return False
    return True


def _game_asks(document: Document) -> Iterator[str]:
    try:
        record = _read_game(document)
        card = record.score()
    except DocumentError as error:
        if error.code in set(EntryFault) and document.get("rounds"):
            yield Gem2Ask.ALLOWED
        return
    if not record.rounds or any(hand.overruled for hand in record.hands):
        return
    if not card.doubts:
        yield Gem2Ask.ALLOWED
    names = record.names if isinstance(record, DuelRecord) else (record.player,)
    yield from (f"{Gem2Ask.POINTS}.{name}" for name in names)
    if isinstance(card, DuelCard) and card.winners:
        yield Gem2Ask.WINNER


def _read_game(document: Document) -> SoloRecord | DuelRecord:
    return read_solo(document) if document["game"] == "gem-ii-solo" else read_duel(document)


def _asked(document: Document, ask: Gem2Ask, player: str) -> Asked:
    match ask:
        case Gem2Ask.MOVE | Gem2Ask.PENALTY:
            return _about_claim(document, ask)
        case Gem2Ask.REMOVE | Gem2Ask.CROSS | Gem2Ask.NONE | Gem2Ask.END | Gem2Ask.BEST:
            return _about_board(document, ask)
        case Gem2Ask.POINTS:
            return _points(document, player)
        case Gem2Ask.ALLOWED:
            is_allowed = _is_readable(lambda game: _read_game(game).score(), document)
            return Asked(AnswerKind.YES_NO, wording.ALLOWED_QUESTION, yes_if(is_allowed), ())
        case Gem2Ask.WINNER:
            duel = read_duel(document)
            winners = duel.winners(duel.score())
            options = (*(Option(name, name) for name in duel.names), Option("shared", wording.SHARED_WIN))
            right = frozenset({"shared"} if len(winners) > 1 else winners)
            return Asked(AnswerKind.CHOICE, wording.WINNER_QUESTION, right, ("R.28", "II.duel.object"), options)
    assert_never(ask)


def _about_claim(document: Document, ask: Gem2Ask) -> Asked:
    claimed, record = document["claimed"], read_board_document(document)
    reasons = objections(record.board, record.level, record.claim) if record.claim else ()
    cards = [named_card(card) for card in claimed.get("cards", [claimed.get("card", UNNAMED)])]
    sentence = claim_sentence(claimed, cards, [named_card(pile[-1]) if pile else None for pile in document["piles"]])
    claim = wording.as_move(sentence, claimed.get("move"))
    kind = record.claim.kind if isinstance(record.claim, MoveClaim) else None
    level = record.level.value if kind is MoveKind.CROSS else None
    rules = (*(reason.rule for reason in reasons), _MOVE_RULES[kind] if kind else "R.25")
    if ask is Gem2Ask.MOVE:
        prompt = wording.move_question(claim, level, passed=kind is None)
        return Asked(AnswerKind.YES_NO, prompt, yes_if(not reasons), rules)
    penalty = Penalty.WRONG_MOVE if kind else Penalty.MISSED_MOVE
    penalties = [Option(penalty.value, PENALTY_NAMES[penalty]) for penalty in _CALLABLE]
    return Asked(
        AnswerKind.CHOICE,
        wording.penalty_question(claim, level),
        frozenset({penalty.value if reasons else NO}),
        rules if reasons else (*rules, "II.call.points"),
        (*penalties, Option(NO, wording.NO_PENALTY)),
    )


def _about_board(document: Document, ask: Gem2Ask) -> Asked:
    record = read_board_document(document)
    board, level = record.board, record.level
    moves = legal_moves(board, level)
    match ask:
        case Gem2Ask.REMOVE:
            cards = frozenset(str(move.card) for move in moves if move.kind is MoveKind.REMOVE)
            options = _card_options(document)
            return Asked(AnswerKind.CARDS, wording.REMOVE_QUESTION, cards, ("II.move-1", "II.deal.on-top"), options)
        case Gem2Ask.CROSS:
            cards = frozenset(str(move.card) for move in moves if move.kind is MoveKind.CROSS)
            prompt = wording.CROSS_QUESTION.format(level=level.value)
            cross_rules = ("II.move-3", "II.move-3.nothing-below", _LEVEL_RULES[level])
            return Asked(AnswerKind.CARDS, prompt, cards, cross_rules, _card_options(document))
        case Gem2Ask.NONE:
            prompt = wording.NONE_QUESTION.format(level=level.value)
            kinds = dict.fromkeys(move.kind for move in moves) or dict.fromkeys(MoveKind)
            return Asked(AnswerKind.YES_NO, prompt, yes_if(bool(moves)), tuple(_MOVE_RULES[kind] for kind in kinds))
        case Gem2Ask.END:
            return Asked(AnswerKind.YES_NO, wording.END_QUESTION, yes_if(not must_move(board, moves)), ("R.25",))
        case _:
            prompt = wording.BEST_QUESTION.format(level=level.value)
            cards_off = best_play(board, level, SEARCH_LIMIT).cards_off
            return Asked(AnswerKind.NUMBER, prompt, frozenset({str(cards_off)}), ("II.move-1",))


def _points(document: Document, player: str) -> Asked:
    record = _read_game(document)
    number = len(record.rounds)
    if isinstance(record, SoloRecord):
        rows = [row for row in record.score().rows if row.round == number]
        lines = tuple(line for row in rows for line in row.lines)
        finished = all(row.finished for row in rows)
    else:
        played = record.score().rounds[-1]
        lines = next(played.lines.of(side) for side in Side if record.sides[side] == player)
        finished = played.finished
    return Asked(
        AnswerKind.NUMBER,
        wording.round_points_question(player, number, finished=finished),
        frozenset({str(points_in(lines))}),
        tuple(line.rule for line in lines if line.rule),
        about=player,
    )


def _card_options(document: Document) -> tuple[Option, ...]:
    return tuple(Option(card, named_card(card)) for pile in document["piles"] for card in pile if card != UNNAMED)


def random_board(level: Level, seed: int) -> dict[str, Any]:
    rng = random.Random(f"{BOARD_ORDER}.{level.value}.{seed}")  # noqa: S311 (the same boards again, no secret)
    deck = list(ALL_CARDS)
    rng.shuffle(deck)
    board: Board = ((), (), (), ())
    deals = rng.randint(1, 4)
    for deal in range(1, deals + 1):
        dealt, deck = deck[:PILES], deck[PILES:]
        first, second, third, fourth = ((*pile, card) for pile, card in zip(board, dealt, strict=True))
        board = first, second, third, fourth
        for _ in range(rng.randint(0, 1) if deal == deals else rng.randint(0, 5)):
            moves = legal_moves(board, level)
            if not moves:
                break
            board = after(board, rng.choice(moves))
    claim = _claim(rng, board, level, legal=rng.random() < 1 / 2)
    piles = [list(map(str, pile)) for pile in board]
    return {"game": GAME, "level": level.value, "piles": piles, "claimed": _claim_document(claim)}


def _claim_document(claim: MoveClaim | PassClaim) -> Document:
    if isinstance(claim, PassClaim):
        return {"pass": True}
    document = {"move": claim.kind.value, "card": str(claim.cards[0])}
    return document if claim.target is None else {**document, "onto": claim.target}


def _claim(rng: random.Random, board: Board, level: Level, *, legal: bool) -> MoveClaim | PassClaim:
    """Return a claim of the wanted kind; the last one tried if the board has none."""
    claim: MoveClaim | PassClaim = PassClaim()
    for _ in range(200):
        claim = _any_claim(rng, board)
        is_legal = not objections(board, level, claim)
        if is_legal == legal:
            break
    return claim


def _any_claim(rng: random.Random, board: Board) -> MoveClaim | PassClaim:
    tops = [top(pile) for pile in board]
    card = rng.choice([card for card in tops if card is not None])
    kind = rng.choice((MoveKind.REMOVE, MoveKind.REMOVE, MoveKind.FILL, MoveKind.CROSS, MoveKind.CROSS, None))
    if kind is None:
        return PassClaim()
    if kind is MoveKind.REMOVE:
        return MoveClaim(kind, (card,))
    if kind is MoveKind.FILL:
        targets = [place for place, other in enumerate(tops) if other is None]
    else:
        targets = [place for place, other in enumerate(tops) if other is not None and other != card]
    return MoveClaim(kind, (card,), rng.choice(targets)) if targets else PassClaim()
