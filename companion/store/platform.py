"""Whether the store lies in a browser: one process, no shared memory for a write-ahead log, no hard links."""

import sys

IN_BROWSER = sys.platform == "emscripten"
