"""Answer documents, one a line, in any Python that has the app: the same lines must get the same bytes everywhere.

A line is a command, a space, and the document that it takes. Pyodide runs this too, so it imports nothing but the app
and the standard library.
"""

import json
import sys
import time
from collections.abc import Callable, Iterable

from companion.answers.judging import error_document, judge_document
from companion.answers.moves import moves_document
from companion.answers.scoring import score_document
from companion.documents.errors import DocumentError
from companion.documents.reader import parse_json

COMMANDS: dict[str, Callable[[object], dict[str, object]]] = {
    "judge": judge_document,
    "score": score_document,
    "moves": moves_document,
}


def line_of(command: str, document: object) -> bytes:
    return f"{command} {json.dumps(document)}".encode()


def answered(line: bytes) -> bytes:
    """Answer a line as the command line does, an error as `judge --lines` writes it."""
    command, _, document = line.partition(b" ")
    try:
        answer = COMMANDS[command.decode()](parse_json(document))
    except DocumentError as error:
        answer = error_document(error)
    return json.dumps(answer, ensure_ascii=False).encode()


def timed(lines: Iterable[bytes]) -> tuple[list[bytes], float]:
    """Answer lines; return the seconds of the processor that it took, too."""
    before = time.process_time()
    answers = [answered(line) for line in lines]
    return answers, time.process_time() - before


def main() -> None:
    answers, seconds = timed([line.removesuffix(b"\n") for line in sys.stdin.buffer])
    for answer in answers:
        sys.stdout.buffer.write(answer + b"\n")
    sys.stdout.buffer.write(b"%.6f\n" % seconds)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
