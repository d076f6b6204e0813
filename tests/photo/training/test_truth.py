"""A drawn scene says which of its cards must be read, and which others may be."""

import json
from dataclasses import astuple
from pathlib import Path

from companion.photo.training.truth import Box, Drawn, height, truth, write_truth

TALL: Box = [(10, 10), (20, 10), (20, 30), (10, 30)]
LOW: Box = [(10, 10), (15, 10), (15, 19), (10, 19)]
CARD: Box = [(0, 0), (50, 0), (50, 70), (0, 70)]
SCENE = Drawn(
    deck="lato",
    layout="fan",
    indices=[("9C", TALL, 1.0), ("9C", TALL, 0.3), ("AS", TALL, 0.94), ("2H", LOW, 1.0)],
    cards=[("9C", CARD, 0, True), ("AS", CARD, 0, True), ("2H", CARD, None, True), ("KD", CARD, None, False)],
)


def test_a_card_with_a_whole_index_of_ten_pixels_must_be_read_and_others_that_show_may_be() -> None:
    assert truth(SCENE) == {"cards": ["9C"], "also": ["2H", "AS"], "deck": "lato", "layout": "fan"}


def test_an_index_is_as_high_as_from_the_middle_of_its_top_to_that_of_its_foot() -> None:
    assert height([(0, 0), (2, 0), (5, 4), (3, 4)]) == 5


def test_a_folder_of_scenes_is_measured_by_one_line_for_each(tmp_path: Path) -> None:
    for seed in (7, 8):
        (tmp_path / f"{seed}.json").write_text(json.dumps(astuple(SCENE)))
    write_truth(tmp_path, [7, 8])
    lines = [json.loads(line) for line in (tmp_path / "truth.jsonl").read_text().splitlines()]
    assert lines == [{"image": "7.jpg"} | truth(SCENE), {"image": "8.jpg"} | truth(SCENE)]
