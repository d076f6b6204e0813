// Games that a phone takes along from another one's table. They wait until the app on this phone is opened, which imports them as
// any file. Each is a text of bounded size: whatever the other phone sent, nothing else is kept.
import { keep, kept, SCOPE } from "./kept.js";

const GAMES = "games";
const MOST = 12;
const MOST_LETTERS = 4_000_000; // the app imports no larger file
// Whether any waits, for a page that is to know at once.
export const WAITS = `gem-companion kept games ${SCOPE}`;

export const keptGames = async () => await kept(GAMES) ?? [];

// Keep a game; a later state takes the place of the one before. `id` is the game's at that table, `from` whose table it is. `move`
// is "asked" where that table was asked to let go of the game, "done" where it has, and nothing for a copy.
export const keepGame = async ({ id, from, text, move }) => {
  const others = (await keptGames()).filter((game) => game.id !== id);
  if (text.length > MOST_LETTERS) throw new Error("This isn't a game that can be kept.");
  if (others.length >= MOST) throw new Error(`${MOST} games wait already. Open Gem Companion on this phone first.`);
  localStorage.setItem(WAITS, "1");
  await keep(GAMES, [...others, { id: id.slice(0, 200), from: from.slice(0, 40), text, move, at: Date.now() }]);
};

export const dropGame = async (id) => {
  const others = (await keptGames()).filter((game) => game.id !== id);
  await keep(GAMES, others);
  if (!others.length) localStorage.removeItem(WAITS);
};
