// What a guest takes along from a table, for the app on this phone: a copy of a game, or the game itself, which then goes on here.
import { possessive } from "./answer-screen.js";
import { keepGame } from "./kept-games.js";

const MOST_TRIES = 5;
const NO_ANSWER = "didn't answer. Try again.";
const CHANGED = "The game is being changed at the table. Reload this page, then try again.";
const SCREEN = `
  <h2 id="taking">Take this game to your phone?</h2>
  <p role="status"></p>
  <button type="button" class="take">Take it</button>
  <button type="button" class="open" hidden>Open it on this phone</button>
  <button type="button" class="other">Cancel</button>`;

// A game's whole file, as the host's phone sends it, with how many records it has; or why it doesn't.
const fileOf = async (answer) => {
  const text = await answer.text();
  if (answer.ok) return { text, records: JSON.parse(text).records.length };
  const page = new DOMParser().parseFromString(text, "text/html");
  throw new Error(page.querySelector(".trouble h1 + p")?.textContent ?? answer.statusText);
};

// Each frame has errors of its own, so it goes by the name.
const said = (error, host) => error.name === "TypeError" ? `${possessive(host)} ${NO_ANSWER}` : error.message;

// The file is stored before the host's phone closes the game, which it does only if nothing is missing in that. What it answers is
// the file with its end: so what is recorded here from then on continues the game there, too.
const move = async (key, ask, game) => {
  for (let turn = 0; turn < MOST_TRIES; turn += 1) {
    const { text, records } = await fileOf(await ask(key.dataset.takeGame));
    await keepGame({ ...game, text, move: "asked" });
    const form = new FormData(key.form);
    form.set("seen", records);
    const answer = await ask(key.form.action, { method: "POST", body: new URLSearchParams(form) });
    if (answer.status === 409) continue;
    await keepGame({ ...game, text: (await fileOf(answer)).text, move: "done" });
    return;
  }
  throw new Error(CHANGED);
};

const askToTake = (key, ask, game, app) => {
  const dialog = document.createElement("dialog");
  dialog.className = "asking";
  dialog.setAttribute("aria-labelledby", "taking");
  dialog.innerHTML = SCREEN;
  const [title, step, take, open, other] = dialog.children;
  const behind = "underWay" in key.dataset ? " The hand that is being entered stays behind." : "";
  step.textContent = `The game goes on on your phone. ${possessive(game.from)} keeps a closed copy.${behind}`;
  take.addEventListener("click", async () => {
    take.disabled = true;
    try {
      await move(key, ask, game);
      title.textContent = "The game is on this phone";
      step.textContent = "It goes on when you open it. Invite the others there.";
      take.remove();
      open.hidden = false;
      other.textContent = "Stay at this table";
    } catch (error) {
      step.textContent = said(error, game.from);
      take.disabled = false;
    }
  });
  open.addEventListener("click", () => location.assign(app));
  other.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
};

const keepCopy = async (key, ask, game) => {
  const step = key.nextElementSibling;
  key.disabled = true;
  try {
    const { text } = await fileOf(await ask(key.dataset.keepGame));
    await keepGame({ ...game, text });
    step.textContent = "Kept. Gem Companion on this phone has it when you open it.";
    step.nextElementSibling.hidden = false;
  } catch (error) {
    step.textContent = said(error, game.from);
    key.disabled = false;
  }
};

// A tap on a page of the table; `ask` has the host's phone answer, `host` is what it is called, `table` its name to this phone,
// `app` where the app on this phone is.
export const takeAlong = ({ target }, { ask, host, table, app }) => {
  const key = target.closest?.("[data-keep-game], [data-take-game]");
  if (!key) return;
  const { keepGame: copied, takeGame: taken } = key.dataset;
  const game = { id: `${table} ${new URL(copied ?? taken, app).pathname}`, from: host };
  navigator.storage.persist?.();
  if (taken) askToTake(key, ask, game, app);
  else keepCopy(key, ask, game);
};
