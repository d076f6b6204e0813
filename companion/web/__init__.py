"""The phone app: the only room that knows Flask."""
