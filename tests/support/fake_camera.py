"""The camera of a browser in the tests: it sees the picture in a file."""

import shutil
import subprocess
from pathlib import Path

from PIL import Image

from companion.pocket.pyodide import node

VENDORED = Path(__file__).resolve().parents[2] / "static/vendor"
READ = """
const { readFileSync } = await import("node:fs");
const [address, width, height] = process.argv.slice(1);
const { decodeQR } = await import(address);
process.stdout.write(decodeQR({ width: Number(width), height: Number(height), data: new Uint8Array(readFileSync(0)) }));
"""

TABLE = 90
"""How bright it is around the picture."""


def arguments(file: Path) -> list[str]:
    """Have Chromium play a file as its camera, and allow every page to use it; the file may be written later."""
    return [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={file}",
    ]


def film(file: Path, picture: Image.Image, size: tuple[int, int] = (640, 480)) -> None:
    """Hold a picture in front of the camera, as large as it sees it whole."""
    seen = Image.new("YCbCr", size, (TABLE, 128, 128))
    picture = picture.convert("YCbCr")
    picture.thumbnail(size)
    seen.paste(picture, ((size[0] - picture.width) // 2, (size[1] - picture.height) // 2))
    light, *colors = seen.split()
    halves = (color.resize((size[0] // 2, size[1] // 2)) for color in colors)
    frame = b"FRAME\n" + b"".join(plane.tobytes() for plane in (light, *halves))
    file.write_bytes(b"YUV4MPEG2 W%d H%d F10:1 Ip C420jpeg\n" % size + frame * 5)


def read_code(picture: Image.Image, folder: Path) -> str:
    """Return what the QR code in a picture says, as any phone's camera would; an empty folder is for the reader."""
    shutil.copyfile(VENDORED / "qr-0.7.0.js", folder / "index.js")
    reader = shutil.copyfile(VENDORED / "qr-decode-0.7.0.js", folder / "decode.js")
    (folder / "package.json").write_text('{"type": "module"}')
    size = map(str, picture.size)
    command = [node(), "--input-type=module", "-e", READ, reader.as_uri(), *size]
    done = subprocess.run(command, input=picture.convert("RGBA").tobytes(), check=True, capture_output=True)  # noqa: S603 (our own words)
    return done.stdout.decode()
