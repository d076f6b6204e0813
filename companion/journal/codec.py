"""The app's own facts as JSON, by the types of their dataclasses: events in journals, rulings and summaries in caches.

What equals its default is left out, except fields marked as `ALWAYS`. Where a field may be one of several dataclasses,
the name of the class stands beside its fields, as `is`. Nothing is checked but the types: these texts were written
here. Documents from elsewhere are read by companion/documents/reader.py.

cattrs does the same. It was tried and not taken, because the app on a phone would download three more packages for
what these few functions do.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints, is_typeddict

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Form:
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def to_json(value: object) -> str:
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))


def from_json(kind: type[T], text: str) -> T:
    """Return facts from their text; raise ValueError, TypeError or KeyError for a text that is none."""
    read: T = _form_of(kind).read(json.loads(text))
    return read


def plain(value: object) -> dict[str, Any]:
    body: dict[str, Any] = _form_of(type(value)).write(value)
    return body


def _as_it_is(value: Any) -> Any:
    return value


_PLAIN = _Form(_as_it_is, _as_it_is)


def _form_of(kind: type) -> _Form:
    return _form(kind)  # mypy doesn't know that every class is hashable


@cache
def _form(kind: Any) -> _Form:
    origin, args = get_origin(kind), get_args(kind)
    if is_dataclass(origin or kind):
        return _object(origin or kind, args)
    if origin in (Union, UnionType):
        return _one_of(args)
    if origin is tuple:
        return _tuple(args)
    if origin is frozenset:
        form = _form(args[0])
        return _Form(lambda items: sorted(map(form.write, items)), lambda items: frozenset(map(form.read, items)))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(*args)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _Form(lambda member: member.value, kind)
    if is_typeddict(kind):
        return _typed_dict(kind)
    return _PLAIN


def _typed_dict(kind: Any) -> _Form:
    forms = {name: _form(hint) for name, hint in get_type_hints(kind).items()}
    return _Form(
        lambda facts: {name: forms[name].write(fact) for name, fact in facts.items()},
        lambda facts: {name: forms[name].read(fact) for name, fact in facts.items()},
    )


def _object(kind: Any, args: tuple[Any, ...]) -> _Form:
    types = dict(zip(getattr(kind, "__parameters__", ()), args, strict=False))
    hints = get_type_hints(kind)
    known = [(field.name, field.metadata == ALWAYS, _default(field)) for field in fields(kind) if field.init]
    # Forms are looked up when they are needed: a class may contain itself.
    forms = cache(lambda name: _form(types.get(hints[name], hints[name])))

    def write(value: object) -> dict[str, object]:
        body = {}
        for name, is_always_written, default in known:
            item = getattr(value, name)
            if is_always_written or item != default:
                body[name] = forms(name).write(item)
        return body

    def read(body: Mapping[str, Any]) -> Any:
        return kind(**{name: forms(name).read(item) for name, item in body.items()})

    return _Form(write, read)


ALWAYS = {"written": "always"}
"""The metadata of a field that is written even if it holds its default."""


def _default(field: Field[Any]) -> object:
    return field.default if field.default_factory is MISSING else field.default_factory()


def _one_of(kinds: tuple[Any, ...]) -> _Form:
    classes = {kind.__name__: _form(kind) for kind in kinds if isinstance(kind, type) and is_dataclass(kind)}
    others = [kind for kind in kinds if not is_dataclass(kind) and kind is not NoneType]
    enums = [kind for kind in others if isinstance(kind, type) and issubclass(kind, Enum)]
    if len(others) == 1:
        other = _form(others[0])
    else:
        members = {member.value: member for kind in enums for member in kind}  # the enums have no value in common
        other = _Form(lambda member: member.value, members.__getitem__) if enums else _PLAIN
    single = next(iter(classes.values())) if len(classes) == 1 and not others else None

    def write(value: object) -> object:
        if value is None:
            return None
        if single is not None:
            return single.write(value)
        form = classes.get(type(value).__name__)
        if form is None:
            return other.write(value)
        return {"is": type(value).__name__, **form.write(value)}

    def read(value: Any) -> Any:
        if value is None:
            return None
        if single is not None:
            return single.read(value)
        if isinstance(value, dict) and "is" in value:
            return classes[value["is"]].read({name: item for name, item in value.items() if name != "is"})
        return other.read(value)

    return _Form(write, read)


def _tuple(kinds: tuple[Any, ...]) -> _Form:
    if kinds[-1] is Ellipsis:
        form = _form(kinds[0])
        if form is _PLAIN:
            return _Form(list, tuple)
        return _Form(lambda items: [form.write(item) for item in items], lambda items: tuple(map(form.read, items)))
    forms = [_form(kind) for kind in kinds]
    return _Form(
        lambda items: [form.write(item) for form, item in zip(forms, items, strict=True)],
        lambda items: tuple(form.read(item) for form, item in zip(forms, items, strict=True)),
    )


def _mapping(key: Any, value: Any) -> _Form:
    keys, values = _form(key), _form(value)
    if keys is _PLAIN and values is _PLAIN:
        return _Form(dict, dict)
    return _Form(
        lambda items: {keys.write(name): values.write(item) for name, item in items.items()},
        lambda items: {keys.read(name): values.read(item) for name, item in items.items()},
    )
