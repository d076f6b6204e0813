"""Start the server (granian), and print the addresses to open, with a QR code of the best one."""

import gc
import logging.config
import os
import sys

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from companion.store.backup.regular import BackupPlan
from companion.store.errors import StoreError
from companion.web import addresses
from companion.web.app import create_app
from companion.web.config import Settings
from companion.web.current_store import store_of
from companion.web.security import guard
from companion.web.server import backup_process, json_log, metrics, processes, sockets, watchdog
from companion.web.server.gate import Gate
from companion.web.server.observed import ObservedGate
from companion.web.server.options import ServeOptions, error_in
from companion.web.server.waiting import Watcher
from companion.wording import web as errors
from companion.wording.store_errors import store_sentence
from companion.wording.web import STARTED, STARTED_LINE, STOPPED_LINE

STOP_TIMEOUT = 15
"""Seconds that open requests get when the server stops: more than a recording waits for a busy database."""
BACKUPS = "backups"
"""The folder of regular backups beside the database."""
SWITCH_INTERVAL = 0.0005
"""Seconds for which a thread keeps the interpreter when others wait for it. Each statement to the database lets go of
it: with Python's 5 ms, a request that sends five statements would wait 25 ms beside a busy thread."""
GARBAGE_THRESHOLDS = (50_000, 20, 20)
"""Allocations until the garbage collector looks: each phone that waits keeps objects it would look at in vain."""
HEAD_TIMEOUT = 10
"""Seconds in which the head of a request must arrive, and for which an idle connection is kept."""
READ_BUFFER = 65_536
"""Bytes; a longer head is refused before anything parses it."""
BACKLOG = 4096
"""Connections waiting to be accepted."""


class ServeError(Exception):
    """Nothing can be served; the message is for who started it."""


def serve(options: ServeOptions, factory: str = "companion.web.server.serve:worker") -> None:
    """Serve until interrupted. `factory` makes the app in each worker process."""
    error = error_in(options)
    if error:
        raise ServeError(error)
    settings = Settings(
        instance=options.instance.resolve(),
        public_address=options.public_address,
        trusted_hops=options.trusted_hops,
        port=options.port,
        host=options.host,
        secure=options.certificate is not None,
        known_as=options.known_as,
        database=options.database,
        secret=options.secret,
        json_log=options.json_log,
    )
    os.environ.update(settings.as_environment())
    processes.note_parent()
    try:
        # Made here once, so that an app that cannot start says so before the workers do.
        store = store_of(create_app(settings))
        store.close()
    except StoreError as failure:
        raise ServeError(store_sentence(failure)) from failure
    backup_folder = (options.backup_folder or settings.instance / BACKUPS).resolve()
    os.environ[metrics.ADDRESS] = ""
    if options.metrics_port:
        try:
            metrics.show(
                options.metrics_host, options.metrics_port, store, backup_folder if options.backup_every else None
            )
        except (OSError, UnicodeError) as failure:
            host, port = options.metrics_host, options.metrics_port
            reason = failure.strerror if isinstance(failure, OSError) else failure
            raise ServeError(errors.BAD_METRICS_PORT.format(host=host, port=port, reason=reason)) from failure
    _announce(settings)
    backups = None
    if options.backup_every:
        backups = backup_process.start(BackupPlan(settings.instance, backup_folder, options.backup_every, options.keep))
    server = Granian(
        factory,
        factory=True,
        address=options.host,
        port=options.port,
        interface=Interfaces.RSGI,
        workers=options.workers,
        backlog=BACKLOG,
        backpressure=sockets.max_connections(),
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=1000 * HEAD_TIMEOUT, max_buffer_size=READ_BUFFER),
        log_access=False,
        log_level=LogLevels.warning,
        log_dictconfig=json_log.CONFIG if options.json_log else None,
        websockets=False,
        respawn_failed_workers=True,
        workers_kill_timeout=STOP_TIMEOUT,
        ssl_cert=options.certificate,
        ssl_key=options.key,
    )
    watchdog.watch(server)
    processes.let_new_workers_end()
    try:
        server.serve()
    finally:
        if backups is not None:
            backups.terminate()
    if settings.json_log:
        json_log.say("info", STOPPED_LINE)


def worker() -> Gate:
    """Make the app in a worker process, with the settings of its parent."""
    processes.end_with_parent()
    settings = Settings.from_environment(os.environ)
    app = create_app(settings)
    _serve_many()
    watcher = Watcher(store_of(app))
    tells = bool(os.environ.get(metrics.ADDRESS))
    if settings.json_log or tells:
        gate = ObservedGate(app, guard.large_forms(app), watcher=watcher, trusted_hops=settings.trusted_hops)
        if settings.json_log:
            logging.config.dictConfig(json_log.CONFIG)
            gate.notes.append(json_log.note)
        if tells:
            gate.tell_metrics(metrics.MetricsTeller(lambda: gate.waiting.count))
        return gate
    return Gate(app, guard.large_forms(app), watcher=watcher, trusted_hops=settings.trusted_hops)


def _serve_many() -> None:
    """Set the interpreter up for many short requests at a time instead of one long computation."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    # What was made until now stays: the garbage collector need not look at it again and again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)


def _announce(settings: Settings) -> None:
    urls = settings.addresses()
    if settings.json_log:
        json_log.say("info", STARTED_LINE)
        return
    qr = addresses.qr_for_terminal(urls[0])
    print(STARTED.format(qr=qr, urls="\n  ".join(urls), folder=settings.where), flush=True)
