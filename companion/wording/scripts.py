"""Texts that the scripts show by themselves; the bundle of scripts begins with them, as TEXTS."""

from collections.abc import Mapping

SCRIPT_TEXTS: Mapping[str, str] = {
    "app_failed": "The app couldn’t do that. Reload the page and try again.",
    "back": "Back",
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
    "queue_label": "To be sent",
    "recorded": "What you recorded",
    "rules": "Rules of this game",
    "sending": "{what}: sending …",
    "sent": "{what}: sent.",
    "show": "Show",
    "tap_refused": "That tap didn’t count. Continue from here.",
    "taps_kept": "No connection. Your taps are kept and will be sent again.",
    "taps_lost": "That didn’t reach the server. Try again.",
    "waiting": "{what}: waiting to be sent. {reason}",
}
