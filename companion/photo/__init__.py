"""Read playing cards from a photo. It knows cards and no game, and runs without torch."""

import os

# Before numpy is imported: processes that read photos at once would otherwise wait for each other's threads.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
