// A request as a value, and how its answer is read.

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** An answer as it came; without a status, the connection was refused or broke. */
export interface Reply {
  readonly status: number | null;
  readonly headers: Headers;
  readonly body: string;
}

export const LOST: Reply = { status: null, headers: new Headers(), body: "" };

/** A request and what its answer is. What changes something carries a key, so that asking again is safe. */
export interface Call<Answer> {
  readonly method: string;
  readonly path: string;
  readonly query: Query;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly read: (reply: Reply) => Answer;
}

/** Some of a list, and the query with which the rest of it is asked for; null at its end. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly onward: Query | null;
}

/** The answer as what the description says it is. */
export function json<Answer>({ body }: Reply): Answer {
  return JSON.parse(body) as Answer;
}

/** Some of a list that the answer holds under this name; its `Link` leads to the next. */
export function pageOf<Row>(name: string): (reply: Reply) => Page<Row> {
  return (reply) => {
    const rows = json<Record<string, readonly Row[]>>(reply)[name] ?? [];
    const [, link] = /<([^>]*)>; rel="next"/.exec(reply.headers.get("Link") ?? "") ?? [];
    return { rows, onward: link === undefined ? null : Object.fromEntries(new URL(link, "http://here").searchParams) };
  };
}
