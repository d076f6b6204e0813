"""The map of the code: what each module says in its first line, written into docs/map.md by `make map`."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAP = ROOT / "docs/map.md"
HEAD = """\
# Map of the code

Every module and the first line of its docstring, every script and how its first comment begins, every template by name,
written by `make map`; a test fails where a line isn't true any more. The packages of `companion/` come first, then
`templates/` (a folder for most folders of `companion/web/`; a name with `_` in front is part of other pages), `static/`
(bundled in the order of the names; `static/lazy/` is fetched where it is needed), `tests/` (a folder for each of
`companion/`, the real browser in `tests/screens/`, what tests share in `tests/support/`) and `bench/`.
"""


def code_map() -> str:
    return "\n".join([HEAD, *_modules("companion"), *_templates(), *_scripts(), *_modules("tests"), *_modules("bench")])


def _modules(top: str) -> Iterator[str]:
    for folder in sorted({path.parent for path in (ROOT / top).rglob("*.py")}):
        about = _first_line(folder / "__init__.py")
        modules = (path for path in folder.glob("*.py") if path.name != "__init__.py")
        yield _section(folder, about, ((path.name, _first_line(path)) for path in modules))


def _templates() -> Iterator[str]:
    for folder in sorted({path.parent for path in (ROOT / "templates").rglob("*.*")}):
        names = ", ".join(f"`{path.name}`" for path in sorted(folder.glob("*.*")) if path.is_file())
        yield f"## {folder.relative_to(ROOT)}/\n\n{names}\n"


def _scripts() -> Iterator[str]:
    for folder in sorted({path.parent for path in (ROOT / "static").rglob("*.js")} - {ROOT / "static/vendor"}):
        yield _section(folder, "", ((path.name, _first_sentence(path)) for path in folder.glob("*.js")))


def _section(folder: Path, about: str, rows: Iterable[tuple[str, str]]) -> str:
    table = "\n".join(f"| `{name}` | {words} |" for name, words in sorted(rows))
    parts = (f"## {folder.relative_to(ROOT)}/\n", f"{about}\n" if about else "")
    return "\n".join(filter(None, (*parts, f"| | |\n| --- | --- |\n{table}\n" if table else "")))


def _first_line(path: Path) -> str:
    text = path.read_text("utf-8") if path.exists() else ""
    return (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0].replace("|", "\\|")


def _first_sentence(script: Path) -> str:
    comment = []
    for line in script.read_text("utf-8").splitlines():
        if not line.startswith("//"):
            break
        comment.append(line.removeprefix("//").strip())
    return " ".join(comment).partition(". ")[0].rstrip(".") + "."


if __name__ == "__main__":
    MAP.write_text(code_map(), "utf-8")
