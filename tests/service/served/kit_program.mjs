// The client kit in TypeScript at work: `play LINK` a seat, `follow ADDRESS GAME`, `ask ADDRESS TOKEN` all that it can.
import assert from "node:assert/strict";

const { Haricot, HaricotProblem } = await import(`${process.env.KIT}/index.js`);
const [, , task, where, what] = process.argv;
const bots = { edition: "classic", seats: Array(3).fill({ kind: "bot", bot: "greedy" }), pace: 0 };
const three = { edition: "classic", seats: ["Ana", "Bo", "Cem"].map((name) => ({ name })) };

async function listed(rows, most = Infinity) {
  const found = [];
  for await (const row of rows) if (found.push(row) >= most) break;
  return found;
}

async function play() {
  const [seat, game] = Haricot.join(where);
  await seat.play(game, ({ legal }) => legal[Math.floor(Math.random() * legal.length)]);
}

async function follow() {
  for await (const message of new Haricot(where).follow(what, { after: 0 })) if ("event" in message) console.log(message.n);
}

async function ask() {
  const service = new Haricot(where, what);
  const notes = { external_id: "round-1 äß", metadata: { channel: "10&42" } };
  const { game } = await service.createGame({ ...bots, ...notes });
  const other = await service.createGame({ ...three, options: { start_player: "seat_0" } });
  const messages = await listed(service.follow(game, { after: 0, state: ["sentence"], lang: "fr" }));
  const last = messages.at(-2);
  assert.ok(last.sentence);
  assert.deepEqual((await listed(service.events(game))).map(({ n }) => n), messages.slice(0, -1).map(({ n }) => n));
  assert.ok(last.n > 200, "more than a page");
  const ends = await listed(service.events(game, { kind: "game_ended.1", after: 100, view: "spectator" }));
  assert.deepEqual(ends.map(({ event }) => event.type), ["game_ended.1"]);
  assert.equal((await service.table(game, { at: 60, view: "omniscient" })).n, 60);
  assert.equal((await service.audit(game, { view: "omniscient" })).verdict, "clean");
  assert.equal((await service.story(game, { lang: "de" })).story.version, last.n);
  assert.equal((await service.par(game)).state, "none");
  assert.equal((await service.requestPar(game)).state, "wanted");
  assert.deepEqual(await service.setPersonHidden("u-17", true), { person: "u-17", hidden: true });
  assert.equal((await service.file(game, { view: "omniscient" })).split("\n").length, last.n + 3);

  const games = async (wanted) => (await listed(service.listGames(wanted))).map((one) => one.game);
  assert.deepEqual(await games({ mine: true }), [other.game, game]);
  assert.deepEqual(await games({ external_id: "round-1 äß", metadata: "channel=10&42", status: "finished" }), [game]);
  assert.deepEqual(await service.note(game, { external_id: "round 2" }), { external_id: "round 2", metadata: {} });
  assert.equal((await service.head(game)).external_id, "round 2");
  const fork = await service.fork(game, { at: 20, mode: "exact" }, { view: "omniscient" });
  assert.equal(fork.forked_from.game, game);
  assert.equal((await service.createToken({ game: other.game, kind: "spectator" })).kind, "spectator");

  await broadcast(service);
  await refusals(other);
  await tokensAndFeed(service);
  console.log("all answered");
}

async function broadcast(service) {
  const { tournament: cup } = await service.createTournament({ title: "Spring open", edition: "classic", rounds: 2 });
  assert.equal((await service.bindSlot(cup, "main", { table: 3 })).table, 3);
  const rules = await service.setBroadcastRules(cup, { delay_seconds: 60 });
  assert.deepEqual([rules.delay_seconds, await service.slots(cup)], [60, rules]);
  assert.equal((await service.slotField(cup, "main", "scores", { lang: "de" })).title, "Spring open");
  const wrong = { game: "other", n: 1, text: "So it begins." };
  await assert.rejects(service.publishCommentary(cup, wrong), /no game/);
}

/** A seat hears what is wrong, by a dry run, a command, and while it plays. */
async function refusals({ game, tokens }) {
  const seat = new Haricot(where, tokens[0].token);
  const order = { type: "DrawCards", seat: 0 };
  const isRefused = (error) => error instanceof HaricotProblem && error.code.startsWith("rules.") && error.clause !== null;
  const { verdict, clause } = await seat.dryRun(game, order);
  assert.deepEqual([verdict, (await seat.legal(game, 0)).legal.length > 0], ["illegal", true]);
  await assert.rejects(seat.command(game, order), (error) => isRefused(error) && error.clause === clause);
  await assert.rejects(seat.play(game, async () => order), isRefused);
}

async function tokensAndFeed(service) {
  const { id, token } = await service.createServiceToken({ scopes: ["feed"], note: "a\u2028b" });
  assert.deepEqual((await service.serviceTokens()).map((one) => [one.id, one.note]), [[id, "a\u2028b"]]);
  const listener = new Haricot(where, token);
  const { lines } = await listener.feedPage({ limit: 500 });
  assert.deepEqual(await listed(listener.feed(), lines.length), lines);
  const [, { cursor }] = lines;
  assert.deepEqual(await listed(listener.feed({ after: cursor }), 3), lines.slice(2, 5));
  await assert.rejects(listed(listener.feed({ after: "nobody's" })), { status: 410, code: "feed.cursor" });
  const news = listed(listener.feed({ after: "now", kinds: ["game_created.1"] }), 1).then(([one]) => one.game);
  const made = [];
  let heard;
  while (heard === undefined) {
    made.push((await service.createGame(three)).game);
    heard = await Promise.race([news, new Promise((resolve) => setTimeout(resolve, 300))]);
  }
  assert.ok(made.includes(heard));
  await service.revokeServiceToken(id);
  await assert.rejects(listener.feedPage(), { status: 401 });
}

await { play, follow, ask }[task]();
