// What a call can be asked with besides its subject: a view, a key, filters, where a stream goes on.
import type { Asking } from "./connection.js";
import type { Edition, GameStatus, View } from "./models.js";

export interface Patiently {
  /** How often a call is sent at most; default 8. */
  readonly attempts?: number;
  /** After how many silent seconds a connection counts as broken; default 30. */
  readonly silence?: number;
}

export interface Viewing extends Asking {
  /** The view: `seat:0`, `spectator` or `omniscient`; default is the token's own. */
  readonly view?: View | undefined;
}

export interface Keyed extends Asking {
  /** The Idempotency-Key; by default a new one for each call. */
  readonly key?: string;
}

export interface GamesWanted extends Asking {
  readonly status?: GameStatus;
  readonly edition?: Edition;
  readonly player?: string;
  /** Only games that this service token created. */
  readonly mine?: boolean;
  readonly external_id?: string;
  /** `round=3`: only games with this metadata of this token. */
  readonly metadata?: string;
}

export interface EventsWanted extends Viewing {
  /** Only events after this one. */
  readonly after?: number;
  /** Only events of this type, such as `field_harvested.1`. */
  readonly kind?: string;
  readonly seat?: number;
}

export interface Following extends Viewing {
  /** What each message carries additionally: `table`, `choices`, `sentence`, `words`, `moves`, `pays`, `lands`. */
  readonly state?: readonly string[];
  /** Continue after this event; 0 for all events. By default the first message is the present table. */
  readonly after?: number;
  /** The language of sentences: `en`, `fr` or `de`. */
  readonly lang?: string;
}

export interface FeedWanted extends Asking {
  /** Continue after the line with this cursor; `now` for future events only; by default all. */
  readonly after?: string | null;
  /** Only events of these types, such as `game_ended.1`. */
  readonly kinds?: readonly string[];
  readonly game?: string;
}
