"""Files that pretend to be photos: photos with something wrong, and small files that unpack to large ones."""

import random
import struct
import zlib
from collections.abc import Callable
from functools import cache

import numpy as np
from PIL import Image

from tests.support.photos import exif, jpeg_scans, jpeg_segment, png, png_chunk, riff_chunk, written

_MAGIC = (
    b"\xff\xd8\xff\xe0",
    b"\xff\xd8\xff\xdb",
    b"\x89PNG\r\n\x1a\n",
    b"RIFF\0\0\1\0WEBPVP8 ",
    b"RIFF\0\0\1\0WEBPVP8L",
)
_OTHERS = ("GIF", "BMP", "TIFF", "PPM", "ICO", "TGA", "PCX", "PDF", "EPS", "AVIF", "JPEG2000", "DDS", "SGI", "MPO")
_POLYGLOTS = (
    b"<!doctype html><script>alert(1)</script>", b"%PDF-1.7\n", b"PK\x03\x04" + bytes(26), b"GIF89a\1\0\1\0\0\0\0",
    b"#!/bin/sh\nid\n", b"%!PS-Adobe-3.0 EPSF-3.0\n", b"II*\0\x08\0\0\0", b"\x1f\x8b\x08\0",
    b"<?xml version='1.0'?><svg/>",
)  # fmt: skip
_SIDES = (0, 1, 2, 15, 63, 64, 65, 255, 256, 1599, 1600, 1601, 3_199, 3_200, 8_192, 16_383, 16_384, 32_768, 65_535)
_LENGTHS = (0, 1, 2, 3, 4, 7, 8, 255, 256, 65_535, 65_536, 2**24, 2**31 - 1, 2**31, 2**32 - 8, 2**32 - 1)


def hostile_file(seed: int) -> tuple[str, bytes]:
    """Make the hostile file of a seed, and name what was done."""
    chance = random.Random(seed)
    way = chance.choices(list(_WAYS), list(_WAYS.values()))[0]
    body = way(chance)
    names = [way.__name__.strip("_")]
    while chance.random() < 0.2 and len(body) < 1_000_000:
        also = chance.choice((_flipped, _cut, _spliced, _lengthened, _polyglot))
        body = also(chance, body)
        names.append(also.__name__.strip("_"))
    return " and ".join(names), body


@cache
def _pictures() -> tuple[bytes, ...]:
    """Make a few small photos of every kind that is read."""
    shades = np.random.default_rng(5).integers(0, 255, (6, 8, 3), dtype=np.uint8)
    picture = Image.fromarray(shades).resize((128, 96))
    clear = picture.copy()
    clear.putalpha(picture.convert("L"))
    turned = b"Exif\0\0" + exif(6)
    deep = Image.fromarray(np.asarray(picture.convert("L")).astype("uint16") * 257)
    ways: tuple[tuple[Image.Image, str, dict[str, object]], ...] = (
        (picture, "JPEG", {"exif": turned}), (picture, "JPEG", {"progressive": True}),
        (picture.convert("L"), "JPEG", {}),
        (picture.convert("CMYK"), "JPEG", {}), (picture, "JPEG", {"restart_marker_blocks": 4, "subsampling": 0}),
        (picture, "PNG", {"exif": turned}), (clear, "PNG", {}), (picture.quantize(16), "PNG", {"transparency": 3}),
        (picture.convert("1"), "PNG", {}), (deep, "PNG", {}),
        (picture, "PNG", {"save_all": True, "append_images": [picture.rotate(90)] * 3}),
        (picture, "WEBP", {"exif": turned}), (clear, "WEBP", {}), (picture, "WEBP", {"lossless": True}),
        (clear, "WEBP", {"lossless": True}), (picture, "WEBP", {"save_all": True, "append_images": [clear] * 3}),
    )  # fmt: skip
    return tuple(written(image, kind, **options) for image, kind, options in ways)


def _photo(chance: random.Random) -> bytes:
    return chance.choice(_pictures())


def _flipped(chance: random.Random, body: bytes = b"") -> bytes:
    """Change some bytes, often those of the head."""
    changed = bytearray(body or _photo(chance))
    reach = min(len(changed), chance.choice((40, 200, 700, len(changed))))
    for _ in range(chance.choice((1, 1, 2, 3, 8, 60))):
        changed[chance.randrange(reach)] = chance.choice((0, 0xFF, 0x80, 1, chance.randrange(256)))
    return _with_checksums(bytes(changed)) if chance.random() < 0.7 else bytes(changed)


def _cut(chance: random.Random, body: bytes = b"") -> bytes:
    body = body or _photo(chance)
    return body[: chance.randrange(len(body))]


