"""The commands that bring the app to phones: from this machine, or onto the phone itself."""

import argparse
import os

from companion.commands.terminal import OK, complain


def serve(options: argparse.Namespace) -> int:
    from companion.web.server.options import ServeOptions
    from companion.web.server.serve import serve

    return serve(
        ServeOptions(
            host=options.host,
            port=options.port,
            instance=options.instance,
            public_address=options.public_address,
            trusted_hops=options.trusted_hops,
            certificate=options.certificate,
            key=options.key,
            known_as=tuple(options.known_as),
            database=options.database.strip(),
            secret=os.environ.get("COMPANION_SECRET", ""),
            workers=options.workers,
            json_log=options.log == "json",
            metrics_host=options.metrics_host,
            metrics_port=options.metrics_port,
            backup_every=options.backup_every,
            keep=options.keep,
            backup_folder=options.backup_folder,
        )
    )


def pocket(options: argparse.Namespace) -> int:
    from companion.pocket.build import build
    from companion.pocket.pyodide import BuildError, default_cache
    from companion.web.app import folders

    try:
        built = build(options.folder, *folders(), options.cache or default_cache())
    except BuildError as error:
        return complain(str(error))
    print(f"{options.folder} has the pocket edition: {built.files} files, {built.size / 1e6:.1f} MB to fetch once.")
    print(f"Try it: python3 -m http.server --directory {options.folder}, and open http://localhost:8000")
    return OK
