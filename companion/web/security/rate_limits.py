"""How often one address may do what costs the server: type codes, open tables, import, send photos, be a new phone."""

from flask import Flask, abort, current_app, request

from companion.store import limits
from companion.web import addresses
from companion.web.current_store import current_store
from companion.wording import web as errors

TEN_MINUTES = 600
HOUR = 3600
DAY = 24 * HOUR
CODES_PER_ADDRESS = "CODES_AN_ADDRESS"
"""The setting: wrong codes one address may try in ten minutes."""
CODES_IN_ALL = "CODES_IN_ALL"
"""The setting: wrong codes that may be tried in all in ten minutes; there are 700 million codes."""
_CODES_PER_SITE = "CODES_A_SITE"
_CODES_KEPT = 3
"""Wrong codes that a site may try when too many are tried in all. A site, not an address: in IPv6 one customer has
thousands of networks."""
TABLES_PER_ADDRESS = "TABLES_AN_ADDRESS"
"""The setting: tables that phones of one address may open in a day; a code works for a day."""
DEVICES_PER_ADDRESS = "DEVICES_AN_ADDRESS"
"""The setting: new phones of one address in an hour."""
IMPORTS_PER_ADDRESS = "IMPORTS_AN_ADDRESS"
"""The setting: games one address may import in ten minutes; a long one takes seconds."""
PHOTOS_PER_ADDRESS = "PHOTOS_AN_ADDRESS"
"""The setting: photos one address may send in ten minutes; reading one takes most of a second. A table sends 40."""

_MOST = {
    CODES_PER_ADDRESS: 20,
    CODES_IN_ALL: 1000,
    TABLES_PER_ADDRESS: 500,
    DEVICES_PER_ADDRESS: 600,
    IMPORTS_PER_ADDRESS: 100,
    PHOTOS_PER_ADDRESS: 150,
}


def init_app(app: Flask) -> None:
    for setting, most in _MOST.items():
        app.config.setdefault(setting, most)


def client_address() -> str:
    """Return the address that a request counts against: in IPv6 its /64 network, which is one household."""
    return addresses.network_of(request.remote_addr or "")


def count_code() -> None:
    """Count a code that is typed against its address; 429 after too many wrong ones.

    However many wrong ones others try, who has tried none may try a few.
    """
    _limit(CODES_PER_ADDRESS, client_address(), TEN_MINUTES)
    tries = limits.count_attempts(current_store(), _CODES_PER_SITE, _site(), seconds=TEN_MINUTES)
    if _are_too_many(CODES_IN_ALL, "", TEN_MINUTES) and tries > _CODES_KEPT:
        abort(429, errors.TOO_MANY_CODES_IN_ALL)


def forget_code() -> None:
    """Take back the count of a code that turned out to be right."""
    for what, who in ((CODES_PER_ADDRESS, client_address()), (_CODES_PER_SITE, _site()), (CODES_IN_ALL, "")):
        limits.forget_attempts(current_store(), what, who)


def _site() -> str:
    return addresses.network_of(request.remote_addr or "", addresses.SITE)


def count_phone() -> None:
    """Count a new phone against its address."""
    _limit(DEVICES_PER_ADDRESS, client_address(), HOUR, errors.TOO_MANY_PHONES)


def count_opening() -> None:
    """Count a table that is opened against its address."""
    _limit(TABLES_PER_ADDRESS, client_address(), DAY, errors.TOO_MANY_TABLES)


def count_import() -> None:
    """Count an imported game against its address."""
    _limit(IMPORTS_PER_ADDRESS, client_address(), TEN_MINUTES, errors.TOO_MANY_IMPORTS)


def has_sent_too_many_photos() -> bool:
    """Count a photo against its address; return whether these are too many."""
    return _are_too_many(PHOTOS_PER_ADDRESS, client_address(), TEN_MINUTES)


def _limit(setting: str, who: str, seconds: int, error: str = errors.TOO_MANY_CODES) -> None:
    if _are_too_many(setting, who, seconds):
        abort(429, error)


def _are_too_many(setting: str, who: str, seconds: int) -> bool:
    most: int = current_app.config[setting]
    return limits.count_attempts(current_store(), setting, who, seconds=seconds) > most
