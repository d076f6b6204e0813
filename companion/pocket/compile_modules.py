"""Compile the modules below a folder. Runs in Pyodide, whose Python is another one than that of the build."""

import marshal
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

_HEADER = MAGIC_NUMBER + bytes(12)
"""Of a module without its source: nothing to compare it with."""
_NO_LINE = 0b1_1111_000
"""Of an entry of a code's location table: these instructions have no line; the last three bits say how many."""
_MOST_AT_ONCE = 8
OWN = ("app/companion/", "photos/companion/")


def compile_tree(source: Path, target: Path) -> int:
    """Compile every module below `source` into `target`, without docstrings; return how many."""
    modules = sorted(source.rglob("*.py"))
    for module in modules:
        name = module.relative_to(source)
        code = compile(module.read_bytes(), str(name), "exec", dont_inherit=True, optimize=2)
        if not name.as_posix().startswith(OWN):
            code = _without_lines(code)
        compiled = target / name.with_suffix(".pyc")
        compiled.parent.mkdir(parents=True, exist_ok=True)
        compiled.write_bytes(_HEADER + marshal.dumps(code))
    return len(modules)


def _without_lines(code: CodeType) -> CodeType:
    """Return code without its line numbers: a fifth of its size, and only our own lines help in a report."""
    constants = (_without_lines(value) if isinstance(value, CodeType) else value for value in code.co_consts)
    whole, rest = divmod(len(code.co_code) // 2, _MOST_AT_ONCE)
    table = bytes([_NO_LINE + _MOST_AT_ONCE - 1]) * whole + (bytes([_NO_LINE + rest - 1]) if rest else b"")
    return code.replace(co_linetable=table, co_consts=tuple(constants))
