"""The phone app: the only package that knows Flask."""
