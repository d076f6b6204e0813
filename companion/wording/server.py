"""What the server prints when it has started, and what it tells load balancers."""

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
