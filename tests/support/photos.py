"""Files of pictures, written by hand: as no camera writes them."""

import struct
import zlib
from io import BytesIO

from PIL import Image


def written(picture: Image.Image, kind: str, **options: object) -> bytes:
    body = BytesIO()
    picture.save(body, kind, **options)
    return body.getvalue()


def exif(orientation: int, *, big_endian: bool = False) -> bytes:
    """Write which way is up as cameras do, behind another entry."""
    order = ">" if big_endian else "<"
    maker = struct.pack(order + "HHII", 0x010F, 2, 4, 0x41424300)
    turned = struct.pack(order + "HHIHH", 0x0112, 3, 1, orientation, 0)
    head = (b"MM\0*" if big_endian else b"II*\0") + struct.pack(order + "IH", 8, 2)
    return head + maker + turned + bytes(4)


def png_chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png(width: int, height: int, rows: bytes, *, depth: int = 8, color: int = 2) -> bytes:
    """Write a PNG of rows as they are, each with its filter before it."""
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(png_chunk(name, content) for name, content in chunks)


def riff_chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + bytes(len(content) % 2)


_NONE, _RUN = 0x00, 0xE0
_RUN_LENGTH = 14
_LONGEST_RUN = 2**15 - 1


def jpeg_segment(marker: int, content: bytes) -> bytes:
    return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content


def jpeg_scans(width: int, height: int, scans: int, *, samples: tuple[int, ...] = (0x22, 0x11, 0x11)) -> bytes:
    """Write an empty progressive JPEG that goes over the same blocks again and again, in very few bytes."""
    across, down = max(one >> 4 for one in samples), max(one & 15 for one in samples)
    units = -(-width // (8 * across)) * -(-height // (8 * down))
    first_blocks = units * sum((one >> 4) * (one & 15) for one in samples)
    blocks = -(-width // 8) * -(-height // 8)
    components = b"".join(bytes([number, one, 0]) for number, one in enumerate(samples, 1))
    tables = [bytes([kind << 4, 0, 0, 0, 2, *[0] * 12, _NONE, second]) for kind, second in ((0, 1), (1, _RUN))]
    body = b"\xff\xd8" + jpeg_segment(0xDB, b"\0" + b"\1" * 64)
    body += jpeg_segment(0xC2, struct.pack(">BHHB", 8, height, width, len(samples)) + components)
    body += b"".join(jpeg_segment(0xC4, table) for table in tables)
    chosen = b"".join(bytes([number, 0]) for number in range(1, len(samples) + 1))
    body += jpeg_segment(0xDA, bytes([len(samples)]) + chosen + b"\0\0\0") + bytes(-(-first_blocks // 2))
    runs = -(-blocks // _LONGEST_RUN)
    over = _packed(("0001" + "1" * _RUN_LENGTH) * runs)
    return body + (jpeg_segment(0xDA, b"\1\1\0\1\x3f\x10") + over) * (scans - 1) + b"\xff\xd9"


def _packed(bits: str) -> bytes:
    bits += "1" * (-len(bits) % 8)
    return int(bits or "0", 2).to_bytes(len(bits) // 8).replace(b"\xff", b"\xff\0")
