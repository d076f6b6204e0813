"""What the server, its errors and its scripts say."""

from collections.abc import Mapping
from dataclasses import dataclass

REQUIRED = "Fill this in."
CHOOSE_ONE = "Choose one."
NOT_A_DATE = "Enter a date like 2026-11-21."

NOT_FROM_HERE = "This was sent from another site. Open the app itself and try again there."
NO_COOKIES = "This browser blocks cookies for the app. Allow them for this address, reload the page and try again."
STALE_PAGE = "This page was open for too long, or was made for another phone. Reload it and try again."

INVITATION_ENDED = "This invitation has ended. Ask the owner of the game for a new one."
WATCHING_ONLY = "This phone is only watching. To play along, take a seat or ask the owner of the game for a link."
NOT_SCOREKEEPER = "This phone doesn't keep the score here. Ask the owner of the game for a scorekeeper's link."
NOT_IN_GAME_ANY_MORE = "This phone is no longer in this game. To come back, ask the owner for the table's code."
NOT_OWNER = "Only the owner of the game can do that."
NO_SUCH_CODE = "No open table has this code. Codes are six letters and digits, and work while the table is open."
TOO_MANY_IMPORTS = "Too many games were imported from here. Wait a few minutes."
TOO_MANY_TABLES = "Too many tables were opened from here today. Use a link instead."
TOO_MANY_CODES = "Too many tries from here. Wait a few minutes, or ask for a link."
TOO_MANY_CODES_IN_ALL = "Too many codes are being tried on this server. Wait a few minutes, or ask for a link."
TOO_MANY_PHONES = "Too many new phones came from here in the last hour. Wait a while, then try again."
QUOTA_USED_UP = "Too much was recorded from here today. Nothing was changed. Try again tomorrow."

NO_SUCH_DECK = "This phone has no such deck."
NOT_A_DECK_FILE = "This file isn't a deck."
NO_SUCH_RULE = "There’s no rule with this name."
NO_SUCH_CASE = "There’s no example with this number."
IMPORT_BUSY = "Another game is being imported right now. Nothing was changed. Try again in a moment."
A_PHONE_BACKUP = (
    "This is a backup of a whole phone, not one game. To restore it, open Settings, then “Back up this phone”, in an "
    "app that runs on the phone itself."
)
NOTHING_TO_IMPORT = "Choose a game file, or paste its text."
UNKNOWN_GAME = "This isn't a game that the app knows."
WHO_DECIDED = "Choose who decided this."


def not_a_whole_number(digits: int) -> str:
    return f"Enter a whole number of at most {digits} digits."


def too_long(most: int) -> str:
    return f"Use at most {most} characters."


SIDES_ALIKE = "Both sides would have the same name. Change one of the players' names."


def same_name_twice(name: str) -> str:
    return f"Two players can't both be “{name}”."


def too_few_players(game: str, least: int) -> str:
    return f"{game} needs at least {least} players. Enter a name."


def no_name(seat: int, removed_at_once: int) -> str:
    button = "Remove the last player" if removed_at_once == 1 else "2 fewer"
    return f"Player {seat} has no name. Enter one, or tap “{button}”."


@dataclass(frozen=True, slots=True)
class ErrorText:
    title: str
    what_happened: str
    next_step: str


TOO_MANY_LAYOUTS = ErrorText(
    "Too many ways to lay out",
    "A hand of these cards can be laid out in too many ways. Everything that was entered is kept.",
    "Go back and check the cards. If they are right, count the deadwood and enter only the number.",
)
ERROR_PAGES = {
    400: ErrorText(
        "That couldn't be read",
        "The phone sent something the app doesn't understand.",
        "Go back, check what you entered, and send it again.",
    ),
    403: ErrorText(
        "This phone can't do that",
        "This phone may only watch this game, or the page was open for too long.",
        "Go back and reload the page. If that doesn't help, ask the owner of the game to let this phone play.",
    ),
    404: ErrorText(
        "There's nothing here",
        "The game was deleted, or this phone isn't in it, or the address is mistyped.",
        "Your games are on the home page.",
    ),
    405: ErrorText(
        "That isn't a page",
        "This address only receives forms.",
        "Start again from the home page.",
    ),
    409: ErrorText(
        "Someone else just changed this",
        "The same thing was changed elsewhere while you were editing it. Nothing was overwritten.",
        "Go back, reload the page, check what's there now, and try again.",
    ),
    413: ErrorText(
        "That's too much at once",
        "What you sent is larger than anything a card table needs.",
        "Send a smaller file or a shorter text.",
    ),
    422: ErrorText(
        "That isn't possible",
        "What you sent doesn't fit the game as it stands.",
        "Go back and check what's there now.",
    ),
    429: ErrorText(
        "One moment, please",
        "Too many requests came from this phone or network in a short time.",
        "Wait a minute, then try again.",
    ),
    500: ErrorText(
        "Something went wrong in the app",
        "Everything recorded before is safe. The last step may not have been recorded.",
        "Go back and try again. If it happens again, the app's log shows the reason.",
    ),
    503: ErrorText(
        "That didn't work just now",
        "Nothing was recorded with this step. Everything before it is safe.",
        "Wait a moment and try again.",
    ),
}
"""By HTTP status."""


