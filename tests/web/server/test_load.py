"""A short load on the real server; `make bench` runs 300 phones at 100 tables for ten minutes."""

from concurrent.futures import ThreadPoolExecutor

from bench.load import Load, run, tell


def test_many_phones_are_answered_and_no_hand_is_lost_or_doubled() -> None:
    load = Load(seconds=8, tables=15, phones=45, hand_every=3)
    # In a thread of its own: where a browser test came before, this one has a loop that runs.
    with ThreadPoolExecutor(1) as aside:
        told, wrong, spent, a_request = aside.submit(run, load, seed=7, times=40).result()
    tell(load, told, wrong, spent, a_request)
    assert not told.errors
    assert not wrong
    assert sum(told.recorded.values()) >= load.tables
    assert len(told.times["record"]) > sum(told.recorded.values()), "some were sent twice"
    assert len(told.times["table page"]) >= load.phones
    assert told.shown_after, "other phones showed recorded hands"
    assert told.held, "of which they were told by requests that the server held"
