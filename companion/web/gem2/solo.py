"""A deal of one player while it is entered, in a round or in one of its bonus rounds, and in words."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.documents.game import RecordedHand
from companion.journal.events.hands import DealRecorded, HandRecorded
from companion.rules.gem2.solo import NextDeal, SoloRound
from companion.store.derived import head_to_head
from companion.web.current_store import current_store
from companion.web.gem2.game import SoloGame, record_event
from companion.web.gem2.score_card import links_of, solo_card
from companion.web.gem2.turn import DealEntry, TurnDraft, load_draft
from companion.web.gem2.turn_view import Keypad, keypad, undone_words
from companion.web.kinds.score_table import ScoreTable
from companion.wording import gem2_table as wording


@dataclass(frozen=True, slots=True)
class SoloEntry(DealEntry):
    game: SoloGame
    upcoming: NextDeal

    def with_draft(self, draft: TurnDraft) -> SoloEntry:
        return replace(self, draft=draft)

    def check(self, draft: TurnDraft) -> None:
        """Plus and minus stay between no card and the most that can come off."""

    def record(self, draft: TurnDraft) -> SoloGame:
        row, removed = self.game.running, draft.removed or 0
        before = row.hand.recorded if row else RecordedHand(SoloRound())
        played = before.played
        assert isinstance(played, SoloRound)  # noqa: S101 (a game never changes its kind)
        if self.upcoming.bonus:
            bonuses = (*played.bonus_rounds, ()) if self.upcoming.deal == 1 else played.bonus_rounds
            played = replace(played, bonus_rounds=(*bonuses[:-1], (*bonuses[-1], removed)))
        else:
            played = replace(played, deals=(*played.deals, removed))
        recorded = replace(before, played=played)
        return record_event(self.game, DealRecorded(row.hand.number, recorded) if row else HandRecorded(recorded))

    @property
    def deal(self) -> int:
        return self.upcoming.deal

    @property
    def heading(self) -> str:
        return wording.solo_heading(self.game.current_position, self.upcoming.bonus)

    @property
    def facts(self) -> str:
        return wording.solo_facts(self.upcoming)

    @property
    def instruction(self) -> str:
        return wording.bonus_instruction(self.upcoming)

    @property
    def question(self) -> str:
        return wording.SOLO_QUESTION

    @property
    def pad(self) -> Keypad:
        upcoming, mark = self.upcoming, f"{self.hand}-{self.draft.deal}"
        return keypad(upcoming.most, upcoming.most_by_moves, self.draft.removed, mark)

    @property
    def next_step(self) -> str:
        return wording.solo_next_step(self.upcoming)

    @property
    def card(self) -> ScoreTable:
        return solo_card(self.game.card, links_of(self.game))

    @property
    def best(self) -> str:
        """The player's best on this phone, before the first round."""
        game = self.game
        if game.counting:
            return ""
        name = game.players[0]
        bests = head_to_head.personal_bests(current_store(), game.member.device, name, game.level)
        return wording.PERSONAL_BEST.format(best=bests.best, name=name, level=game.level) if bests.games else ""

    @property
    def last(self) -> str:
        """What was undone last, else how the last deal or the last round ended; empty before the first."""
        game = self.game
        if undone := undone_words(game):
            return undone
        if game.running is None:
            if not game.counting:
                return ""
            row = game.counting[-1]
            points = sum((row.points or {}).values())
            return wording.SOLO_LAST_ROUND.format(position=row.position, points=points)
        played = game.record.rounds[-1]
        if self.upcoming.bonus > len(played.bonus_rounds):
            return wording.solo_won(len(played.bonus_rounds))
        return wording.solo_last_deal((played.deals, *played.bonus_rounds)[-1])


def solo_entry(game: SoloGame) -> SoloEntry | None:
    upcoming = game.card.next
    if upcoming is None:
        return None
    # Bonus rounds have deals from 101 on, so that no two are the same.
    deal = 100 * upcoming.bonus + upcoming.deal
    draft = load_draft(game.id, game.current_hand)
    return SoloEntry(game, game.current_hand, draft if draft.deal == deal else TurnDraft(deal=deal), upcoming)
