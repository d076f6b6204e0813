// Asks, over the app's home, about games that this phone took along from another one's table, and imports those that are to stay.
import { dropGame, keptGames } from "./kept-games.js";

const SCOPE = new URL("./", location).href;
const IMPORT = `${SCOPE}app/import`;
const SCREEN = `
  <h2 id="ask-to-keep"></h2>
  <p></p>
  <button type="button" class="keep">Keep it</button>
  <button type="button" class="other drop">Don't keep it</button>`;

// Send it in the form for files, and forget it once it is there. A file that is refused stays, with the reason on that page. A game
// that moved was closed there, and goes on here.
const importGame = (frame, { id, text, move }) => {
  let isSent = false;
  const look = () => {
    const { href } = frame.contentWindow.location;
    if (href === IMPORT && isSent) return;
    if (href === IMPORT) {
      isSent = true;
      const field = frame.contentDocument.querySelector("textarea[name=text]");
      field.value = text;
      field.form.requestSubmit();
      return;
    }
    frame.removeEventListener("load", look);
    if (!new URL(href).searchParams.has("imported")) return;
    if (move === "done") frame.contentDocument.querySelector("form[action$='/reopen']")?.requestSubmit();
    dropGame(id);
  };
  frame.addEventListener("load", look);
  frame.contentWindow.location.assign(IMPORT);
};

// Ask about the first of them; the next one has its turn when home is shown again.
export const askToKeep = async (frame) => {
  const [game, ...others] = await keptGames();
  if (!game || document.querySelector("dialog")) return;
  const dialog = document.createElement("dialog");
  dialog.className = "asking";
  dialog.setAttribute("aria-labelledby", "ask-to-keep");
  dialog.innerHTML = SCREEN;
  const day = new Date(game.at).toLocaleString([], { dateStyle: "long", timeStyle: "short" });
  const whose = game.from ? `${game.from}'s` : "another phone's";
  dialog.querySelector("h2").textContent = `A game from ${whose} table`;
  const what = {
    done: `You took it along on ${day}, and it goes on here.`,
    asked: `You wanted to take it along on ${day}, but no answer came. If it isn't closed at the table, it may go on in two places.`,
  }[game.move] ?? `You took it along on ${day}, with its whole history.`;
  dialog.querySelector("p").textContent = `${what}${others.length ? ` ${others.length} more after this.` : ""}`;
  if (game.move === "done") dialog.querySelector(".keep").textContent = "Go on here";
  dialog.querySelector(".keep").addEventListener("click", () => { dialog.close(); importGame(frame, game); });
  dialog.querySelector(".drop").addEventListener("click", async () => {
    await dropGame(game.id);
    dialog.close();
    askToKeep(frame);
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
};
