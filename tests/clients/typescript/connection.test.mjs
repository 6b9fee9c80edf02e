// Broken connections: cut at any byte, silent, or to a busy service.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import test from "node:test";

const { Haricot, HaricotProblem, NoAnswer } = await import(`${process.env.KIT}/index.js`);
const problem = JSON.stringify({ code: "not-found", title: "Not found", detail: "no game", clause: { id: "CL-1" } });
const table = '{"table":{"n":1}}\n';
const event = (n, says = "") => `${JSON.stringify({ n, event: { says } })}\n`;
const stays = Symbol("the connection stays open, and nothing more comes");
const breaks = Symbol("the connection breaks");

/** Gives one answer a connection, and notes what each asked for; an answer is a status, headers, and pieces of a body. */
async function served(answers, program) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const { "last-event-id": after, "idempotency-key": key, authorization } = request.headers;
    const one = { url: request.url, after, key, authorization, left: once(response, "close") };
    asked.push(one);
    const [status, headers, ...pieces] = answers.shift() ?? [500, {}];
    response.writeHead(status, headers);
    for (const piece of pieces) {
      if (piece === stays) return;
      if (piece === breaks) return void response.destroy();
      await new Promise((resolve) => response.write(piece, resolve));
    }
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await program(`http://127.0.0.1:${server.address().port}`, asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function numbers(messages) {
  const found = [];
  for await (const message of messages) found.push(message.n ?? Object.keys(message)[0]);
  return found;
}

test("a stream resumes after the last whole line, through cuts, silence and a busy service", async () => {
  const bean = Buffer.from(event(3, "🫘"));
  const answers = [
    [200, {}, table, event(2), bean.subarray(0, bean.indexOf(0xf0) + 2), breaks],
    [503, { "Retry-After": "0" }],
    [200, {}, "\n", bean.subarray(0, 5), bean.subarray(5), stays],
    [200, {}, event(3), event(4), '{"problem":{}}\n'],
    [200, {}, event(5), '{"end":{}}\n'],
  ];
  await served(answers, async (address, asked) => {
    const game = new Haricot(address, "hrc", { silence: 0.2 }).follow("a/b", { state: ["table"], view: "seat:0" });
    assert.deepEqual(await numbers(game), ["table", 2, 3, 4, 5, "end"]);
    assert.deepEqual(asked.map(({ after }) => after), [undefined, "2", "2", "3", "4"]);
    assert.equal(asked[0].url, "/v1/games/a%2Fb/stream?with=table&as=seat%3A0");
    assert.equal(asked[4].authorization, "Bearer hrc");
  });
});

test("a whole line without JSON is an error and is not retried", async () => {
  await served([[200, {}, "<html>\n"]], async (address) => {
    await assert.rejects(numbers(new Haricot(address).follow("g")), SyntaxError);
  });
});

test("a command is retried with one key until it is answered", async () => {
  const answers = [[502, {}], [200, { "Content-Length": "20" }, '{"ver', breaks], [200, { "Content-Length": "20" }, '{"ver', stays], [429, { "Retry-After": "0" }]];
  await served([...answers, [201, {}, '{"version":7}']], async (address, asked) => {
    const service = new Haricot(`${address}/beans/`, undefined, { silence: 0.2 });
    assert.equal((await service.command("g", { type: "DrawCards", seat: 0 })).version, 7);
    assert.equal(new Set(asked.map(({ key }) => key)).size, 1);
    assert.match(asked[0].key, /^[0-9a-f]{32}$/);
    assert.deepEqual(asked.map(({ url }) => url), Array(5).fill("/beans/v1/games/g/commands"));
  });
});

test("a 404 for a token means success only after a lost answer", async () => {
  await served([[200, { "Content-Length": "1" }, "", breaks], [404, {}, problem], [404, {}, problem]], async (address) => {
    const service = new Haricot(address, "hrc", { silence: 0.2 });
    assert.equal(await service.revokeServiceToken("t"), undefined);
    await assert.rejects(service.revokeServiceToken("t"), HaricotProblem);
  });
});

test("a refusal is a problem at once, a busy service after the last retry", async () => {
  await served([[404, { "X-Request-ID": "r" }, problem], [503, {}, "<html>"], [503, {}, "<html>"]], async (address, asked) => {
    const service = new Haricot(address, undefined, { attempts: 2 });
    await assert.rejects(service.head("g"), ({ name, code, status, clause, requestId, problem: { title } }) => {
      return assert.deepEqual(
        [name, code, status, clause, requestId, title],
        ["HaricotProblem", "not-found", 404, "CL-1", "r", "Not found"],
      ) === undefined;
    });
    assert.equal(asked.length, 1);
    await assert.rejects(service.head("g"), { code: "http.503", detail: "<html>" });
  });
  await assert.rejects(new Haricot("http://127.0.0.1:1", undefined, { attempts: 2 }).head("g"), NoAnswer);
});

test("lists are read page by page, by their links", async () => {
  const link = { Link: '</v1/games?status=open&cursor=b%26c>; rel="next"' };
  await served([[200, link, '{"games":[{"n":1},{"n":2}]}'], [200, {}, '{"games":[{"n":3}]}']], async (address, asked) => {
    assert.deepEqual(await numbers(new Haricot(address).listGames({ status: "open" })), [1, 2, 3]);
    assert.deepEqual(asked.map(({ url }) => url), ["/v1/games?status=open", "/v1/games?status=open&cursor=b%26c"]);
  });
});

test("the feed has a cursor before its first line", async () => {
  const line = (cursor) => `${JSON.stringify({ kind: "event", cursor, n: cursor })}\n`;
  const answers = [[200, {}, '{"lines":[],"cursor":"c0","more":false}'], [200, {}, "\n"], [200, {}, line("c1")], [410, {}, problem]];
  await served(answers, async (address, asked) => {
    const heard = [];
    const feed = new Haricot(address, "hrc").feed({ after: "now", kinds: ["game_ended.1", "game_started.1"] });
    await assert.rejects(async () => {
      for await (const { cursor } of feed) heard.push(cursor);
    }, { status: 410 });
    assert.deepEqual(heard, ["c1"]);
    assert.deepEqual(asked.map(({ after }) => after), [undefined, "c0", "c0", "c1"]);
    assert.equal(asked[3].url, "/v1/feed?type=game_ended.1%2Cgame_started.1");
  });
});

test("an abort ends a call, a stream or a pause with its reason; leaving a loop closes the connection", async () => {
  const enough = new Error("enough");
  const silent = [200, {}, table, stays];
  await served([[200, {}, stays], silent, [503, { "Retry-After": "3600" }], silent], async (address, asked) => {
    const service = new Haricot(address);
    for (const ask of [
      (signal) => service.head("g", { signal }),
      (signal) => numbers(service.follow("g", { signal })),
      (signal) => numbers(service.follow("g", { signal })),
    ]) {
      const caller = new AbortController();
      const before = asked.length;
      const asking = ask(caller.signal);
      while (asked.length === before) await new Promise(setImmediate);
      caller.abort(enough);
      await assert.rejects(asking, enough);
    }
    for await (const message of service.follow("g")) {
      assert.deepEqual(message, { table: { n: 1 } });
      break;
    }
    await asked.at(-1).left;
    await assert.rejects(service.head("g", { signal: AbortSignal.abort(enough) }), enough);
  });
});

test("an invalid request is an error at once", async () => {
  assert.throws(() => new Haricot("nowhere"), TypeError);
  await assert.rejects(new Haricot("http://127.0.0.1:1", "two\nlines").head("g"), TypeError);
  for (const link of ["", "http://here", "http://here/join/g", "/join/g#token=t"]) {
    assert.throws(() => Haricot.join(link), /no link to a seat/);
  }
});
