"""For all tests: no example fails for being slow, and each process compiles a template once."""

from types import CodeType
from typing import Any

from flask import Flask
from flask.sansio.app import App
from flask.templating import Environment
from hypothesis import settings
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

settings.register_profile("companion", deadline=None)
settings.load_profile("companion")


class CompiledTemplates(BytecodeCache):
    """Keep compiled templates in memory, by name and content."""

    def __init__(self) -> None:
        self.code: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.code.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code is not None
        self.code[bucket.key, bucket.checksum] = bucket.code


compiled_templates = CompiledTemplates()


class SharingEnvironment(Environment):
    """Compile no template that another app of this process has compiled: nearly every test makes an app."""

    def __init__(self, app: App, **options: Any) -> None:  # noqa: ANN401 - Jinja's options
        super().__init__(app, bytecode_cache=compiled_templates, **options)


Flask.jinja_environment = SharingEnvironment
