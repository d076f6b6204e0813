"""A dataclass for facts: never changed once made, which mypy checks.

A dataclass that is frozen at run time too takes five times as long to make, and a verdict consists of dozens.
"""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def fact(cls: type[T]) -> type[T]:
    return dataclass(slots=True, unsafe_hash=True)(cls)
