// A client of Haricot that plays and follows games, in browsers and in Node.
export { seatLink, type SeatLink } from "./endpoints.js";
export type { Asking } from "./connection.js";
export { Haricot } from "./haricot.js";
export type * from "./options.js";
export type * from "./models.js";
export type { Choice, Choose } from "./choices.js";
export { HaricotProblem, NoAnswer } from "./problems.js";