def _spliced(chance: random.Random, body: bytes = b"") -> bytes:
    """Put the head of one file before the tail of another."""
    head, tail = body or _photo(chance), _photo(chance)
    return head[: chance.randrange(len(head))] + tail[chance.randrange(len(tail)) :]


def _polyglot(chance: random.Random, body: bytes = b"") -> bytes:
    parts = [body or _photo(chance), chance.choice(_POLYGLOTS), _photo(chance)]
    return b"".join(chance.sample(parts, chance.randint(2, 3)))


def _lengthened(chance: random.Random, body: bytes = b"") -> bytes:
    """Write another length of a segment, chunk or file."""
    changed = bytearray(body or _photo(chance))
    if changed[:1] == b"\xff":
        places = [at for at in range(2, len(changed) - 4) if changed[at] == 0xFF and changed[at + 1] >= 0xC0]
        at, wide, order = (chance.choice(places) + 2 if places else 2), 2, "big"
    else:
        places = [at for name in _CHUNKS if (at := changed.find(name)) >= 0]
        at, wide = (chance.choice(places) if places else 4), 4
        order = "big" if changed[:1] == b"\x89" else "little"
        at += -4 if order == "big" else 4
    value = chance.choice((*_LENGTHS, chance.randrange(2**16)))
    changed[at : at + wide] = (value % 256**wide).to_bytes(wide, "big" if order == "big" else "little")
    return bytes(changed)


_CHUNKS = (
    b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"eXIf", b"fdAT", b"acTL",
    b"RIFF", b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"EXIF", b"ANMF",
)  # fmt: skip


def _resized(chance: random.Random) -> bytes:
    """Write another size into the head, with the right checksum."""
    changed = bytearray(_photo(chance))
    wide, high = (chance.choice((*_SIDES, chance.randrange(2**16))) for _ in range(2))
    if changed[:1] == b"\xff":
        at = max(changed.find(frame) for frame in (b"\xff\xc0", b"\xff\xc1", b"\xff\xc2"))
        changed[at + 5 : at + 9] = struct.pack(">HH", high, wide)
        changed[at + 1] = chance.choice((0xC0, 0xC1, 0xC2, 0xC3, 0xC9, 0xCA, changed[at + 1], changed[at + 1]))
        if chance.random() < 0.3:
            changed[at + 11] = chance.randrange(256)
    elif changed[:1] == b"\x89":
        wide, high = wide << chance.choice((0, 0, 0, 15)), high << chance.choice((0, 0, 0, 15))
        changed[16:24] = struct.pack(">II", wide, high)
        changed[24] = chance.choice((1, 2, 4, 8, 16, changed[24], changed[24]))
        changed[25] = chance.choice((0, 2, 3, 4, 6, changed[25], changed[25]))
        changed[28] = chance.choice((0, 1))
    else:
        for name, offset in ((b"VP8 ", 14), (b"VP8L", 9), (b"VP8X", 12)):
            at = changed.find(name)
            if at >= 0 and chance.random() < 0.7:
                changed[at + offset : at + offset + 4] = struct.pack("<HH", wide, high)
    return _with_checksums(bytes(changed))


