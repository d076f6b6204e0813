"""Take the bare picture out of a JPEG, PNG or WebP file: no metadata, no second picture ever reaches a decoder.

What is kept is what a decoder needs to show one picture. The rest is passed over unread, but for which way is up. Color
profiles, comments, thumbnails, packed texts and further frames could otherwise cost any amount of memory and time.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from struct import Struct, error, unpack_from

from companion.photo.reading import PhotoError, Trouble

MAX_BYTES = 16_000_000
MOST_PARTS = 10_000
"""Segments or chunks of a file: a PNG of 16 MB in pieces of 8 kB has two thousand."""
UPRIGHT = 1


class Format(StrEnum):
    JPEG = "JPEG"
    PNG = "PNG"
    WEBP = "WebP"


@dataclass(frozen=True, slots=True)
class BarePicture:
    """A picture's file without anything beside the picture."""

    format: Format
    body: bytes
    width: int
    height: int
    orientation: int
    """Which way is up, as cameras write it: 1 upright, 2 to 8 turned or mirrored."""
    blocks: int = 0
    """The blocks that a decoder keeps until it has seen the whole file, for a JPEG in several scans."""
    scans: int = 1


def bare_picture(body: bytes) -> BarePicture:
    """Return the picture of a file; `PhotoError` if it is too long, none of the formats, or clearly broken."""
    if len(body) > MAX_BYTES:
        raise PhotoError(Trouble.TOO_LARGE)
    try:
        if body.startswith(b"\xff\xd8\xff"):
            return _jpeg(body)
        if body.startswith(b"\x89PNG\r\n\x1a\n"):
            return _png(body)
        if body.startswith(b"RIFF") and body[8:12] == b"WEBP":
            return _webp(body)
    except (error, IndexError) as broken:
        raise PhotoError(Trouble.NO_PHOTO) from broken
    raise PhotoError(Trouble.NO_PHOTO)


_SEGMENT = re.compile(rb"\xff+([\xc0-\xcf\xda-\xfe])", re.DOTALL)
_FRAMES = {0xC0, 0xC1, 0xC2}
"""Baseline, extended and progressive, all Huffman coded: what cameras and browsers write."""
_PROGRESSIVE = 0xC2
_UNREAD_FRAMES = {*range(0xC3, 0xD0)} - {0xC4, 0xC8, 0xCC}
_TABLES = {0xC4, 0xDB, 0xDD}
_SCAN = 0xDA
_JFIF, _EXIF, _ADOBE = 0xE0, 0xE1, 0xEE
_COMPONENTS = {1, 3, 4}
_MOST_SAMPLES = 4


def _jpeg(body: bytes) -> BarePicture:
    kept = [b"\xff\xd8"]
    frame: tuple[int, bytes] | None = None
    orientation = UPRIGHT
    for marker, start, end in _segments(body):
        content = body[start + 2 : end]
        if marker in _UNREAD_FRAMES or (marker in _FRAMES and frame):
            break
        if marker == _SCAN:
            if frame is None:
                break
            kept.append(b"\xff" + bytes([marker]))
            kept.append(body[start:])
            return _measured(b"".join(kept), *frame, orientation, content[0], body.count(b"\xff\xda", end))
        if marker in _FRAMES:
            frame = marker, content
        elif marker == _EXIF and content.startswith(b"Exif\0"):
            orientation = _orientation(content[6:]) if orientation == UPRIGHT else orientation
        if (
            marker in _FRAMES | _TABLES
            or (marker == _JFIF and content.startswith(b"JFIF\0"))
            or (marker == _ADOBE and content.startswith(b"Adobe"))
        ):
            kept.append(b"\xff" + bytes([marker]) + body[start:end])
    raise PhotoError(Trouble.NO_PHOTO)


