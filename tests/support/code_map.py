"""The map of the code: the first line of each module's docstring, written into docs/map.md by `make map`."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAP = ROOT / "docs/map.md"
HEAD = """\
# Map of the code

Every module and the first line of its docstring, written by `make map`; a test fails where a line isn't true any more.

`templates/` has a folder for most folders of `companion/web/`. `static/` has the scripts and styles, bundled in the
order of their names; those in `static/lazy/` are fetched where they are needed. `tests/` has a folder for each of
`companion/`, `tests/screens/` the real browser, `tests/support/` what tests share, `bench/` what `make bench` measures.
"""


def code_map() -> str:
    parts = [HEAD]
    for package in sorted({path.parent for path in (ROOT / "companion").rglob("*.py")}):
        parts.append(f"## {package.relative_to(ROOT)}/\n\n{_first_line(package / '__init__.py')}\n")
        modules = sorted(path for path in package.glob("*.py") if path.name != "__init__.py")
        if modules:
            rows = "\n".join(f"| `{path.name}` | {_first_line(path)} |" for path in modules)
            parts.append(f"| | |\n| --- | --- |\n{rows}\n")
    return "\n".join(parts)


def _first_line(path: Path) -> str:
    return (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").partition("\n")[0].replace("|", "\\|")


if __name__ == "__main__":
    MAP.write_text(code_map(), "utf-8")
