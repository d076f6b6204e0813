"""What the server prints when it has started."""

STARTED = """
Gem Companion. Open it on your phone:

{qr}
  {urls}

Games are stored in {folder}. Stop with Ctrl+C.
"""