def _repeated(chance: random.Random) -> bytes:
    """Repeat a part of a file, up to thousands of times."""
    body = _photo(chance)
    start = chance.choice([at for at in range(len(body)) if body[at] == 0xFF] or [0]) if body[:1] == b"\xff" else 0
    start = start or chance.choice([max(0, body.find(name) - 4) for name in _CHUNKS])
    end = min(len(body), start + chance.choice((12, 40, 300, len(body))))
    times = chance.choice((2, 3, 20, 300, 3_000))
    return body[:start] + body[start:end] * max(1, min(times, 2_000_000 // (end - start + 1))) + body[end:]


def _bad_exif(chance: random.Random) -> bytes:
    """Put garbage where it is written which way is up."""
    order = chance.choice("<>")
    entries = [
        struct.pack(order + "HHII", chance.choice((0x0112, chance.randrange(65_536))), chance.randrange(14),
                    chance.choice((1, 0, *_LENGTHS)) % 2**32, chance.choice((6, 0, *_LENGTHS)) % 2**32)
        for _ in range(chance.choice((0, 1, 30, 4_000)))
    ]  # fmt: skip
    count = chance.choice((len(entries), 0, 65_535))
    first = chance.choice((8, 8, 8, 0, 65_000, 2**32 - 1))
    tiff = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "IH", first, count) + b"".join(entries)
    tiff = chance.choice((tiff, tiff, exif(chance.randrange(65_536)), chance.randbytes(200), b""))
    return _with_exif(_photo(chance), b"Exif\0\0" + tiff, chance.choice((1, 1, 2, 60)))


def _with_exif(body: bytes, content: bytes, times: int) -> bytes:
    if body[:1] == b"\xff":
        return body[:2] + jpeg_segment(0xE1, content[:65_000]) * times + body[2:]
    if body[:1] == b"\x89":
        return body[:33] + png_chunk(b"eXIf", content[6:]) * times + body[33:]
    grown = body[12:] + riff_chunk(b"EXIF", content) * times
    return b"RIFF" + struct.pack("<I", len(grown) + 4) + b"WEBP" + grown


def _packed(chance: random.Random) -> bytes:
    """Put texts and profiles that unpack to a thousand times as much into a PNG, or too many rows."""
    zeros = _zeros(chance.choice((1_000, 1_000_000, 30_000_000)))
    name, head = chance.choice(((b"zTXt", b"%d\0\0"), (b"iTXt", b"%d\0\1\0\0\0"), (b"iCCP", b"%d\0\0"), (b"IDAT", b"")))
    times = chance.choice((1, 70, 300))
    extra = b"".join(png_chunk(name, (head % number if head else b"") + zeros) for number in range(times))
    body = png(80, 80, bytes(241 * 80))
    at = chance.choice((33, len(body) - 12))
    return body[:at] + extra + body[at:]


@cache
def _zeros(count: int) -> bytes:
    return zlib.compress(bytes(count), 9)


def _scans(chance: random.Random) -> bytes:
    """Go over the same blocks again and again."""
    wide, high = chance.choice(((640, 480), (64, 64), (1600, 1200), (8_160, 6_120), (9_200, 6_900)))
    samples = chance.choice(((0x22, 0x11, 0x11), (0x11, 0x11, 0x11), (0x11,), (0x41, 0x11, 0x11), (0x11,) * 4))
    return _bomb(wide, high, chance.choice((2, 12, 13, 60, 99, 100, 101, 4_000)), samples)


@cache
def _bomb(wide: int, high: int, scans: int, samples: tuple[int, ...]) -> bytes:
    return jpeg_scans(wide, high, scans, samples=samples)


def _huge(chance: random.Random) -> bytes:
    """Write a large empty picture in a few bytes."""
    return _blank(
        chance.choice((4_000, 4_001, 3_400, 30_000)), *chance.choice(((8, 2), (8, 6), (16, 6), (16, 0), (8, 4), (1, 0)))
    )


@cache
def _blank(side: int, depth: int, color: int) -> bytes:
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[color]
    packer = zlib.compressobj(9)
    row = bytes(1 + -(-side * channels * depth // 8))
    packed = b"".join(packer.compress(row) for _ in range(min(side, 4_000))) + packer.flush()
    body = png(side, side, b"", depth=depth, color=color)
    return body[:33] + png_chunk(b"IDAT", packed) + png_chunk(b"IEND", b"")


def _garbage(chance: random.Random) -> bytes:
    """Put any bytes behind the right first ones."""
    return chance.choice((*_MAGIC, b"")) + chance.randbytes(chance.choice((0, 1, 10, 100, 3_000, 60_000)))


def _other(chance: random.Random) -> bytes:
    """Send another format, sometimes behind the first bytes of one that is read."""
    body = _other_format(chance.choice(_OTHERS))
    return chance.choice((b"", b"", *_MAGIC)) + body


@cache
def _other_format(kind: str) -> bytes:
    return written(Image.new("RGB", (128, 96), "teal"), kind)


def _with_checksums(body: bytes) -> bytes:
    """Recompute the checksums of a PNG, so that a decoder gets as far as the changed bytes."""
    if not body.startswith(b"\x89PNG\r\n\x1a\n"):
        return body
    written, at = [body[:8]], 8
    while at + 12 <= len(body):
        (length,) = struct.unpack_from(">I", body, at)
        if at + 12 + length > len(body):
            break
        written.append(png_chunk(body[at + 4 : at + 8], body[at + 8 : at + 8 + length]))
        at += 12 + length
    return b"".join([*written, body[at:]])


_WAYS: dict[Callable[[random.Random], bytes], float] = {
    _flipped: 30,
    _cut: 8,
    _spliced: 8,
    _polyglot: 6,
    _lengthened: 10,
    _resized: 14,
    _repeated: 8,
    _bad_exif: 8,
    _packed: 3,
    _scans: 1.5,
    _huge: 1,
    _garbage: 5,
    _other: 4,
}
"""With how often each is chosen."""
