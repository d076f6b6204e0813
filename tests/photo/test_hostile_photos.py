"""Some hostile files; `make bench` decodes ten thousand."""

import pytest

from bench.hostile import photos
from bench.hostile.photos import attack, told
from companion.photo.image import Image


def test_hostile_files_are_photos_or_refused() -> None:
    findings = attack(150, seed=7)
    assert not findings.faults, "\n".join(told(findings))
    assert findings.tried == 150
    # The files are hostile, and some come through to the decoders.
    assert min(findings.outcomes[name] for name in ("decoded", "no-photo", "too-large", "too-small")) >= 3


def test_any_other_exception_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def decode(_: bytes) -> Image:
        raise KeyError("a hole")

    monkeypatch.setattr(photos, "decode", decode)
    assert len(attack(5, seed=1).faults) == 5
