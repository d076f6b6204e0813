"""The server's settings; every default suits a card table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from companion.store.opening import DATABASE_SETTING, SECRET_SETTING, DatabasePlace
from companion.web import addresses

INSTANCE = "COMPANION_INSTANCE"
PUBLIC_ADDRESS = "COMPANION_PUBLIC_ADDRESS"
TRUSTED_HOPS = "COMPANION_TRUSTED_HOPS"
PORT = "COMPANION_PORT"
HOST = "COMPANION_HOST"
SECURE = "COMPANION_SECURE"
IS_GUEST = "companion.is_guest"
"""In the environment of a request: another phone asks for it by the page that runs the app."""
KNOWN_AS = "COMPANION_KNOWN_AS"
JSON_LOG = "COMPANION_JSON_LOG"
STORAGE_PERSISTED = "STORAGE_PERSISTED"
"""The app's setting: whether what is stored stays. Only a browser may answer that it doesn't."""
ALL_ADDRESSES = "0.0.0.0"  # noqa: S104 - the phones are other machines


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server, handed to its worker processes as environment variables."""

    instance: Path = Path("instance")
    """The folder of the database and the secrets."""
    public_address: str = ""
    """The address that phones open, where it is not one of this machine's own."""
    trusted_hops: int = 0
    """How many proxies in front of the app append to the X-Forwarded headers."""
    port: int = 8000
    host: str = ALL_ADDRESSES
    """The address to listen on."""
    secure: bool = False
    """Whether this server itself speaks HTTPS."""
    known_as: tuple[str, ...] = ()
    """Host names allowed besides the machine's own addresses and the public one."""
    database: str = ""
    """The address of a PostgreSQL database, instead of the one in the folder."""
    secret: str = field(default="", repr=False)
    """The secret that several servers share, instead of the one in the folder."""
    json_log: bool = False
    """Whether the log is lines of JSON, one for each request."""
    pocket: bool = False
    """Whether the app runs in the browser itself; tests/pocket/test_differences.py lists what that changes."""

    @property
    def place(self) -> DatabasePlace:
        return DatabasePlace(self.instance.resolve(), self.database, self.secret)

    @property
    def where(self) -> str:
        """Where the games are stored, as people read it."""
        return self.place.shown

    def addresses(self) -> tuple[str, ...]:
        """Return the URLs at which phones find the app, the best first; none where a page runs it."""
        if self.pocket:
            return ()
        urls = addresses.reachable(self.host, self.port, self.public_address)
        return tuple(url.replace("http://", "https://", 1) for url in urls) if self.secure else urls

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Self:
        return cls(
            Path(environment.get(INSTANCE, "instance")),
            environment.get(PUBLIC_ADDRESS, ""),
            int(environment.get(TRUSTED_HOPS, "0")),
            int(environment.get(PORT, "8000")),
            environment.get(HOST, ALL_ADDRESSES),
            environment.get(SECURE, "") == "1",
            tuple(name for name in environment.get(KNOWN_AS, "").split(",") if name),
            environment.get(DATABASE_SETTING, ""),
            environment.get(SECRET_SETTING, ""),
            environment.get(JSON_LOG, "") == "1",
        )

    def as_environment(self) -> dict[str, str]:
        return {
            INSTANCE: str(self.instance),
            PUBLIC_ADDRESS: self.public_address,
            TRUSTED_HOPS: str(self.trusted_hops),
            PORT: str(self.port),
            HOST: self.host,
            SECURE: "1" if self.secure else "",
            KNOWN_AS: ",".join(self.known_as),
            DATABASE_SETTING: self.database,
            SECRET_SETTING: self.secret,
            JSON_LOG: "1" if self.json_log else "",
        }
