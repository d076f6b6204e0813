"""From nothing to the file of weights, stage by stage."""

import multiprocessing
import shutil
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from companion.photo.reader import WEIGHTS
from companion.photo.training.calibrating import calibrated
from companion.photo.training.corners import gather, joined
from companion.photo.training.export import write_weights
from companion.photo.training.fetching import fetch
from companion.photo.training.finding import train_finder
from companion.photo.training.hands import draw_hands
from companion.photo.training.mistakes import mistakes
from companion.photo.training.networks import FinderNet, ReaderNet, trained
from companion.photo.training.reading import train_reader
from companion.photo.training.render import draw_all
from companion.photo.training.sources import Sources
from companion.photo.training.truth import write_truth

TRAINED = range(5_000)
"""Seeds of the scenes that the nets are trained on."""
MISTAKEN = range(2_500)
"""Seeds of those that the finder then looks at: what it wrongly takes for indices, the reader is trained on too."""
CALIBRATED = range(500_000, 500_400)
"""Seeds of the scenes that the calibration learns from: their decks are new to the nets."""
FINDER_STEPS, READER_STEPS = 6_000, 6_500
FURTHER = 2_500
"""Steps of the reader's second training."""
SLOWER = 8e-4


def train(folder: Path, *, resume: bool) -> None:
    """Fetch, draw, train, and write the file of weights."""
    sources = Sources(folder / "sources")
    fetch(sources)
    run = folder / "run"
    if run.exists() and not resume:
        shutil.rmtree(run)  # what older code drew and trained is not to be mixed with what this code does
    scenes, calibration = run / "scenes", run / "calibration"
    draw_all(sources, TRAINED, scenes)
    draw_all(Sources(folder / "sources", apart=True), CALIBRATED, calibration)
    finder, reader, better = run / "finder.pt", run / "reader.pt", run / "better-reader.pt"
    train_both(scenes, finder, reader)
    nets = run / "weights.npz"
    if not better.exists():
        write_weights(nets, trained(FinderNet(), finder), trained(ReaderNet(), reader))
        learn_from_mistakes(scenes, nets, reader, better)
    write_weights(nets, trained(FinderNet(), finder), trained(ReaderNet(), better))
    sure = calibrated(calibration, CALIBRATED, nets)
    write_weights(WEIGHTS, trained(FinderNet(), finder), trained(ReaderNet(), better), sure)


def train_both(scenes: Path, finder: Path, reader: Path) -> None:
    """Train both nets at once, each in a process of its own; one that is trained already is kept."""
    # Spawned, not forked: a fork has torch's threads only on paper, and hangs waiting for them.
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        tasks = ((_train_finder, finder), (_train_reader, reader))
        running = [pool.submit(task, scenes, weights) for task, weights in tasks if not weights.exists()]
        for done in running:
            done.result()


def learn_from_mistakes(scenes: Path, nets: Path, reader: Path, better: Path) -> None:
    """Train the reader further, on what the finder wrongly shows it too."""
    shown = [gather(scenes, MISTAKEN), mistakes(scenes, MISTAKEN, nets)]
    net = trained(ReaderNet(), reader)
    train_reader(joined(shown), steps=FURTHER, weights=better, start=3, rate=SLOWER, net=net)


def _train_finder(scenes: Path, weights: Path) -> None:
    train_finder(scenes, TRAINED, steps=FINDER_STEPS, weights=weights)


def _train_reader(scenes: Path, weights: Path) -> None:
    train_reader(gather(scenes, TRAINED), steps=READER_STEPS, weights=weights)


def draw_to_measure(folder: Path, scenes: Path, seeds: range, *, careful: bool) -> None:
    """Draw scenes of fonts and faces that no net was trained on, with their truth."""
    sources = Sources(folder / "sources", apart=True)
    fetch(sources)
    draw_all(sources, seeds, scenes, careful=careful)
    write_truth(scenes, seeds)


def draw_to_tap(folder: Path, scenes: Path, seeds: range) -> None:
    """Draw pairs of hands at a showdown, of fonts that no net was trained on."""
    sources = Sources(folder / "sources", apart=True)
    fetch(sources)
    draw_hands(sources, seeds, scenes)
