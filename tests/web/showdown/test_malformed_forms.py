"""What no page of ours sends: answered in a sentence, never by a failure, and changing nothing."""

import json

import pytest

from tests.support.phones import Party

HUGE = "9" * 40


@pytest.mark.parametrize(
    "hand_json",
    [
        "",
        "{",
        "[]",
        "null",
        '{"hand": {}}',
        '{"hand": [], "gems": {}}',
        '{"hand": {}, "gems": {"5C": 3}}',
        '{"hand": {"knocker": "\\ud800"}, "gems": {}}',
        json.dumps({"hand": {"knocker": "Ann", "players": 3}, "gems": {}}),
        json.dumps({"hand": {"knocker": "Ann", "players": [None, {"name": ["Ann"]}], "dice": "34"}, "gems": {}}),
        json.dumps({"hand": {"drawn": True, "dice": [1, HUGE]}, "gems": {"x": "y"}}),
        "[" * 20_000,
    ],
)
@pytest.mark.parametrize("hand", ["new", "old"])
def test_a_malformed_hand_is_refused(two: Party, hand_json: str, hand: str) -> None:
    for number in ("0", "1", "2", HUGE):
        answer = two.owner.post(
            f"/hand/{number}/ruling", hand_json=hand_json, hand=hand, idempotency_key="an-id-of-a-phone", seen="1"
        )
        assert answer.status_code in {303, 404, 409, 422}
    assert two.exported()["hands"] == []


@pytest.mark.parametrize("value", [HUGE, "-1", "²", "x", "", "1.5"])
def test_malformed_numbers_are_refused(two: Party, value: str) -> None:
    ann = two.owner
    for place, form in (
        ("/people/sit", {"seat": value}),
        ("/people/revoke", {"link": value}),
        ("/people/out", {"device": value}),
        ("/people/link", {"role": "seat", "seat": value}),
        ("/hand/1/wait", {"seat": value}),
        ("/hand/1", {"knock": f"{value}:knock"}),
        ("/hand/1/lay-offs", {"pass": value, "seen": value}),
        ("/hands/1/word", {"seat": value, "act": "accept"}),
        ("/hands/1/overrule", {"by": value, "winner": value, "points-0": value}),
        ("/offline", {"number": value, "knocker": value, "hand-0": value, "hand-1": value, "seen": value}),
    ):
        assert ann.post(place, **form).status_code in {303, 400, 404, 409, 422}, (place, form)
    assert ann.get(f"/pulse?seen={value}").status_code == 200
    assert ann.get(f"/hand/{value}/wait").status_code in {303, 404}
    assert two.exported()["hands"] == []
    assert two.guests[0].get().status_code == 200
