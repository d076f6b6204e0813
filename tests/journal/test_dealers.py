"""Who really dealt: kept through corrections and renamings, and exported only where it differs from the rules."""

from companion.journal.events import Event
from companion.journal.events.game import GameStarted, PlayersRenamed
from companion.journal.events.hands import HandRecorded, HandReplaced
from companion.journal.exchange import exported
from companion.journal.fold import fold
from companion.journal.kinds import sheet_of
from companion.journal.state import GameState, Record
from companion.store.derived.table_cache import summary_from
from tests.support.documents import hand_of

HEAD = {"game": "gin-rummy", "players": ["Ann", "Bob"], "first_dealer": "Ann"}


def played(*events: Event) -> GameState:
    records = [Record(seq, "", "", event) for seq, event in enumerate((GameStarted(HEAD), *events), start=1)]
    return fold(records)


def test_a_dealer_is_kept_by_a_correction_and_renamed_with_the_player() -> None:
    drawn = HandRecorded(hand_of({"drawn": True, "dealer": "Ann"}))
    wrong = HandRecorded(hand_of({"drawn": True, "dealer": "Bob"}))
    state = played(drawn, wrong, HandReplaced(2, hand_of({"drawn": True})), PlayersRenamed({"Bob": "Rob"}))
    sheet = sheet_of(state)
    assert [(row.dealer, row.dealer_by_the_rules) for row in sheet.rows] == [("Ann", "Ann"), ("Rob", "Ann")]
    assert exported(state, sheet)["hands"] == [{"drawn": True}, {"drawn": True, "dealer": "Rob"}]
    assert summary_from(state, sheet).next_dealer == "Rob"
