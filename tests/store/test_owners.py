"""Game ownership: handing over, recovery, leaving, deleting."""

from datetime import timedelta

import pytest

from companion.journal.exchange import exported
from companion.store import drafts, games
from companion.store.backup import checks
from companion.store.database import Store
from companion.store.derived import recompute
from companion.store.engines.postgres_schema import Blueprint
from companion.store.errors import NoSuchGame, NotPossible
from companion.store.people import devices, invitations, join_codes, members, polling
from companion.store.people.members import Role
from companion.store.schema import migration_names
from tests.support.refusals import refused
from tests.support.store import Running, another, change, everything, imported, parts


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
