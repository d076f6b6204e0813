"""The server process: granian, the gate in front of the app, the watchdog."""
