// A request as a value, and how its answer is read.

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** An answer as it came; without a status, the connection was refused or broke. */
export interface Reply {
  readonly status: number | null;
  readonly headers: Headers;
  readonly body: string;
}

export const LOST: Reply = { status: null, headers: new Headers(), body: "" };

/** A request and the type of its answer. Requests that change something carry a key, so that retries are safe. */
export interface Call<Answer> {
  readonly method: string;
  readonly path: string;
  readonly query: Query;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly read: (reply: Reply) => Answer;
}

/** A part of a list, and the query for the rest; null at its end. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly onward: Query | null;
}

/** Return the answer as the type that the description declares. */
export function json<Answer>({ body }: Reply): Answer {
  return JSON.parse(body) as Answer;
}

/** Return a reader for a part of a list under this name in the answer; its `Link` leads to the next part. */
export function pageOf<Row>(name: string): (reply: Reply) => Page<Row> {
  return (reply) => {
    const rows = json<Record<string, readonly Row[]>>(reply)[name] ?? [];
    const [, link] = /<([^>]*)>; rel="next"/.exec(reply.headers.get("Link") ?? "") ?? [];
    return { rows, onward: link === undefined ? null : Object.fromEntries(new URL(link, "http://here").searchParams) };
  };
}
