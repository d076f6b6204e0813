"""The commands that answer a document, a photo or a question about the rules."""

import argparse
import os
import shutil
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from companion.answers.judging import LARGEST_SHOWDOWN, bounded_lines, judge_document, judge_lines
from companion.answers.moves import moves_document
from companion.answers.scoring import score_document
from companion.commands.terminal import OK, complain, load, open_input, print_json, write

if TYPE_CHECKING:
    from companion.wording.terminal import TerminalStyle


def judge(options: argparse.Namespace) -> int:
    if not options.lines:
        print_json(judge_document(load(options.file, LARGEST_SHOWDOWN)), indent=2)
        return OK
    with open_input(options.file) as stream:
        for answer in judge_lines(bounded_lines(stream)):
            print_json(answer, indent=None)
    return OK


def score(options: argparse.Namespace) -> int:
    document = load(options.file)
    sheet = score_document(document)
    if options.table:
        from companion.journal.names import cleaned_head
        from companion.wording.terminal import sheet_table

        write(sheet_table(cleaned_head(cast("Mapping[str, object]", document)), sheet, terminal_style()))
    else:
        print_json(sheet, indent=2)
    return OK


def terminal_style() -> "TerminalStyle":
    """Return what the terminal can show; piped output has no color and any width."""
    from companion.wording.terminal import TerminalStyle

    if sys.stdout is None or not sys.stdout.isatty():
        return TerminalStyle()
    color = "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return TerminalStyle(color, shutil.get_terminal_size().columns)


def moves(options: argparse.Namespace) -> int:
    print_json(moves_document(load(options.file)), indent=2)
    return OK


def read(options: argparse.Namespace) -> int:
    from companion.commands.photo import MOST, reading_document

    with open_input(options.file) as file:
        body = file.read(MOST)
    print_json(reading_document(body, hand=options.hand), indent=2)
    return OK


def rules(options: argparse.Namespace) -> int:
    from companion.register.printing import nearest_rules, register_text, rule_text

    text = register_text() if options.id is None else rule_text(options.id)
    if text is None:
        near = " or ".join(nearest_rules(options.id))
        hint = f"did you mean {near}?" if near else "`companion rules` lists them all"
        return complain(f"there is no rule {options.id[:40]!r}; {hint}")
    write(text)
    return OK


def schema(options: argparse.Namespace) -> int:
    from companion.schemas.catalog import TITLES, schema_of

    if options.name is None:
        width = max(map(len, TITLES))
        write("".join(f"{name:{width}}  {title}\n" for name, title in TITLES.items()))
    elif options.name in TITLES:
        print_json(schema_of(options.name), indent=2)
    else:
        return complain(f"there is no schema {options.name[:40]!r}; `companion schema` lists them all")
    return OK
