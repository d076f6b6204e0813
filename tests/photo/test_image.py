"""Decoding a photo that anybody may have sent: upright, bounded, and refused in one way."""

import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow

from bench.hostile.photos import attack, told
from companion.photo import files, image
from companion.photo.image import cut_out, decode, preview
from companion.photo.reading import Box, PhotoError, Trouble
from tests.support.photos import exif, jpeg_scans, png, png_chunk, riff_chunk, written

FORMATS = ("JPEG", "PNG", "WEBP")
RED, GREEN, BLUE, WHITE = (220, 20, 20), (20, 200, 20), (20, 20, 220), (250, 250, 250)
WIDTH, HEIGHT = 160, 96


def quarters(mode: str = "RGB") -> Pillow.Image:
    """Draw red beside green over blue beside white: no two ways up look alike."""
    picture = Pillow.new("RGB", (WIDTH, HEIGHT))
    for number, color in enumerate((RED, GREEN, BLUE, WHITE)):
        left, top = number % 2 * WIDTH // 2, number // 2 * HEIGHT // 2
        picture.paste(color, (left, top, left + WIDTH // 2, top + HEIGHT // 2))
    return picture.convert(mode)


def seen(body: bytes) -> tuple[str, ...]:
    """Name the colors of the four quarters as they were decoded."""
    pixels = decode(body).pixels.astype(int)
    height, width, _ = pixels.shape
    centers = [pixels[height * y // 4, width * x // 4] for y in (1, 3) for x in (1, 3)]
    names = {"red": RED, "green": GREEN, "blue": BLUE, "white": WHITE}
    return tuple(min(names, key=lambda name: int(abs(center - np.array(names[name])).sum())) for center in centers)


def trouble(body: bytes) -> Trouble:
    with pytest.raises(PhotoError) as refused:
        decode(body)
    return refused.value.trouble


@pytest.mark.parametrize(
    ("box", "size", "color"),
    [
        (Box(100, 10, 20, 20), (30, 30), GREEN),
        (Box(-4, 80, 20, 30), (23, 23), BLUE),
        (Box(150, -8, 30, 20), (15, 17), GREEN),
        (Box(WIDTH // 2 + 6, 0, 70, 8), (74, 10), GREEN),
    ],
)
def test_a_corner_is_cut_out_as_far_as_the_photo_shows_it(
    box: Box, size: tuple[int, int], color: tuple[int, int, int]
) -> None:
    part = Pillow.open(BytesIO(cut_out(np.asarray(quarters()), box)))
    assert part.size == size
    middle = np.asarray(part)[part.height // 2, part.width // 2].astype(int)
    assert abs(middle - np.array(color)).sum() < 40


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize(
    ("orientation", "quarter_by_quarter"),
    [
        (1, "red green blue white"),
        (2, "green red white blue"),
        (3, "white blue green red"),
        (4, "blue white red green"),
        (5, "red blue green white"),
        (6, "blue red white green"),
        (7, "white green blue red"),
        (8, "green white red blue"),
        (0, "red green blue white"),
        (9, "red green blue white"),
    ],
)
def test_a_photo_is_turned_as_the_camera_says(kind: str, orientation: int, quarter_by_quarter: str) -> None:
    for big_endian in (False, True):
        body = written(quarters(), kind, exif=b"Exif\0\0" + exif(orientation, big_endian=big_endian))
        assert seen(body) == tuple(quarter_by_quarter.split())
        photo = decode(body)
        upright = (HEIGHT, WIDTH) if 5 <= orientation <= 8 else (WIDTH, HEIGHT)
        assert (photo.full_width, photo.full_height) == upright
        assert photo.pixels.shape == (*upright[::-1], 3)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_large_photo_is_looked_at_smaller_and_its_own_size_is_told(kind: str) -> None:
    photo = decode(written(quarters().resize((3300, 1000)), kind, exif=b"Exif\0\0" + exif(6)))
    assert photo.pixels.shape == (1600, 485, 3)
    assert (photo.full_width, photo.full_height) == (1000, 3300)


@pytest.mark.parametrize(
    ("kind", "mode", "options"),
    [
        ("JPEG", "L", {}),
        ("JPEG", "CMYK", {}),
        ("JPEG", "RGB", {"progressive": True}),
        ("PNG", "1", {}),
        ("PNG", "L", {}),
        ("PNG", "LA", {}),
        ("PNG", "P", {}),
        ("PNG", "I;16", {}),
        ("PNG", "P", {"transparency": b"\xff" * 200}),
        ("PNG", "RGB", {"transparency": (1, 2, 3)}),
        ("PNG", "1", {"transparency": 0}),
        ("PNG", "I;16", {"transparency": 3}),
        ("WEBP", "RGBA", {"lossless": True}),
    ],
)
def test_every_way_to_write_a_pixel_is_read(kind: str, mode: str, options: dict[str, object]) -> None:
    picture = Pillow.fromarray(np.asarray(quarters("L")).astype(np.uint16) * 257) if mode == "I;16" else quarters(mode)
    photo = decode(written(picture, kind, **options)).pixels.astype(int)
    expected = np.asarray(quarters("L" if mode in {"1", "I;16"} else mode).convert("RGB")).astype(int)
    if mode != "1":
        assert abs(photo - expected)[8:40, 8:72].max() <= 12
    assert photo[HEIGHT * 3 // 4, WIDTH * 3 // 4].min() >= 240
    rows = b"".join(b"\0" + struct.pack(">3H", 56_540, 5_140, 5_140) * 80 for _ in range(80))
    assert abs(decode(png(80, 80, rows, depth=16, color=2)).pixels[40, 40].astype(int) - RED).max() <= 1


@pytest.mark.parametrize(("kind", "options"), [("PNG", {}), ("WEBP", {"lossless": True}), ("WEBP", {"quality": 90})])
def test_what_is_transparent_lies_on_white(kind: str, options: dict[str, object]) -> None:
    picture = quarters("RGBA")
    picture.paste((0, 0, 0, 0), (0, 0, 80, 48))
    picture.paste((0, 0, 0, 128), (80, 0, 160, 48))
    pixels = decode(written(picture, kind, **options)).pixels
    assert pixels[20, 30].min() >= 250
    assert abs(pixels[20, 120].astype(int) - 127).max() <= 4


@pytest.mark.parametrize("kind", FORMATS)
def test_a_photo_cut_short_is_refused(kind: str) -> None:
    noise = Pillow.fromarray(np.random.default_rng(1).integers(0, 255, (HEIGHT, WIDTH, 3), dtype=np.uint8))
    body = written(noise, kind)
    for length in (0, 1, 3, 11, 20, 40, len(body) // 4, len(body) // 2, len(body) * 9 // 10):
        assert trouble(body[:length]) == Trouble.NO_PHOTO


@pytest.mark.parametrize("kind", ["GIF", "BMP", "TIFF", "PPM", "ICO", "TGA", "AVIF", "JPEG2000", "PDF", "EPS"])
def test_other_formats_are_refused(kind: str) -> None:
    assert trouble(written(quarters(), kind)) == Trouble.NO_PHOTO


def test_of_several_pictures_the_first_is_read() -> None:
    turned = quarters().rotate(180)
    frames = {"save_all": True, "append_images": [turned] * 3}
    photo, page = written(quarters(), "JPEG"), b"<!doctype html><script>alert(1)</script>"
    for body in (
        written(quarters(), "PNG", **frames),
        written(quarters(), "MPO", **frames),
        photo + page + written(turned, "PNG"),
    ):
        assert seen(body) == ("red", "green", "blue", "white")
    for body in (written(quarters(), "WEBP", **frames), page + photo):
        assert trouble(body) == Trouble.NO_PHOTO


COSTLY: dict[str, tuple[Callable[[], bytes], Trouble]] = {
    "nothing": (lambda: b"", Trouble.NO_PHOTO),
    "filling": (lambda: b"\xff\xd8\xff" + b"\xff" * 9_000_000, Trouble.NO_PHOTO),
    "empty segments": (lambda: b"\xff\xd8" + b"\xff\xfe\0\x02" * 3_000_000, Trouble.NO_PHOTO),
    "empty chunks": (lambda: png(80, 80, b"")[:33] + png_chunk(b"IDAT", b"") * 900_000, Trouble.NO_PHOTO),
    "empty riff chunks": (lambda: b"RIFF\xff\xff\xff\xffWEBP" + riff_chunk(b"ABCD", b"") * 900_000, Trouble.NO_PHOTO),
    "long": (lambda: bytes(files.MAX_BYTES + 1), Trouble.TOO_LARGE),
    "large png": (lambda: png(4_001, 4_000, b""), Trouble.TOO_LARGE),
    "huge png": (lambda: png(0xFFFFFFFF, 0xFFFFFFFF, b""), Trouble.TOO_LARGE),
    "empty png": (lambda: png(0, 0, b""), Trouble.TOO_SMALL),
    "narrow png": (lambda: png(4_000, 100, b""), Trouble.TOO_SMALL),
    "large jpeg": (lambda: jpeg_scans(8_001, 8_000, 1), Trouble.TOO_LARGE),
    "empty jpeg": (lambda: jpeg_scans(0, 0, 1), Trouble.TOO_SMALL),
    "narrow jpeg": (lambda: jpeg_scans(6_000, 60, 1), Trouble.TOO_SMALL),
    "much to keep": (lambda: jpeg_scans(8_000, 7_000, 2, samples=(0x11, 0x11, 0x11)), Trouble.TOO_LARGE),
    "large scans": (lambda: jpeg_scans(8_000, 7_800, 20), Trouble.TOO_LARGE),
    "many scans": (lambda: jpeg_scans(64, 64, 5_000), Trouble.TOO_LARGE),
}


@pytest.mark.parametrize("name", COSTLY)
def test_what_would_cost_too_much_is_refused_before_it_is_decoded(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image, "_upright", lambda *_: pytest.fail("decoded"))
    make, why = COSTLY[name]
    assert trouble(make()) == why


def test_a_progressive_photo_of_fifty_million_pixels_may_be_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image, "_upright", lambda _, size: Pillow.new("RGB", size))
    assert decode(jpeg_scans(8_160, 6_120, 12)).pixels.shape == (1200, 1600, 3)


def test_the_picture_must_have_the_size_that_was_weighed() -> None:
    small, large = written(quarters(), "JPEG"), written(quarters().resize((400, 400)), "JPEG")
    frame = small.index(b"\xff\xc0")
    second = large.index(b"\xff\xc0")
    length = 2 + int.from_bytes(small[frame + 2 : frame + 4])
    twice = small[: frame + length] + large[second : second + length] + small[frame + length :]
    assert trouble(twice) == Trouble.NO_PHOTO


GROWTH = """
import resource, sys
from pathlib import Path
from companion.photo.image import decode
from companion.photo.reading import PhotoError
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
before = peak()
for name in sys.argv[1:]:
    try:
        decode(Path(name).read_bytes())
    except PhotoError:
        pass
    print(name, peak() - before)
"""


def bombs() -> dict[str, bytes]:
    """Make small files whose metadata unpacks to a thousand times as much."""
    photo = written(quarters(), "JPEG")
    zeros = zlib.compress(bytes(1_000_000), 9)
    wide = zlib.compress("💎".encode() + b" " * 999_000, 9)
    header, rest = png(80, 80, bytes(80 * 241))[:33], png(80, 80, bytes(80 * 241))[33:]
    entries = b"".join(struct.pack("<HHII", tag, 7, 50_000, 8) for tag in range(5_000))
    tiff = b"II*\0" + struct.pack("<IH", 8, 5_000) + entries
    app1 = b"\xff\xe1" + struct.pack(">H", len(tiff) + 8) + b"Exif\0\0" + tiff
    return {
        "texts": header + b"".join(png_chunk(b"iTXt", b"%d\0\1\0\0\0" % key + wide) for key in range(60)) + rest,
        "profile": header + png_chunk(b"iCCP", b"k\0\0" + zlib.compress(bytes(300_000_000), 9)) + rest,
        "packed texts": header + b"".join(png_chunk(b"zTXt", b"%d\0\0" % key + zeros) for key in range(60)) + rest,
        "exif": photo[:2] + app1 + photo[2:],
    }


def test_metadata_costs_nothing(tmp_path: Path) -> None:
    for name, body in {"a photo": written(quarters(), "JPEG"), **bombs()}.items():
        assert decode(body).pixels.shape[2] == 3
        (tmp_path / name).write_bytes(body)
    command = [sys.executable, "-c", GROWTH, *map(str, sorted(tmp_path.iterdir()))]
    told = subprocess.run(command, capture_output=True, check=True, text=True).stdout  # noqa: S603 (our own words)
    # Megabytes by which a process of its own grew at most; the first photo loads what decodes them.
    first, *others = (int(line.rpartition(" ")[2]) for line in told.splitlines())
    assert len(others) == 4
    assert max(others) - first < 40, told


@pytest.mark.parametrize("broken", [KeyError("x"), MemoryError(), struct.error(), Warning("w"), RecursionError()])
def test_whatever_the_decoder_raises_is_a_broken_photo(broken: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise broken

    monkeypatch.setattr(image, "_upright", breaks)
    assert trouble(written(quarters(), "JPEG")) == Trouble.NO_PHOTO


def test_hostile_files_are_photos_or_refused() -> None:
    """Some of them: `make bench` decodes ten thousand."""
    findings = attack(150, seed=7)
    assert not findings.faults, "\n".join(told(findings))
    # The files are hostile, and some come through to the decoders.
    assert min(findings.outcomes[name] for name in ("decoded", "no-photo", "too-large", "too-small")) >= 3


def test_a_preview_is_small_and_bare() -> None:
    body = preview(np.random.default_rng(2).integers(90, 160, (1200, 900, 3), dtype=np.uint8))
    with Pillow.open(BytesIO(body)) as small:
        assert (small.format, small.size) == ("JPEG", (360, 480))
        assert not small.getexif()
        assert "icc_profile" not in small.info
    assert len(body) < 40_000