STARTED = """
Gem Companion. Open it on your phone:

{qr}
  {urls}

Games are stored in {folder}. Stop with Ctrl+C.
"""
STARTED_LINE = "Gem Companion has started."
STOPPED_LINE = "Gem Companion has stopped."
HEALTHY = "ok"
HUNG = "A request has hung for a minute."
READY = "ready"
STOPPING = "The server is stopping."
NOT_READABLE = "The games can't be read."

CERTIFICATE_AND_KEY = "HTTPS needs both a certificate and its key."
NO_SUCH_FILE = "There is no file {path}."
BAD_CERTIFICATE = "{certificate} and {key} aren't a PEM certificate and its matching key."
BAD_HOPS = "--trusted-hops is the number of proxies in front of the app: 0 or more."
BAD_PORT = "{port} isn't a port. Choose one from 1 to {last}."
PORT_IN_USE = "Port {port} on {host} can't be used ({reason}). Choose another one with --port."
PORT_RESERVED = "Port {port} is for the administrator of this machine. Choose one from 1024 on with --port."
BAD_HOST = "This machine has no address {host} ({reason}). Choose another one with --host."
SAME_PORT = "The app and its metrics can't share port {port}. Choose another --metrics-port."
BAD_WORKERS = "--workers is the number of processes: 1 to {most}."
BACKUPS_ENDED = "The process that makes the regular backups has ended. It is started again."
BAD_KEEP = "--keep is the number of backups to keep: 1 or more."
BACKUP_OF_DATABASE = "--backup-every is for SQLite. Back up {database} with the tools of its server."
METRICS_MISSING = "Metrics need prometheus-client: {python} -m pip install prometheus-client"
BAD_METRICS_PORT = "Metrics can't be shown on port {port} of {host} ({reason}). Choose another --metrics-port."
BAD_PUBLIC_ADDRESS = "{address} isn't a public address. It should look like https://cards.example, without a path."
BAD_NAME = "{name} isn't a host name. It should look like cards.lan, without http and port."
WORKER_HUNG = "A worker process stopped responding. It is being ended and replaced."
WRONG_HOST = (
    "This server doesn't use that address. Open one of the addresses that it showed when it started. "
    "To allow this one, start the server with --known-as or --public-address.\n"
)
UNREADABLE_HOST = "This server can't have an address like that.\n"

REFUSED = {
    400: "The connection broke off. Nothing was changed. Send it again.",
    408: "This took too long to arrive. Nothing was changed. Send it again.",
    413: "This is larger than anything a card table needs.",
    431: "This browser sends too much with its request. Delete its cookies for this address.",
    500: "This went wrong. It isn't your fault. Try again in a moment.",
    503: "The server is receiving too much at once. Nothing was changed. Try again in a moment.",
}
"""By HTTP status: the answer to a request that the gate refuses, or fails at."""


SCRIPT_TEXTS: Mapping[str, str] = {
    "app_failed": "The app couldn’t do that. Reload the page and try again.",
    "back": "Back",
    "cancel": "Cancel",
    "cards_off": "{count} cards off",
    "close": "Close",
    "copied": "Copied",
    "discard": "Discard",
    "discard_confirm": "Really discard it?",
    "go_offline": "Continue offline",
    "needs_you": "{what} needs your attention. {reason}",
    "no_connection": "No connection. Nothing was sent and nothing is lost: try again.",
    "no_network": "No network right now.",
    "no_card_off": "No card off",
    "one_card_off": "1 card off",
    "photo_again": "Try again",
    "photo_kept": "No connection. The photo is kept: try again.",
    "photo_preparing": "Preparing …",
    "photo_reading": "Reading …",
    "photo_sending": "Sending … {percent} %",
    "queue_label": "To be sent",
    "recorded": "What you recorded",
    "rules": "Rules of this game",
    "sending": "{what}: sending …",
    "sent": "{what}: sent.",
    "show": "Show",
    "tap_refused": "That tap didn’t count. Continue from here.",
    "taps_kept": "No connection. Your taps are kept and will be sent again.",
    "taps_waiting": "Not saved yet. Your taps are kept and will be sent again.",
    "taps_lost": "That wasn’t saved. Try again.",
    "waiting": "{what}: waiting to be sent. {reason}",
}