def _segments(body: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the marker of each segment, and where its length stands and where it ends."""
    at = 2
    for _ in range(MOST_PARTS):
        found = _SEGMENT.match(body, at)
        if found is None:
            return
        (length,) = unpack_from(">H", body, found.end())
        at = found.end() + length
        if at > len(body):
            return
        yield found[1][0], found.end(), at


def _measured(body: bytes, marker: int, frame: bytes, orientation: int, in_scan: int, more_scans: int) -> BarePicture:
    _, height, width, count = unpack_from(">BHHB", frame)
    samples = [divmod(frame[7 + 3 * number], 16) for number in range(count)]
    if count not in _COMPONENTS or not all(0 < side <= _MOST_SAMPLES for sample in samples for side in sample):
        raise PhotoError(Trouble.NO_PHOTO)
    blocks, scans = 0, 1
    if marker == _PROGRESSIVE or in_scan < count:
        across = max(sample[0] for sample in samples)
        down = max(sample[1] for sample in samples)
        units = -(-width // (8 * across)) * -(-height // (8 * down))
        blocks, scans = units * sum(one * other for one, other in samples), 1 + more_scans
    return BarePicture(Format.JPEG, body, width, height, orientation, blocks, scans)


_CHUNK = Struct(">I4s")
_KEPT_CHUNKS = {b"IHDR": 13, b"PLTE": 768, b"tRNS": 256}
"""With the most bytes that each may have."""


def _png(body: bytes) -> BarePicture:
    kept = [body[:8]]
    at, orientation = 8, UPRIGHT
    width, height = unpack_from(">II", body, 16)
    for number in range(MOST_PARTS):
        length, name = _CHUNK.unpack_from(body, at)
        end = at + length + 12
        if end > len(body) or (name == b"IHDR") != (number == 0) or length > _KEPT_CHUNKS.get(name, length):
            break
        if name in _KEPT_CHUNKS or name in {b"IDAT", b"IEND"}:
            kept.append(body[at:end])
        elif name == b"eXIf":
            orientation = _orientation(body[at + 8 : end - 4])
        if name == b"IEND":
            return BarePicture(Format.PNG, b"".join(kept), width, height, orientation)
        at = end
    raise PhotoError(Trouble.NO_PHOTO)


_LOSSY, _LOSSLESS, _ALPHA = b"VP8 ", b"VP8L", b"ALPH"
_RIFF_CHUNK = Struct("<4sI")
_SIDE = 0x3FFF
_HAS_ALPHA = 0x10


def _webp(body: bytes) -> BarePicture:
    chunks: dict[bytes, bytes] = {}
    at, whole = 12, 8 + unpack_from("<I", body, 4)[0]
    for _ in range(MOST_PARTS):
        if at + 8 > min(whole, len(body)):
            break
        name, length = _RIFF_CHUNK.unpack_from(body, at)
        end = at + 8 + length
        if end > len(body) or name in {b"ANIM", b"ANMF"}:
            raise PhotoError(Trouble.NO_PHOTO)
        if name in {_LOSSY, _LOSSLESS, _ALPHA, b"EXIF"}:
            chunks.setdefault(name, body[at + 8 : end])
        at = end + length % 2
    orientation = _orientation(chunks.get(b"EXIF", b"").removeprefix(b"Exif\0\0"))
    if _LOSSLESS in chunks:
        (bits,) = unpack_from("<I", chunks[_LOSSLESS], 1)
        width, height = (bits & _SIDE) + 1, (bits >> 14 & _SIDE) + 1
        return BarePicture(Format.WEBP, _riff(chunks, _LOSSLESS), width, height, orientation)
    if _LOSSY in chunks:
        width, height = (side & _SIDE for side in unpack_from("<HH", chunks[_LOSSY], 6))
        if _ALPHA not in chunks:
            return BarePicture(Format.WEBP, _riff(chunks, _LOSSY), width, height, orientation)
        canvas = b"".join((max(1, side) - 1).to_bytes(3, "little") for side in (width, height))
        chunks[b"VP8X"] = bytes([_HAS_ALPHA, 0, 0, 0]) + canvas
        return BarePicture(Format.WEBP, _riff(chunks, b"VP8X", _ALPHA, _LOSSY), width, height, orientation)
    raise PhotoError(Trouble.NO_PHOTO)


def _riff(chunks: dict[bytes, bytes], *names: bytes) -> bytes:
    written = [
        _RIFF_CHUNK.pack(name, len(chunks[name])) + chunks[name] + bytes(len(chunks[name]) % 2) for name in names
    ]
    body = b"".join(written)
    return b"RIFF" + (4 + len(body)).to_bytes(4, "little") + b"WEBP" + body


_ORIENTATION = 0x0112
_SHORT = 3
_ENTRIES = 200
"""Cameras write the orientation among the first dozen."""


def _orientation(exif: bytes) -> int:
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(exif[:4])
    if order is None:
        return UPRIGHT
    try:
        (first,) = unpack_from(order + "I", exif, 4)
        (entries,) = unpack_from(order + "H", exif, first)
        for number in range(min(entries, _ENTRIES)):
            tag, kind, _, value = unpack_from(order + "HHIH", exif, first + 2 + 12 * number)
            if tag == _ORIENTATION:
                return int(value) if kind == _SHORT and 1 <= value <= 8 else UPRIGHT
    except error:
        pass
    return UPRIGHT
