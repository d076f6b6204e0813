"""Static files: bundled, compressed once at start, named by their content, kept by the phone for a year.

No server in question compresses static files, and a phone with bad reception should fetch each only once.
"""

import functools
import gzip
import hashlib
import json
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, Response, abort, current_app, redirect, request
from werkzeug.http import parse_accept_header
from werkzeug.wrappers import Response as BaseResponse

from companion.web.security.guard import vary_by
from companion.wording.web import SCRIPT_TEXTS

YEAR = 365 * 24 * 3600
COMPRESS_FROM = 500
"""Bytes under which compressing a page costs more than it saves."""

PACKED_KINDS = frozenset(
    {
        "text/html",
        "text/plain",
        "text/csv",
        "text/javascript",
        "application/json",
        "application/manifest+json",
        "image/svg+xml",
    }
)

BUNDLES = {"app.css": ("css", "*.css"), "app.js": ("js", "*.js")}
"""One file over the wire for each folder of small ones, in the order of their names."""


@dataclass(frozen=True, slots=True)
class Asset:
    name: str
    digest: str
    kind: str
    plain: bytes
    packed: bytes


def load(folder: Path) -> dict[str, Asset]:
    """Read and compress every static file below `folder`, and make the bundles."""
    bundled = {path for place, pattern in BUNDLES.values() for path in (folder / place).glob(pattern)}
    not_served = folder / "pocket"  # what `companion pocket` writes around the app
    contents = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path not in bundled and not_served not in path.parents
    }
    for name, (place, pattern) in BUNDLES.items():
        contents[name] = _lean(name, b"\n".join(path.read_bytes() for path in sorted((folder / place).glob(pattern))))
    contents |= {name: _lean(name, content) for name, content in contents.items() if name.startswith("lazy/")}
    contents["app.js"] = f"const TEXTS = {json.dumps(SCRIPT_TEXTS)};\n".encode() + contents["app.js"]
    return {name: _asset(name, content) for name, content in contents.items()}


_loaded_once = functools.cache(load)


def _lean(name: str, content: bytes) -> bytes:
    """Leave out comments and indentation: six of fifty kilobytes that a first visit fetches, compressed."""
    comments = rb"/\*.*?\*/" if name.endswith(".css") else rb"(?m)^[ \t]*//[^\n]*|(?<=[;{]) // [^\n]*"
    return re.sub(rb"\s*\n\s*", b"\n", re.sub(comments, b"", content, flags=re.DOTALL)).strip()


def _asset(name: str, content: bytes) -> Asset:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    digest = hashlib.sha256(content).hexdigest()[:12]
    return Asset(name, digest, kind, content, gzip.compress(content, 9, mtime=0))


def init_app(app: Flask, folder: Path) -> None:
    """Serve the files of `folder` at addresses that change with their content."""
    app.extensions["assets"] = _loaded_once(folder)
    app.jinja_env.globals["static"] = address
    app.add_url_rule("/static/<digest>/<path:name>", "static_file", static_file)
    app.after_request(compress)


def address(name: str) -> str:
    """Return the address of a static file; raise KeyError if there is none."""
    asset: Asset = current_app.extensions["assets"][name]
    # As `url_for` would make it; pages name many files.
    return f"{request.script_root}/static/{asset.digest}/{name}"


def static_file(digest: str, name: str) -> BaseResponse:
    """Send a static file; redirect the address of an older version to the current one."""
    asset: Asset | None = current_app.extensions["assets"].get(name)
    if asset is None:
        abort(404)
    if digest != asset.digest:
        return redirect(address(name), 302)
    packed = _takes_gzip(request.headers.get("Accept-Encoding", ""))
    answer = Response(asset.packed if packed else asset.plain, content_type=asset.kind)
    if packed:
        answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Vary"] = "Accept-Encoding"
    answer.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable"
    return answer


def compress(answer: Response) -> Response:
    """Compress a page on its way out, where the browser takes it."""
    if (
        answer.direct_passthrough
        or answer.is_streamed
        or "Content-Encoding" in answer.headers
        or answer.mimetype not in PACKED_KINDS
    ):
        return answer
    vary_by(answer, "Accept-Encoding")
    content = answer.get_data()
    if len(content) >= COMPRESS_FROM and _takes_gzip(request.headers.get("Accept-Encoding", "")):
        answer.set_data(gzip.compress(content, 5, mtime=0))
        answer.headers["Content-Encoding"] = "gzip"
    return answer


@functools.lru_cache(100)
def _takes_gzip(accepted: str) -> bool:
    """Return whether a browser that sends this header takes gzip; there are few such headers."""
    return parse_accept_header(accepted).quality("gzip") > 0
