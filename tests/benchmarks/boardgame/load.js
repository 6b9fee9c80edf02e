// Plays at many tables at once, five seats each, and prints what it saw as JSON; the same for either server.
//
//     node load.js boardgame|haricot PORT TABLES SECONDS mover|all [SCRIPTS]
//
// A table makes its next move as soon as the last one was acknowledged: by the server to the seat that moved (`mover`),
// or besides by each of its five seats having heard of it (`all`). Both times are taken for every move, in ms.

const { readFileSync } = require('node:fs');
const { performance } = require('node:perf_hooks');

const [kind, port, tables, seconds, acknowledged, scripts] = process.argv.slice(2);
const { table: tableOf } = require(`./${kind}_table.js`);

const SEATS = 5;
const WARM_UP = 20;
const PATIENCE = 20_000;

const pause = (milliseconds) => new Promise((later) => setTimeout(later, milliseconds));

class Play {
  constructor(script, run) {
    this.run = run;
    this.last = Array(SEATS).fill(0);
    this.untold = [];
    this.table = tableOf(Number(port), script, (seat, n, whole) => this.heard(seat, n, whole));
  }

  heard(seat, n, whole) {
    if (!whole) throw new Error(`seat ${seat} was told something else at ${n}`);
    if (n <= this.last[seat]) throw new Error(`seat ${seat} heard of ${n} after ${this.last[seat]}`);
    this.last[seat] = n;
    this.settle();
  }

  settle() {
    const everybody = Math.min(...this.last);
    while (this.untold.length && this.untold[0].n <= everybody) {
      const { begun, told } = this.untold.shift();
      this.run.noteTold(performance.now() - begun);
      told();
    }
  }

  async move() {
    const begun = performance.now();
    const n = await this.table.move();
    this.run.noteMoved(performance.now() - begun);
    const all = new Promise((told) => this.untold.push({ n, begun, told }));
    this.settle();
    if (acknowledged === 'all') await all;
  }
}

class Run {
  constructor() {
    this.moved = [];
    this.told = [];
    this.counts = false;
  }

  noteMoved(milliseconds) {
    if (this.counts) this.moved.push(milliseconds);
  }

  noteTold(milliseconds) {
    if (this.counts) this.told.push(milliseconds);
  }
}

function percentile(times, share) {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

async function main() {
  const run = new Run();
  const games = scripts ? JSON.parse(readFileSync(scripts, 'utf8')) : Array(Number(tables)).fill(null);
  const plays = games.slice(0, Number(tables)).map((script) => new Play(script, run));
  for (const play of plays) await play.table.open();
  await Promise.all(plays.map(async (play) => { for (let move = 0; move < WARM_UP; move++) await play.move(); }));

  const begun = performance.now();
  const busy = process.cpuUsage();
  const until = begun + Number(seconds) * 1000;
  let over = false;
  run.counts = true;
  process.stdout.write('begun\n');
  await Promise.all(plays.map(async (play) => {
    while (!over && performance.now() < until) {
      await play.move();
      over ||= play.table.made >= play.table.moves; // no table goes on while another has nothing left to play
    }
  }));
  const took = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(busy);
  process.stdout.write('done\n');

  const patience = performance.now() + PATIENCE;
  while (plays.some((play) => play.untold.length)) {
    if (performance.now() > patience) throw new Error('a seat was not told of every move');
    await pause(5);
  }
  for (const { table } of plays) table.close();
  const figures = {
    moves: run.moved.length,
    seconds: took,
    client: (user + system) / 1e6 / took,
    acknowledged: { p50: percentile(run.moved, 0.5), p99: percentile(run.moved, 0.99) },
    told: { p50: percentile(run.told, 0.5), p99: percentile(run.told, 0.99) },
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  process.exit(0);
}

main();
