"""The commands that bring the app to phones: from this machine, or onto the phone itself."""

import argparse
import os

from companion.commands.terminal import OK, complain


def serve(options: argparse.Namespace) -> int:
    from companion.web.server.options import ServeOptions
    from companion.web.server.serve import ServeError, serve

    given = {name: value for name, value in vars(options).items() if name not in {"run", "log"}}
    given |= {"known_as": tuple(options.known_as), "database": options.database.strip()}
    try:
        serve(ServeOptions(**given, json_log=options.log == "json", secret=os.environ.get("COMPANION_SECRET", "")))
    except ServeError as error:
        return complain(str(error))
    return OK


def pocket(options: argparse.Namespace) -> int:
    from companion.pocket.build import build
    from companion.pocket.pyodide import BuildError, default_cache
    from companion.web.app import folders

    try:
        built = build(options.folder, *folders(), options.cache or default_cache())
    except BuildError as error:
        return complain(str(error))
    print(f"{options.folder} has the pocket edition: {built.files} files, {built.size / 1e6:.1f} MB to fetch once.")
    print(f"The first photo that a phone reads fetches {built.later / 1e6:.1f} MB more, once.")
    print(f"Try it: python3 -m http.server --directory {options.folder}, and open http://localhost:8000")
    return OK
