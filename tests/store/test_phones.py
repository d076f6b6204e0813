"""What belongs to phones: settings, names, decks, their part in games, and games themselves."""

import hashlib
from datetime import UTC, datetime, timedelta

import pytest

from companion.journal.exchange import exported
from companion.store import decks, drafts, games, limits
from companion.store.backup import checks
from companion.store.database import Store, format_time
from companion.store.derived import recompute
from companion.store.engines.postgres_schema import Blueprint
from companion.store.errors import NoSuchGame, NotPossible
from companion.store.people import devices, invitations, join_codes, members, polling
from companion.store.people.members import Role
from companion.store.schema import migration_names
from tests.support.refusals import refused
from tests.support.store import Running, another, change, everything, imported, parts


def test_a_phone_is_known_by_its_token_and_nothing_that_lets_in_is_stored(store: Store, game: Running) -> None:
    assert devices.find(store, "a token") is None
    made = devices.find_or_create(store, "a token")
    assert devices.find_or_create(store, "a token") == devices.find(store, "a token") == made
    hashes = [row["token_hash"] for row in store.rows("SELECT token_hash FROM devices ORDER BY id")]
    assert hashes == [hashlib.sha256(token).digest() for token in (b"Ann's phone", b"a token")]
    tokens = [invitations.make_link(store, game.id, 1, Role.VIEWER).token for _ in range(3)]
    # 160 bits in base64: 27 letters.
    assert [len(token) for token in {*tokens}] == [27] * 3
    code, stored = join_codes.open_table(store, game.id), everything(store)
    assert not [secret for secret in (*tokens, code, "a token") if secret in stored]


def test_a_phone_has_a_label_and_some_names(store: Store, phone: int) -> None:
    devices.save_label(store, phone, " Ann's phone ")
    found = devices.find(store, "Ann's phone")
    assert found is not None
    assert found.label == "Ann's phone"
    for label in ("x" * 41, "a\nb"):
        with refused(NotPossible, "at most 40"):
            devices.save_label(store, phone, label)
    devices.remember_names(store, phone, [f"Player {number}" for number in range(limits.NAMES_OF_A_DEVICE)])
    change(store, "UPDATE people SET used_at = '2026-01-01T00:00:00Z'")
    devices.remember_names(store, phone, ["Ann", "Bob"])
    remembered = devices.names(store, phone)
    assert (remembered[:2], len(remembered)) == (["Ann", "Bob"], limits.NAMES_OF_A_DEVICE)
    assert devices.names(store, another(store)) == []


