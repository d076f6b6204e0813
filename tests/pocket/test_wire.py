"""What goes between two phones, over a channel that does what the test says."""

import json
import subprocess
from pathlib import Path
from typing import Any

from companion.pocket.pyodide import node

WIRE = Path(__file__).resolve().parents[2] / "static/pocket/table/wire.js"
SCRIPT = """
const { Wire } = await import(process.argv[1]);
class Channel extends EventTarget {
  readyState = "open";
  bufferedAmount = 0;
  sent = [];
  send(data) { this.sent.push(typeof data === "string" ? JSON.parse(data).kind : data.byteLength); }
  close() { this.readyState = "closing"; }
  hear(number, content) {
    const piece = new Uint8Array(4 + content.length);
    new DataView(piece.buffer).setUint32(0, number);
    piece.set(content, 4);
    this.dispatchEvent(new MessageEvent("message", { data: piece.buffer }));
  }
  parcel(number, size) {
    this.hear(number, new TextEncoder().encode(JSON.stringify({ size })));
    this.hear(number, new Uint8Array(size));
  }
}
const channel = new Channel();
const came = [];
const done = [];
const hear = {
  begins: () => true,
  came: (number) => { came.push(number); return new Promise((end) => { done.push(end); }); },
  broke: () => undefined,
};
const wire = new Wire(channel, 20, hear);
"""
"""A wire that takes 20 bytes at once; `done` ends what came."""


def said(script: str) -> Any:  # noqa: ANN401 - any document
    """Run a script after the one above; return what it says at its end."""
    command = [node(), "--input-type=module", "-e", SCRIPT + script, WIRE.as_uri()]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 (our own words)
    return json.loads(done.stdout)


def test_bodies_count_until_they_are_dealt_with() -> None:
    dealt_with = "await new Promise((later) => { done.shift()(); setTimeout(later); });"
    both = "channel.parcel(1, 15); {} channel.parcel(2, 15); console.log(JSON.stringify([came, channel.sent]));"
    assert said(both.replace("{}", dealt_with)) == [[1, 2], []]
    assert said(both.replace("{}", "")) == [[1], ["end"]]


def test_what_is_being_sent_ends_with_the_connection() -> None:
    """Also where the other phone has stopped to listen, so no event tells of it."""
    sending = 'channel.bufferedAmount = 1e6; const sending = wire.send(1, {}, new ArrayBuffer(50_000)); wire.end("");'
    assert said(f"{sending} await sending; console.log(channel.sent.length);") == 1, "the head"
