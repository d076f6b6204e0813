"""What people have played and won, as tables for the terminal."""

from collections.abc import Iterable, Iterator, Sequence

from companion.people.figures import PlayerFigures, Share
from companion.people.record import Day, PersonGame, PersonPair, PersonRecord
from companion.people.season import Season, sorted_people
from companion.wording import game_end
from companion.wording import people as words
from companion.wording.cards import GAME_WORDS, plural
from companion.wording.people import each_hand, range_words, won_sentence
from companion.wording.rulings import FEAT_COUNT_WORDS
from companion.wording.terminal import TerminalStyle, TextTable

NOBODY = "Nobody has played such a game."
MEAN_KNOCK = "Deadwood of a knock on average"
NOTHING = "Nothing was played."
_UNKNOWN = "-"
_HEADINGS = ("Name", "Games", "Won", "Range", "Hands", "Points a hand", "Against", "Gins", "Undercuts")


def season_table(season: Season, terminal: TerminalStyle, *, with_pairs: bool) -> str:
    """Return everybody's figures, most games won first, and how each two came out."""
    if not season.people:
        return f"{NOBODY}\n"
    table = TextTable(names=0)
    table.add(_HEADINGS)
    for person in sorted_people(season.people, "share"):
        table.add((person.name, *_cells(person.figures)))
    lines = [*table.lines(terminal)]
    if with_pairs and season.pairs:
        lines += ["", *_pair_lines(season.leaders_first, terminal)]
    return _text(lines)


def record_table(record: PersonRecord, terminal: TerminalStyle) -> str:
    """Return the record of one person, by game and by opponent, with the best and the worst."""
    figures = record.person.figures
    lines = [_headline(record), ""]
    if not record.by_kind:
        return _text([*lines, NOTHING])
    by_game = TextTable(names=0)
    by_game.add(("Game", *_HEADINGS[1:]))
    for kind, of_kind in record.by_kind:
        by_game.add((GAME_WORDS.get(kind, kind), *_cells(of_kind)))
    lines += by_game.lines(terminal)
    if record.by_opponent:
        lines += ["", *_pair_lines(record.by_opponent, terminal)]
    said = [*_sums(figures), *_bests(record)]
    widest = max(len(label) for label, _ in said)
    return _text([*lines, "", *(f"{label:{widest}}  {value}" for label, value in said)])


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _headline(record: PersonRecord) -> str:
    person, figures = record.person, record.person.figures
    won = f"{won_sentence(figures.won, figures.games)}{_in_range(figures.share)}"
    since = f" since {person.first_on}" if person.first_on else ""
    return f"{person.name}: {won}, {plural(figures.hands, 'hand')}{since}"


def _in_range(share: Share) -> str:
    return f" ({_range(share)})" if share.of else ""


def _range(share: Share) -> str:
    return range_words(share.low, share.high) if share.of else _UNKNOWN


def _mean(mean: float | None) -> str:
    return _UNKNOWN if mean is None else each_hand(mean)


def _cells(figures: PlayerFigures) -> Sequence[object]:
    return (
        figures.games,
        figures.won,
        _range(figures.share),
        figures.hands,
        _mean(figures.points_a_hand),
        _mean(figures.against_a_hand),
        figures.gins + figures.big_gins,
        figures.undercuts,
    )


def _pair_lines(pairs: Iterable[PersonPair], terminal: TerminalStyle) -> Iterator[str]:
    table = TextTable(names=0)
    table.add(("Who", "Ahead", "Behind", "Level", "Games", "Hands", "Points", "Against"))
    for pair in pairs:
        name = f"{pair.first} against {pair.second}"
        table.add((name, pair.ahead, pair.behind, pair.level, pair.games, pair.hands, pair.points, pair.against))
    return table.lines(terminal)


def _sums(figures: PlayerFigures) -> Iterator[tuple[str, object]]:
    yield game_end.HANDS_WON, f"{figures.hands_won} of {figures.hands}"
    if figures.knocks:
        yield game_end.KNOCKS_WON, f"{figures.knocks_won} of {figures.knocks}"
        yield MEAN_KNOCK, _mean(figures.mean_knock)
    if figures.deadwood_hands:
        yield game_end.MEAN_DEADWOOD, _mean(figures.mean_deadwood)
    named = {label: getattr(figures, feat) for feat, label in FEAT_COUNT_WORDS.items()}
    named[game_end.WAS_UNDERCUT] = figures.undercut_hands
    yield from ((label, number) for label, number in named.items() if number)
    if figures.given_away_hands:
        yield game_end.GIVEN_AWAY, f"{figures.given_away} in {plural(figures.given_away_hands, 'hand')}"


def _bests(record: PersonRecord) -> Iterator[tuple[str, object]]:
    best, streak = record.biggest_hand, record.best_streak
    if best:
        yield words.BIGGEST_HAND, f"{best.points}, {best.on}, hand {best.hand} of game {best.game}"
    if record.biggest_win:
        yield words.BIGGEST_WIN, f"by {record.biggest_win.margin}, {_which(record.biggest_win)}"
    if streak:
        yield words.BEST_STREAK, f"{plural(streak.length, 'game')}, {streak.games[0].on} to {streak.games[-1].on}"
    for label, day in ((words.BEST_EVENING, record.best_day), (words.WORST_EVENING, record.worst_day)):
        if day:
            yield label, _on_day(day)


def _which(game: PersonGame) -> str:
    return f"{game.on}, game {game.game}"


def _on_day(day: Day) -> str:
    return f"{words.signed(day.margin)}, {day.on}, {plural(day.hands, 'hand')}"
