"""Hostile files, at least 10,000 of them, where a photo is expected.

    python -m bench.hostile.photos --files 10000 --seed 1

Each is a photo or a refusal in the one way that there is; no other exception, no long wait, no heap of memory. What was
found is printed with the seed of its file, which `--only SEED` makes again.
"""

import resource
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from io import BytesIO

from PIL import Image

from bench.hostile.photo_files import hostile_file
from bench.measurement import Arguments, Reasons, settings
from companion.photo.image import decode, preview
from companion.photo.limits import LONGEST, SHORTEST
from companion.photo.reading import PhotoError

SLOW = 3.0
"""Seconds of the processor that no file may cost."""
LARGE = 400
"""Megabytes that the process may have had at most."""


@dataclass(slots=True)
class Findings:
    """What was found."""

    tried: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    faults: dict[str, str] = field(default_factory=dict)
    slowest: tuple[float, str] = (0.0, "")
    largest: tuple[int, str] = (0, "")
    """The most memory that the process had, and the file since which it had."""


def attack(files: int, seed: int) -> Findings:
    """Decode so many hostile files."""
    findings = Findings()
    for number in range(files):
        _try(findings, seed * 1_000_000 + number)
    return findings


def _try(findings: Findings, seed: int) -> None:
    name, body = hostile_file(seed)
    named = f"{name}, {len(body)} bytes, seed {seed}"
    findings.tried += 1
    before = time.thread_time()
    try:
        outcome = _decoded(body)
    except PhotoError as refused:
        outcome = refused.trouble
    except Exception:  # noqa: BLE001 (that is what is looked for)
        outcome = "fault"
        findings.faults[named] = traceback.format_exc(limit=-3)
    took = time.thread_time() - before
    findings.outcomes[outcome] += 1
    findings.slowest = max(findings.slowest, (took, named))
    if took > SLOW:
        findings.faults[f"{named}: slow"] = f"{took:.1f} s"
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    if peak > findings.largest[0]:
        findings.largest = peak, named


def _decoded(body: bytes) -> str:
    image = decode(body)
    high, wide, colors = image.pixels.shape
    if colors != 3 or not SHORTEST <= min(high, wide) <= max(high, wide) <= LONGEST:
        raise AssertionError(f"decoded as {image.pixels.shape}")
    if abs(wide * image.full_height - high * image.full_width) > max(image.full_height, image.full_width):
        raise AssertionError(f"{image.full_width} x {image.full_height} decoded as {wide} x {high}")
    with Image.open(BytesIO(preview(image.pixels)), formats=("JPEG",)) as small:
        small.load()
    return "decoded"


def told(findings: Findings) -> list[str]:
    """Tell what was found."""
    return [
        f"{findings.tried} files: {', '.join(f'{count} {name}' for name, count in findings.outcomes.most_common())}",
        f"slowest: {findings.slowest[0]:.2f} s of the processor ({findings.slowest[1]})",
        f"most memory: {findings.largest[0]} MB ({findings.largest[1]})",
        *(f"FAULT {named}\n{fault}" for named, fault in findings.faults.items()),
    ]


def main(arguments: Arguments = None) -> int:
    """Decode hostile files, and print whether one did harm."""
    asked = settings(__doc__)
    asked.add_argument("--files", type=int, default=10_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--only", type=int, help="the seed of one file to decode")
    options = asked.parse_args(arguments)
    if options.only is not None:
        name, body = hostile_file(options.only)
        print(name, len(body))
        print(_decoded(body))
        return 0
    findings = attack(options.files, options.seed)
    print("\n".join(told(findings)))
    large = [f"{findings.largest[0]} MB"] if findings.largest[0] > LARGE else []
    return Reasons(wrong=[*findings.faults], slow=large).ending()


if __name__ == "__main__":
    sys.exit(main())
