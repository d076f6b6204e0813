"""What each command of the command line does. Each imports what it needs when it runs: judging loads no server."""
