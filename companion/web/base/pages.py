"""Pages and parts: each template has one frozen dataclass as its context.

A test fails if a template uses a name that its context lacks, or leaves one unused.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, TypeVar, dataclass_transform

from flask import Flask, Response, make_response, render_template
from jinja2 import StrictUndefined, Template
from jinja2.environment import TemplateModule
from jinja2.ext import Extension
from jinja2.runtime import Context as RenderContext
from wtforms.widgets import html_params

from companion.web.base.text_direction import isolate

Context = TypeVar("Context")

CONTEXTS: dict[str, type] = {}
"""Every template that is rendered by itself, and its context."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
def context(template: str) -> Callable[[type[Context]], type[Context]]:
    """Make a class the frozen context of `template`."""

    def declare(declared: type[Context]) -> type[Context]:
        frozen = dataclass(frozen=True, kw_only=True, slots=True)(declared)
        if template in CONTEXTS:
            message = f"{template} has a context already"
            raise ValueError(message)
        CONTEXTS[template] = frozen
        _TEMPLATES[frozen] = template
        return frozen

    return declare


_TEMPLATES: dict[type, str] = {}


def init_app(app: Flask) -> None:
    """Have templates fail on undefined names."""
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.template_class = _Template
    app.jinja_env.add_extension(_WithoutIndentation)
    app.jinja_env.globals["html_params"] = html_params


class _Template(Template):
    """A template that is imported once. Jinja looks with each import whether the page has globals of its own."""

    def _get_default_module(self, ctx: RenderContext | None = None) -> TemplateModule:  # noqa: ARG002 (there are none)
        return super()._get_default_module()


class _WithoutIndentation(Extension):
    """Leaves out the indentation of templates: a quarter of what would be written, compressed and sent."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002 (one for all)
        return re.sub(r"\n[ \t]+", "\n", source)


def render(page: object) -> str:
    """Render the template that belongs to a context."""
    return isolate(render_template(_TEMPLATES[type(page)], **values_of(page)))


def values_of(page: object) -> dict[str, Any]:
    """Return the fields of a context, for a larger one that contains them."""
    return {field.name: getattr(page, field.name) for field in fields(page)}  # type: ignore[arg-type]


def show(page: object, status: int = 200) -> Response:
    """Answer with a rendered page or part."""
    return make_response(render(page), status)
