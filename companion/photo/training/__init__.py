"""Train the nets of `companion.photo` on cards that are drawn. Not part of what is served, nor of the wheel."""
