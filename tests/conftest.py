"""What holds for all tests: no example fails for having been slow, as a busy machine is no fault of the code."""

from hypothesis import settings

settings.register_profile("companion", deadline=None)
settings.load_profile("companion")
