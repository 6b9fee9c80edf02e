// A client of Haricot that plays and follows games, in browsers and in Node.
export { seatLink, type SeatLink } from "./endpoints.js";
export type { Asking } from "./connection.js";
export {
  type EventsWanted,
  type FeedWanted,
  type Following,
  type GamesWanted,
  Haricot,
  type Keyed,
  type Patiently,
  type Viewing,
} from "./haricot.js";
export type * from "./models.js";
export type { Choice, Choose } from "./choices.js";
export { HaricotProblem, NoAnswer } from "./problems.js";
