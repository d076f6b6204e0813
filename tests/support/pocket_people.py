"""People at a table with no server: each looks at the page on their own phone, and does what comes next there."""

import random
from dataclasses import dataclass

from playwright.sync_api import Error

from tests.simulator.deals import Deal
from tests.support.pocket import PocketPhone

IS_DONE = "is done"
ACT = """({ seat, knocker, cards, records, hand, luck }) => {
  const doc = document;
  const [, table, place] = /^(.*\\/g\\/\\w+)(.*)$/.exec(location.pathname) ?? [];
  if (!table || doc.readyState !== "complete") return "";
  const tap = (selector, said) => { const key = doc.querySelector(selector); key?.click(); return key ? said : ""; };
  const go = (path) => { location.assign(table + path); return `goes to ${path || "the table"}`; };
  const mine = `/hand/${hand}`;
  if (doc.querySelector("[data-drop]")) return tap("[data-drop]", "keeps what is on the sheet");
  const asks = [...doc.querySelectorAll(".queue button")].find((key) => key.textContent === "Show");
  if (asks) { asks.click(); return "looks at what was not taken"; }
  if (doc.querySelector("form[data-sent], .sent")) return "";
  if (place === `/hands/${hand}`) return tap("#accept button", "accepts");
  if (place === `${mine}/seat/${seat}`) {
    const held = doc.getElementById("hand")?.dataset.held.split(" ") ?? [];
    const missing = cards.filter((card) => !held.includes(card));
    if (!missing.length) return tap("#answer1, #as-shown, #as-it-is, #as-laid, #done", "is done");
    for (const card of missing) doc.getElementById(`k${card}`).click();
    return "taps cards";
  }
  if (place === `${mine}/lay-offs`) {
    return tap("button[name=move]", "says where")
      || luck < 0.35 && tap(`button[name=card][value^="${seat}:"]`, "lays off")
      || tap("button[name=act][value=done]", "lays off no more") || tap("button[name=pass]:enabled", "passes");
  }
  if (place === `${mine}/ruling`) {
    return records && tap("button[form=record]", "records")
      || tap("#the-ruling .dock a.main", "goes back to the table");
  }
  if (place === `${mine}/letters`) return tap("button[name=gem], button[name=act]", "names a gem");
  if (place === `${mine}/gin`) return tap("button[name=call]", "calls Gin");
  if (place === mine) {
    const called = doc.querySelector(`[name=knock][value^="${knocker}:"]`)?.getAttribute("aria-pressed");
    if (called === "false") return seat === knocker ? tap(`[name=knock][value^="${seat}:"]`, "knocks") : "";
    return doc.querySelector(`a[href$="/seat/${seat}"]`) ? go(`${mine}/seat/${seat}`) : "";
  }
  if (place !== "") return "";
  const isRolled = doc.querySelector(".fact .huge") !== null;
  return tap("a[data-lead]", "is led on") || tap("#accept button", "accepts")
    || (seat === knocker && isRolled ? go(mine) : "");
}"""
"""What somebody does who looks at a page; nothing where nothing is to be done. They tap whatever is under way."""


@dataclass
class PocketPerson:
    """Somebody with a phone at the table, and the hand that was dealt there."""

    name: str
    seat: int
    phone: PocketPhone
    records: bool = True

    def act(self, deal: Deal, hand: int, luck: random.Random) -> str:
        """Do what comes next, if anything; say what it was."""
        with_hand = {"seat": self.seat, "knocker": deal.knocker, "cards": sorted(deal.hands[self.seat].cards)}
        try:
            more = {"records": self.records, "hand": hand, "luck": luck.random()}
            return str(self.phone.frame.evaluate(ACT, {**with_hand, **more}))
        except (Error, ValueError):  # the page is being left
            return ""
