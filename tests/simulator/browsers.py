"""The phones' browsers: the app's own scripts, in one node process whose clock the simulator sets."""

import json
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from flask import Flask

from companion.pocket.pyodide import node
from companion.web.base.assets import Asset

SCRIPT = Path(__file__).parent / "browser" / "main.mjs"
Request = dict[str, Any]


@dataclass
class Browsers:
    """All browsers of an evening. What they send while they are given an order is in `sent`."""

    process: "subprocess.Popen[str]"
    sent: list[Request] = field(default_factory=list)
    due: float | None = None
    """When the first of their timers runs."""
    errors: list[str] = field(default_factory=list)

    @classmethod
    def started(cls, app: Flask) -> Self:
        process = subprocess.Popen([node(), str(SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603 (our own script)
        browsers = cls(process)
        assets: dict[str, Asset] = app.extensions["assets"]
        scripts = {
            name: asset.plain.decode() for name, asset in assets.items() if name == "app.js" or name.endswith("keys.js")
        }
        scripts["worker.js"] = app.test_client().get("/worker.js").text
        # The sentences stand before the rest; here each page is given them.
        _, scripts["app.js"] = scripts["app.js"].split("\n", 1)
        texts = json.loads(
            assets["app.js"].plain.decode().split("\n", 1)[0].removeprefix("const TEXTS = ").removesuffix(";")
        )
        browsers.order("start", 0, sources=scripts, texts=texts)
        return browsers

    def order(self, what: str, now: float, **more: object) -> Any:  # noqa: ANN401 (JSON)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"op": what, "now": now, **more}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        self.sent += answer["effects"]
        self.due = answer["next"]
        self.errors += answer["errors"]
        return answer["result"]

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
