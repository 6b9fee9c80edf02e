// The errors of a call: a problem that the service describes, or no answer at all.
import type { Reply } from "./request.js";
import type { Problem } from "./models.js";

/** The service refused: a stable `code`, its meaning, and the clause of the rulebook where there is one. */
export class HaricotProblem extends Error {
  override readonly name = "HaricotProblem";
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly clause: string | null;
  readonly requestId: string | null;
  readonly problem: Partial<Problem>;

  constructor(status: number, problem: Partial<Problem>, requestId: string | null) {
    const { code = `http.${status}`, title = "", detail = "", clause } = problem;
    super(`${code}: ${detail}${clause ? ` (${clause.id})` : ""}`);
    this.status = status;
    this.code = code;
    this.title = title;
    this.detail = detail;
    this.clause = clause?.id ?? null;
    this.requestId = requestId;
    this.problem = problem;
  }
}

/** The service could not be reached or had no time, even after all retries. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** Return the problem in an answer; one that is no JSON comes from a program between client and service. */
export function problemOf(status: number, { headers, body }: Reply): HaricotProblem {
  let described: unknown;
  try {
    described = JSON.parse(body);
  } catch {
    described = null;
  }
  const isOne = typeof described === "object" && described !== null && !Array.isArray(described);
  const problem: Partial<Problem> = isOne ? (described as Problem) : { detail: body.slice(0, 200) };
  return new HaricotProblem(status, problem, headers.get("X-Request-ID"));
}
