"""Why points are given, line by line, in the words of the table."""

from typing import assert_never

from companion.rules.rummy.verdict import Line, LineCode, PlayerVerdict
from companion.wording.cards import GEM_NAMES, card_word, listed_words


def line_sentence(line: Line, player: PlayerVerdict) -> str:
    """Return what one line is for, and that a house rule sets its points where the book sets others."""
    return _reason(line, player) + (" (house rule)" if line.house_rule else "")


def _reason(line: Line, player: PlayerVerdict) -> str:
    match line.code:
        case LineCode.DIFFERENCE:
            theirs, own = line.numbers
            return f"{line.against} {theirs} − {player.name} {own}"
        case LineCode.GIN_BONUS:
            return "Gin: no deadwood"
        case LineCode.BIG_GIN_BONUS:
            return "Big Gin: every card melded, no discard"
        case LineCode.UNDERCUT_BONUS:
            own, knocked_with = line.numbers
            return f"Undercut: {player.name} {own}, {line.against} knocked with {knocked_with}"
        case LineCode.GEM_PARTS:
            return _gem_parts(player)
        case LineCode.MINIMUM_SCORE:
            won, least = line.numbers
            return f"Minimum score: {won} raised to {least}"
        case LineCode.RUM_BONUS:
            return f"Rum: {line.against} pays the bonus"
        case LineCode.MISSED_RUM:
            return f"{line.against} had rum and had not knocked"
        case LineCode.SHARE:
            pot, winners = line.numbers
            return f"{pot} divided {'between' if winners == len('ab') else 'among'} {winners}"
        case LineCode.PAID:
            return f"Paid to {line.against}"
    assert_never(line.code)


def _gem_parts(player: PlayerVerdict) -> str:
    kings = [f"{card_word(one)} as {GEM_NAMES[gem]}" for one, gem in player.king_gems]
    return "Gem Parts: all eight gems" + (f", {listed_words(kings)}" if kings else "")
