"""The history of a game in words: a sentence for each event, and the names by which changes are undone and redone."""

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from companion.documents.game import RecordedHand
from companion.documents.showdown import PlayedShowdown
from companion.journal.events import Event, game
from companion.journal.events import hands as of_hand
from companion.journal.events.base import Kind
from companion.journal.named_changes import DealChange, NamedChange
from companion.rules.cards import CARDS_BY_NAME
from companion.rules.gems import Gem
from companion.wording.cards import GEM_NAMES, card_words, changed_sentences, listed_words
from companion.wording.game import NOBODY_SCORES, scores
from companion.wording.house_rules import house_rule_list


def history_sentence(event: Event, hand: str, players: Sequence[str], points: Mapping[str, int] | None = None) -> str:
    """Return what an event did; `hand` is what players call the hand that it is about, `points` what that scored.

    The players are named as they were called then.
    """
    subject = hand.capitalize()
    match event:
        case game.GameStarted():
            return "The game began."
        case of_hand.HandRecorded(RecordedHand(PlayedShowdown(hands=hands)), changed):
            return " ".join((_recorded(subject, points), *changed_sentences(changed, hands, players)))
        case of_hand.HandRecorded(recorded):
            return f"{subject} recorded, drawn." if recorded.drawn else _recorded(subject, points)
        case of_hand.DealRecorded():
            return f"Another deal of {hand} recorded."
        case of_hand.HandReplaced():
            return f"{subject} corrected."
        case of_hand.HandStruckOut(reason=reason):
            return f"{subject} struck out{_because(reason)}"
        case of_hand.HandRestored():
            return f"{subject} counts again."
        case of_hand.HandNoted(note=note):
            return f"Note on {hand}: “{note}”." if note else f"Note on {hand} removed."
        case of_hand.HandDated(at=at):
            return f"{subject} dated {at}." if at else f"Date of {hand} removed."
        case of_hand.HandAccepted(player=player):
            return f"{player} accepted {hand}."
        case of_hand.HandDisputed(player=player, word=word):
            return f"{player} disputed {hand}{_because(word)}"
        case of_hand.HandOverruled(points=overruled, reason=reason, by=by):
            gained = [f"{name} {amount:+d}" for name, amount in overruled.items() if amount]
            return f"{subject} overruled by {by}, {listed_words(gained) or 'nothing'}{_because(reason)}"
        case of_hand.OverrulingWithdrawn():
            return f"The ruling on {hand} stands again."
        case game.HouseRulesChanged(house_rules):
            return f"House rules changed for the whole game: {house_rule_list(house_rules)}."
        case game.HouseRulesFrom(house_rules):
            return f"House rules changed from the next hand on: {house_rule_list(house_rules)}."
        case game.GemsLearned(gems, not_gems):
            return _gems_learned(gems, not_gems)
        case game.PlayersRenamed(names):
            return f"Renamed: {listed_words([f'{old} to {new}' for old, new in names.items()])}."
        case game.GameNoted(note):
            return f"Note on the game: “{note}”." if note else "Note on the game removed."
        case game.GameDated(at):
            return f"Game dated {at}." if at else "Date of the game removed."
        case game.GamePlaced(place):
            return f"Place of the game: “{place}”." if place else "Place of the game removed."
        case game.GameClosed(moved=True):
            return "The game was taken to another phone, where it goes on."
        case game.GameClosed():
            return "The game was closed."
        case game.GameReopened():
            return "The game was reopened."
        case game.Undone():
            return undo_sentence("")
        case game.Redone():
            return undo_sentence("", redone=True)
    assert_never(event)


def _recorded(subject: str, points: Mapping[str, int] | None) -> str:
    if points is None:
        return f"{subject} recorded."
    return f"{subject} recorded: {scores(points) or NOBODY_SCORES.lower()}."


def _gems_learned(gems: Mapping[str, str], not_gems: Mapping[str, str]) -> str:
    cards_of: dict[str, list[str]] = {}
    for name, letters in not_gems.items():
        cards_of.setdefault(letters, []).append(name)
    told = [f"Gems entered for {_cards(gems)}."] if gems else []
    for letters, names in cards_of.items():
        shown = " or ".join(GEM_NAMES[Gem(letter)] for letter in letters)
        told.append(f"No {shown} on {_cards(names)}." if shown else f"Gems to be asked for again: {_cards(names)}.")
    return " ".join(told)


def _cards(names: Iterable[str]) -> str:
    return card_words(CARDS_BY_NAME[name] for name in names)


def _because(reason: str) -> str:
    return f": “{reason}”." if reason else "."


def correction_sentence(
    hand: str, players: Iterable[str], before: Sequence[int], after: Sequence[int], *, struck: bool
) -> str:
    changes = [f"{name} {old} → {new}" for name, old, new in zip(players, before, after, strict=True) if old != new]
    remains = " The hand stays struck out." if struck else ""
    return f"{hand.capitalize()} corrected: {', '.join(changes) or 'the points stay the same'}.{remains}"


_CHANGES: Mapping[Kind, str] = {
    Kind.HAND_RECORDED: "recording of {hand}",
    Kind.DEAL_RECORDED: "last deal of {hand}",
    Kind.HAND_REPLACED: "correction of {hand}",
    Kind.HAND_STRUCK_OUT: "striking out {hand}",
    Kind.HAND_RESTORED: "counting {hand} again",
    Kind.HAND_NOTED: "note on {hand}",
    Kind.HAND_DATED: "date of {hand}",
    Kind.HAND_OVERRULED: "overruling of {hand}",
    Kind.OVERRULING_WITHDRAWN: "letting the ruling on {hand} stand",
    Kind.HOUSE_RULES_CHANGED: "change of house rules",
    Kind.HOUSE_RULES_FROM: "new house rules",
    Kind.GEMS_LEARNED: "entry of gems",
    Kind.GAME_NOTED: "note on the game",
    Kind.GAME_DATED: "date of the game",
    Kind.GAME_PLACED: "place of the game",
    Kind.GAME_CLOSED: "closing the game",
    Kind.GAME_REOPENED: "reopening the game",
    Kind.GAME_STARTED: "",
    Kind.HAND_ACCEPTED: "",
    Kind.HAND_DISPUTED: "",
    Kind.PLAYERS_RENAMED: "",
    Kind.UNDONE: "",
    Kind.REDONE: "",
}


def change_words(change: NamedChange | None, noun: str) -> str:
    """Name a change in a few words, as a noun, so that "Undone: recording of hand 3" can't be read as recorded.

    `noun` is what players call a hand of the game. Empty for None, and for what undo passes over.
    """
    if change is None:
        return ""
    hand = f"{noun} {change.position}"
    match change.deal:
        case DealChange.FIRST:
            return f"first deal of {hand}"
        case DealChange.CHANGED:
            return f"change of the last deal of {hand}"
        case None:
            pass
    return _CHANGES[change.kind].format(hand=hand)


def undone_sentence(change: str, *, is_draft: bool) -> str:
    """Return what was undone last; empty if nothing was. A hand may be there again as the draft that it was."""
    return f"{undo_sentence(change)}{' What was entered is kept.' if is_draft else ''}" if change else ""


def undo_sentence(change: str, *, redone: bool = False) -> str:
    verb = "Redone" if redone else "Undone"
    return f"{verb}: {change}." if change else f"{verb}."
