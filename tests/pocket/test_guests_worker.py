"""What a guest's phone lets pages of the host's phone do, whatever that phone answers."""

import hashlib
import json
import subprocess
from pathlib import Path
from typing import Any

from companion.pocket.pyodide import node

POCKET = Path(__file__).resolve().parents[2] / "static/pocket"
SCRIPT = "window.ours = true;"
PHONE = """
const at = "https://host.example/pocket/join/";
const heard = {};
const told = [];
const kept = new Map();
const cache = { match: async ({ url }) => kept.get(url), put: async ({ url }, answer) => { kept.set(url, answer); } };
globalThis.caches = { open: async () => cache };
const said = { status: 200, headers: %(headers)s, body: new TextEncoder().encode(%(body)s).buffer };
const hear = ({ kind }, [port] = []) => { if (port) port.postMessage(said); else told.push(kind); };
const page = { url: at, postMessage: hear };
globalThis.self = {
  location: `${at}service-worker.js`,
  clients: { matchAll: async () => [page] },
  addEventListener: (name, listener) => { heard[name] = listener; },
};
"""
ASK = """
const request = new Request(`${at}app/%(path)s`);
let answer;
heard.fetch({ request, respondWith: (given) => { answer = given; } });
answer = await answer;
const { type, headers } = answer;
console.log(JSON.stringify({ type, headers: Object.fromEntries(headers), told, kept: [...kept.keys()] }));
process.exit();
"""
"""The worker of a guest's phone in node: its page has the host answer each request with the same."""


def answered(path: str, body: str, headers: list[list[str]]) -> Any:  # noqa: ANN401 - any document
    phone = PHONE % {"headers": json.dumps(headers), "body": json.dumps(body)}
    ours = f"const VERSION = '1', FILES = [], STATIC = {json.dumps([hashlib.sha256(SCRIPT.encode()).hexdigest()])};\n"
    worker = "".join((POCKET / name).read_text(encoding="utf-8") for name in ("requests.js", "join/service-worker.js"))
    command = [node(), "--input-type=module", "-e", phone + ours + worker + ASK % {"path": path}]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 (our own words)
    return json.loads(done.stdout)


def test_scripts_and_styles_are_those_of_this_version() -> None:
    kind = [["Content-Type", "text/javascript"]]
    ours = answered("static/0a/app.js", SCRIPT, kind)
    assert (ours["type"], len(ours["kept"]), ours["told"]) == ("default", 1, [])
    other = answered("static/0a/app.js", f"{SCRIPT} steal();", kind)
    assert (other["type"], other["kept"], other["told"]) == ("error", [], ["other version"])


def test_a_page_runs_nothing_else() -> None:
    given = [
        ["Content-Type", "text/html"],
        ["HX-Trigger", "{}"],
        ["Content-Security-Policy", "script-src *"],
        ["Link", "<https://elsewhere.example/>; rel=preconnect"],
    ]
    headers = answered("g/1", "<script>steal()</script>", given)["headers"]
    policy = headers.pop("content-security-policy")
    app, worker = "https://host.example/pocket/join/app/", "https://host.example/pocket/join/service-worker.js"
    assert headers == {"content-type": "text/html", "hx-trigger": "{}"}
    assert [part for part in policy.split("; ") if "script" in part or "default" in part] == [
        "default-src 'none'",
        f"script-src {app}static/ {worker}",
    ]
    assert f"connect-src {app} {worker};" in policy, "requests to this phone's own games are refused"
