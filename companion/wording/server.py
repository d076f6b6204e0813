"""What the server says: when it has started, to load balancers, and why it can't start or refuses a request."""

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
"""By HTTP status, what a request is answered that the gate refuses, or at which it fails."""