def test_decks_are_few_and_private_to_a_phone_and_one_is_usual(
    store: Store, phone: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = decks.make(store, phone, "Ours", {"7D": "S"})
    club = decks.make(store, phone, " Club ", {}, made_up=True)
    assert (ours.usual, club.usual, club.name, club.made_up) == (True, False, "Club", True)
    decks.make_usual(store, phone, club.id)
    assert [deck.name for deck in decks.decks(store, phone)] == ["Club", "Ours"]
    decks.remove(store, phone, club.id)
    other = another(store)
    assert decks.deck(store, other, ours.id) is None
    assert decks.learn(store, other, ours.id, {"8D": "G"}) is None
    assert decks.change(store, other, ours.id, name="Mine") is None
    decks.remove(store, other, ours.id)
    decks.make_usual(store, other, ours.id)
    assert decks.decks(store, phone) == [ours]
    monkeypatch.setattr(decks, "DECKS_OF_A_DEVICE", 1)
    with refused(NotPossible, "at most 1 decks"):
        decks.make(store, phone, "Theirs", {})
    for name in ("", " ", "x" * 41, "a\x07"):
        with refused(NotPossible, "deck's name"):
            decks.change(store, phone, ours.id, name=name)


def test_a_link_never_lowers_a_role_and_a_removed_phone_may_join_again(store: Store, game: Running) -> None:
    ann, bob = game.author.device, another(store)
    scorer, viewer = (invitations.make_link(store, game.id, ann, role) for role in (Role.SCORER, Role.VIEWER))
    for device, link in ((bob, viewer), (bob, scorer), (bob, viewer), (ann, viewer)):
        invitations.follow_link(store, device, link.token)
    assert parts(store, game.id) == {ann: (Role.OWNER, None), bob: (Role.SCORER, None)}
    members.take_seat(store, game.id, bob, 1)
    for device in (bob, ann):
        members.remove_phone(store, game.id, device)
    assert parts(store, game.id) == {ann: (Role.OWNER, None)}, "the owner stays"
    invitations.follow_link(store, bob, scorer.token)
    assert parts(store, game.id)[bob] == (Role.SCORER, None)


def test_a_seat_has_one_phone_at_a_time(store: Store, game: Running) -> None:
    ann, bob = game.author.device, another(store)
    members.take_seat(store, game.id, bob, 0)
    assert parts(store, game.id) == {ann: (Role.OWNER, None)}, "a phone that isn't in takes no seat"
    members.join(store, game.id, bob, Role.VIEWER)
    members.take_seat(store, game.id, ann, 0)
    with refused(NotPossible, "Another phone"):
        members.take_seat(store, game.id, bob, 0)
    members.take_seat(store, game.id, bob, 1)
    assert parts(store, game.id) == {ann: (Role.OWNER, 0), bob: (Role.SEAT, 1)}
    with refused(NotPossible, "no such seat"):
        members.take_seat(store, game.id, bob, 2)
    members.take_seat(store, game.id, bob, None)
    members.take_seat(store, game.id, ann, 1)
    assert parts(store, game.id)[ann] == (Role.OWNER, 1)


def test_members_links_and_open_tables_are_bounded(
    store: Store, game: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members, "MEMBERS_OF_A_GAME", 1)
    monkeypatch.setattr(invitations, "LINKS_OF_A_GAME", 1)
    invitations.make_link(store, game.id, 1, Role.VIEWER)
    with refused(NotPossible, "1 links"):
        invitations.make_link(store, game.id, 1, Role.VIEWER)
    with refused(NotPossible, "1 phones"):
        members.join(store, game.id, another(store), Role.VIEWER)


def another_game(store: Store, game: Running, device: int, name: str = "another") -> str:
    return imported(store, games.Author(device, "Cid"), exported(*games.sheet(store, game.id)), f"the-game-{name}")


def test_a_phone_has_its_share_of_the_open_tables(store: Store, game: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(join_codes, "OPEN_TABLES_OF_A_DEVICE", 1)
    other = another_game(store, game, game.author.device)
    code = join_codes.open_table(store, game.id)
    with refused(NotPossible, "at most 1"):
        join_codes.open_table(store, other)
    assert join_codes.open_table(store, game.id) == code, "one that is open stays so"
    join_codes.close_table(store, game.id)
    join_codes.open_table(store, other)


def test_a_server_full_of_open_tables_closes_the_oldest_that_nobody_joined(
    store: Store, game: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(join_codes, "OPEN_TABLES", 3)
    tables = [another_game(store, game, another(store, name), name) for name in ("first", "second", "third", "fourth")]
    codes = {}
    for hour, table in enumerate(tables[:3]):
        codes[table] = join_codes.open_table(store, table)
        made = format_time(datetime.now(UTC) - timedelta(hours=10 - hour))
        change(store, "UPDATE codes SET made_at = ? WHERE game = ?", [made, table])
    # Cid's phone came to the oldest table; one that was removed from the next doesn't count.
    members.join(store, tables[0], another(store, "Cid's phone"), Role.SEAT)
    members.join(store, tables[1], another(store, "Dee's phone"), Role.SEAT)
    members.remove_phone(store, tables[1], another(store, "Dee's phone"))
    link = invitations.make_link(store, tables[1], 1, Role.SEAT)
    join_codes.open_table(store, tables[3])
    assert [join_codes.game_of_code(store, code) for code in codes.values()] == [tables[0], None, tables[2]]
    assert invitations.invitation(store, link.token) is None
    assert join_codes.open_until(store, tables[3]) is not None
    # Where all were joined, the oldest makes room: those in its game stay in.
    for table in tables:
        members.join(store, table, another(store, "Cid's phone"), Role.SEAT)
    join_codes.open_table(store, game.id)
    assert join_codes.game_of_code(store, codes[tables[0]]) is None
    assert join_codes.game_of_code(store, codes[tables[2]]) == tables[2]


def test_attempts_are_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 1_800_000_000.0
    monkeypatch.setattr("time.time", lambda: moment)

    def tries(who: str, many: int) -> list[bool]:
        return [limits.count_attempts(store, "join", who, seconds=60) > 2 for _ in range(many)]

    assert tries("10.0.0.1", 4) == [False, False, True, True]
    assert tries("10.0.0.2", 1) == [False]
    assert limits.count_attempts(store, "another thing", "10.0.0.1", seconds=60) == 1
    moment += 60
    assert tries("10.0.0.1", 1) == [False]
    # Servers whose clocks differ count together.
    apart = [moment + 9 * 60, moment]
    turns = []
    for turn in range(6):
        moment = apart[turn % 2]
        turns += tries("10.0.0.4", 1)
    assert turns == [False, False, True, True, True, True]
    assert tries("10.0.0.1", 1) == [False]
    assert "10.0.0.1" not in everything(store)
    moment += 100_000
    tries("10.0.0.3", 1)
    assert len(store.rows("SELECT * FROM attempts")) == 1


@pytest.fixture
def bob(store: Store, game: Running) -> int:
    """Give a second phone, which is in and sits on the second seat."""
    phone = another(store)
    members.join(store, game.id, phone, Role.SEAT)
    members.take_seat(store, game.id, phone, 1)
    return phone


def test_a_game_is_handed_over_and_has_one_owner(store: Store, game: Running, bob: int) -> None:
    ann = game.author.device
    link = invitations.make_link(store, game.id, ann, Role.VIEWER)
    invitations.follow_link(store, bob, link.token)
    members.hand_over(store, game.id, bob)
    invitations.revoke_link(store, game.id, link.id)
    noted = store.rows("SELECT * FROM comings WHERE game = ?", [game.id])
    members.hand_over(store, game.id, bob)
    assert store.rows("SELECT * FROM comings WHERE game = ?", [game.id]) == noted, "once, however often it is sent"
    assert parts(store, game.id) == {bob: (Role.OWNER, 1), ann: (Role.SCORER, None)}
    members.remove_phone(store, game.id, bob)
    members.remove_phone(store, game.id, ann)
    assert parts(store, game.id) == {bob: (Role.OWNER, 1)}, "who owns it now stays, who started it need not"
    with refused(NotPossible, "isn't in"):
        members.hand_over(store, game.id, ann)


def test_a_transfer_respects_the_limit_of_games(
    store: Store, game: Running, bob: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "GAMES_OF_A_DEVICE", 0)
    with refused(NotPossible, r"own at most 0 games\. Delete one"):
        members.hand_over(store, game.id, bob)
    assert parts(store, game.id)[bob] == (Role.SEAT, 1)


def test_a_recovery_link_gives_the_game_to_the_first_phone_that_opens_it(store: Store, game: Running, bob: int) -> None:
    ann = game.author.device
    members.take_seat(store, game.id, ann, 0)
    scorer = invitations.make_link(store, game.id, ann, Role.SCORER)
    code = join_codes.open_table(store, game.id)
    invitations.follow_link(store, ann, invitations.make_recovery_link(store, game.id).token)
    assert parts(store, game.id)[ann] == (Role.OWNER, 0), "the owner who opens it stays the owner"
    first, key = invitations.make_recovery_link(store, game.id), invitations.make_recovery_link(store, game.id)
    assert invitations.invitation(store, first.token) is None, "a later key takes the place of an earlier one"
    assert key not in invitations.links(store, game.id), "someone who found the lost phone must not see it"
    new, late = (another(store, name) for name in ("a new phone", "a late phone"))
    assert invitations.follow_link(store, new, key.token) == game.id
    assert invitations.follow_link(store, late, key.token) is None
    assert invitations.follow_link(store, new, key.token) == game.id, "the first answer may have been lost"
    assert parts(store, game.id) == {new: (Role.OWNER, None), bob: (Role.SEAT, 1)}
    members.take_seat(store, game.id, new, 0)
    assert invitations.invitation(store, scorer.token) is None
    assert join_codes.game_of_code(store, code) is None
    with refused(NoSuchGame, "companion games"):
        invitations.make_recovery_link(store, "nosuchgame12")


def test_a_recovery_link_expires(store: Store, game: Running, bob: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "LINKS_OF_A_GAME", 0)
    key = invitations.make_recovery_link(store, game.id)
    assert invitations.invitation(store, key.token) is not None, "even at the limit of links"
    monkeypatch.setattr(invitations, "_RECOVERY_LINK_LASTS", timedelta(hours=-1))
    assert invitations.invitation(store, key.token) is None
    assert invitations.follow_link(store, bob, key.token) is None


def test_members_can_leave_but_the_owner_cannot(store: Store, game: Running, bob: int) -> None:
    with refused(NotPossible, "Hand it over first, or delete it"):
        members.leave(store, game.id, game.author.device)
    members.leave(store, game.id, bob)
    assert list(parts(store, game.id)) == [game.author.device]
    assert recompute.games_of(store, bob).tables == []
    members.take_seat(store, game.id, game.author.device, 1)


def test_a_game_is_deleted_with_all_that_belongs_to_it_and_nothing_else(
    store: Store, game: Running, bob: int, phone: int
) -> None:
    other = imported(store, game.author, exported(*games.sheet(store, game.id)))
    before = {table: rows_of(store, table, other) for table in tables_of_games()}
    game.win(20)
    invitations.make_link(store, game.id, phone, Role.VIEWER)
    join_codes.open_table(store, game.id)
    drafts.save(store, game.id, 2, 0, {"cards": ["5C"]}, seen=0, device=bob)
    before_it = imported(store, game.author, exported(*games.sheet(store, game.id)), "the-game-before")
    change(store, "INSERT INTO rematches VALUES (?, ?), (?, ?)", [game.id, other, before_it, game.id])
    told = polling.changes_of(store, [before_it])
    assert all(rows_of(store, table, game.id) for table in tables_of_games())
    seq = game.table.seq
    assert not games.delete(store, game.id, seen=seq - 1), "records made in the meantime must be seen first"
    assert games.delete(store, game.id, seen=seq)
    assert game.id not in everything(store)
    assert {table: rows_of(store, table, other) for table in tables_of_games()} == before
    assert polling.changes_of(store, [before_it]) != told, "phones there are told that the rematch is gone"
    assert checks.check(store).findings == []


def tables_of_games() -> list[str]:
    """Name every table that has rows of games, also one that is added later."""
    return sorted(table.name for table in Blueprint(migration_names()).tables if "game" in table.columns)


def rows_of(store: Store, table: str, game: str) -> list[dict[str, object]]:
    return store.rows(f"SELECT * FROM {table} WHERE game = ?", [game])  # noqa: S608 (names of ours)


def test_nothing_is_written_to_a_deleted_game(store: Store, game: Running, bob: int) -> None:
    games.delete(store, game.id, seen=1)
    for late in (
        lambda: game.win(20),
        lambda: game.table,
        lambda: drafts.save(store, game.id, 1, 0, {}, seen=0, device=bob),
        lambda: members.join(store, game.id, bob, Role.SEAT),
        lambda: join_codes.open_table(store, game.id),
    ):
        with pytest.raises(NoSuchGame):
            late()
    assert games.delete(store, game.id, seen=1), "deleted twice is deleted"
