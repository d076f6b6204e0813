"""An evening in figures, worked out by hand: knocks, undercuts, deadwood, points given away; and the latest games."""

from typing import Any

from companion.journal.events import Event
from companion.journal.events.hands import HandStruckOut
from companion.journal.exchange import events_of
from companion.journal.fold import fold
from companion.journal.kinds import sheet_of
from companion.journal.sheet import Feat
from companion.journal.state import Record
from companion.store import games
from companion.store.database import Store
from companion.store.derived.tallies import PlayerTally, tally_of
from tests.support.documents import HEAD, counted_hand, game_document, won_hand
from tests.support.store import imported, pairing

BY_CARDS: dict[str, Any] = {
    "knocker": "Ann",
    "players": [
        {"name": "Ann", "melds": [["4S", "5S", "6S"], ["9C", "9D", "9H"], ["QC", "QD", "QH"]], "deadwood": ["AC"]},
        {"name": "Bob", "melds": [["2C", "3C", "4C"], ["JH", "JD", "JS"]], "deadwood": ["9S", "7S", "KD", "AH"]},
    ],
    "lay_offs": [],
}
"""Ann has 27 − 1 = 26, and without 9♠ and 7♠, which fit her melds, it would have been 10: Bob gives away 16."""
OVERRULED = {"points": {"Ann": 5, "Bob": 0}, "winner": "Ann", "reason": "as agreed", "by": "Bob"}


def tallies(document: dict[str, Any], *more: Event) -> list[PlayerTally]:
    events = (*events_of(document), *more)
    state = fold(Record(seq, "2026-11-21T20:00:00Z", "Ann", event) for seq, event in enumerate(events, start=1))
    return tally_of(state, sheet_of(state)).players


def test_an_evening_of_two_in_figures() -> None:
    hands = [
        BY_CARDS,  # Ann 26
        counted_hand("Ann", Ann=8, Bob=3),  # undercut: 25 + 5 for Bob
        counted_hand("Bob", Ann=20, Bob=0),  # gin: 25 + 20 for Bob
        {"drawn": True},
        {**counted_hand("Ann", Ann=2, Bob=9), "overruled": OVERRULED},  # 5 for Ann
        counted_hand("Bob", Ann=9, Bob=10),  # struck out
    ]
    players = tallies(game_document("gin-rummy", hands=hands), HandStruckOut(6))
    assert players == [
        PlayerTally(
            "Ann", hands=2, points=31, best=26, knocks=3, knocks_won=2, undercut_hands=1,
            deadwood=1 + 8 + 20, deadwood_hands=3, given_away=0, given_away_hands=1,
        ),
        PlayerTally(
            "Bob", hands=2, points=75, best=45, feats={Feat.UNDERCUT: 1, Feat.GIN: 1}, knocks=1, knocks_won=1,
            deadwood=27 + 3 + 0, deadwood_hands=3, given_away=16, given_away_hands=1,
        ),
    ]  # fmt: skip


def test_a_hand_that_players_share_is_won_by_each() -> None:
    document = {"game": "knock-rummy", "players": ["Ann", "Bob", "Cid"], "first_dealer": "Ann"}
    players = tallies({**document, "hands": [counted_hand("Ann", Ann=7, Bob=5, Cid=5)]})
    assert [(player.name, player.hands, player.points) for player in players] == [
        ("Ann", 0, 0),
        ("Bob", 1, 6),
        ("Cid", 1, 6),
    ]


def test_a_knocker_undercut_by_both_is_undercut_in_one_hand() -> None:
    hand = counted_hand("Ann", (3, 4), Ann=7, Bob=3, Cid=7)
    players = tallies(game_document(players=["Ann", "Bob", "Cid"], hands=[hand]))
    assert [(player.undercut_hands, player.feats.get(Feat.UNDERCUT, 0)) for player in players] == [
        (1, 0), (0, 1), (0, 1),
    ]  # fmt: skip
    assert (players[0].knocks, players[0].knocks_won) == (1, 0)


def test_the_figures_of_all_games_are_summed_and_the_latest_ten_listed(store: Store, phone: int) -> None:
    for day in range(1, 13):
        # Brought in out of order; the first two of the month aren't among the last ten.
        at = f"2026-11-{(day * 5) % 13:02}"
        hands = [BY_CARDS, won_hand(74 + (day * 5) % 13)]
        document = {**HEAD, "at": at, "hands": hands}
        imported(store, games.Author(phone, "Ann"), document, f"game-of-day-{day}")
    running = {**HEAD, "at": "2026-11-30", "hands": [BY_CARDS]}
    imported(store, games.Author(phone, "Ann"), running, "a-running-game")
    record = pairing(store, phone)
    assert (record.games, record.running, record.hands) == (12, 1, 25)
    ann, bob = record.players
    assert (ann.games, ann.knocks, ann.knocks_won, ann.best) == (12, 25, 25, 86)
    assert (bob.deadwood_hands, bob.given_away, bob.given_away_hands) == (25, 13 * 16, 13)
    assert [game.points for game in record.latest] == [{"Ann": 100 + day, "Bob": 0} for day in range(3, 13)]
    assert {game.winners for game in record.latest} == {("Ann",)}


def test_the_latest_games_are_won_by_what_their_ends_say(store: Store, phone: int) -> None:
    """Ann has 100 points and two boxes, so 250 with the game bonus; the shutout of 100 makes it 350."""
    bonuses = {"game_bonus": 100, "box_bonus": 25, "shutout": "hand-points"}
    document = {**HEAD, "house_rules": bonuses, "hands": [won_hand(60), won_hand(40)]}
    imported(store, games.Author(phone, "Ann"), document, "a-shutout")
    record = pairing(store, phone)
    assert [game.points for game in record.latest] == [{"Ann": 350, "Bob": 0}]
    assert record.players[0].points == 100


def test_figures_survive_the_cache(store: Store, phone: int) -> None:
    document = {**HEAD, "hands": [BY_CARDS, {**won_hand(3), "overruled": OVERRULED}]}
    game = imported(store, games.Author(phone, "Ann"), document, "a-game-by-cards")
    state, sheet = games.sheet(store, game)
    cached = [row.ruling.figures for row in sheet.rows if row.ruling]
    assert cached == [row.ruling.figures for row in sheet_of(state).rows if row.ruling]
    assert all(cached)
    assert len(store.rows("SELECT hand FROM rulings WHERE body LIKE '%figures%'")) == 2
    assert store.rows("SELECT seq FROM journal WHERE verdict LIKE '%figures%'") == []
