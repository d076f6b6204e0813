"""The kernel of the reader: built by `make kernel`, and run by wasmtime in this process.

python -m tests.support.kernel        build it
"""

import shlex
import subprocess
import sys
from pathlib import Path

import wasmtime

from companion.photo.with_kernel import WithKernel

FOLDER = Path(__file__).parents[2] / "companion" / "photo"
SOURCE, KERNEL = FOLDER / "kernel.c", FOLDER / "kernel.wasm"
OPTIONS = """-target wasm32-freestanding -mcpu=generic+simd128+bulk_memory -Os -nostdlib -fvisibility=hidden
    -Wall -Wextra -Werror -Wl,--no-entry -Wl,--export-dynamic -Wl,--strip-all -Wl,-z,stack-size=16384"""


def build(into: Path) -> None:
    """Compile the kernel with the pinned compiler: the same bytes on every machine."""
    command = [sys.executable, "-m", "ziglang", "cc", *shlex.split(OPTIONS), str(SOURCE), "-o", str(into)]
    subprocess.run(command, check=True)  # noqa: S603 - our own words
    into.chmod(0o644)


class Wasmtime:
    """See `companion.photo.with_kernel.Kernel`."""

    def __init__(self, wasm: bytes) -> None:
        engine = wasmtime.Engine()
        self._store = wasmtime.Store(engine)
        self._exports = wasmtime.Instance(self._store, wasmtime.Module(engine, wasm), []).exports(self._store)
        memory = self._exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        self._memory = memory

    def call(self, function: str, *arguments: float) -> int:
        called = self._exports[function]
        assert isinstance(called, wasmtime.Func)
        result: int = called(self._store, *arguments)
        return result

    def write(self, address: int, body: bytes) -> None:
        self._memory.write(self._store, body, address)

    def read(self, address: int, length: int) -> bytes:
        return bytes(self._memory.read(self._store, address, address + length))


def with_wasmtime() -> WithKernel:
    return WithKernel(Wasmtime(KERNEL.read_bytes()))


if __name__ == "__main__":
    build(KERNEL)
