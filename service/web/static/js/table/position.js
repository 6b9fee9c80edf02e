// @ts-check
// The types of a table, as the service sends it. All scripts that draw a table use them.

/** @typedef {number | string[]} Zone the cards of a place, or their count if they are hidden */

/**
 * @typedef {object} SeatOf
 * @property {Zone} hand the front card first
 * @property {number[]} [hand_slots]
 * @property {string[][]} fields
 * @property {Zone} coins
 * @property {string[]} set_aside
 * @typedef {SeatOf & Record<string, any>} SeatState with the members that an edition adds
 */

/**
 * @typedef {object} Proposal
 * @property {number} proposal
 * @property {number} seat
 * @property {number | null} with
 * @property {{source: string, variety: string | null, slot: number | null}[]} give
 * @property {Record<string, number>} want
 * @property {string[]} [want_turned_up]
 * @property {number} [give_coins]
 * @property {number} [want_coins]
 */

/**
 * @typedef {object} Gift
 * @property {number} proposal
 * @property {number} seat
 * @property {number} to
 * @property {{source: string, variety: string | null, slot: number | null}[]} cards
 * @property {number} [coins]
 */

/**
 * @typedef {object} Terrain
 * @property {string} id
 * @property {number | null} owner
 * @property {boolean} [fortress]
 * @property {boolean} [empty]
 * @property {string} [riders]
 * @typedef {{id: string, row: number, x: number, terrain: string}} Cell
 * @typedef {{cells: Cell[], terrains: Terrain[], geometry: string, layout: string}} BoardState
 * @typedef {{card: string, source: string}} Commitment
 * @typedef {{target: string, riders: string | null, round?: number, committed?: {attack?: Commitment, defence?: Commitment}}} AttackState
 */

/**
 * @typedef {object} PositionOf
 * @property {string} edition
 * @property {Record<string, any>} [options]
 * @property {number} n
 * @property {boolean} settled
 * @property {{seat: number, number: number, phase: string} & Record<string, any>} turn
 * @property {SeatState[]} seats
 * @property {Zone} turned_up
 * @property {Zone} draw_pile
 * @property {Zone} discard_pile
 * @property {number} exhaustions
 * @property {Proposal[]} [proposals]
 * @property {Gift[]} [donations]
 * @property {BoardState} [board]
 * @property {AttackState | null} [attack]
 * @property {boolean} ended
 * @property {number[] | null} winners
 * @typedef {PositionOf & Record<string, any>} Position
 */

/**
 * @typedef {object} Pay what a field pays if it is harvested now
 * @property {number} coins
 * @property {number} cards
 * @property {string | null} meter
 * @property {[number, number][] | null} steps [cards, coins]
 * @property {{cards: number, coins: number} | null} next
 * @property {boolean} doubled
 * @property {boolean} harvestable
 * @property {string | null} clause
 */

/**
 * @typedef {{count: number, points: number}} Held how many terrains a seat holds, and how many points they score
 * @typedef {{points: number, least: number | null, conquerable: boolean}} TerrainType
 * @typedef {object} Lands the terrains that each seat holds, and the points of each terrain
 * @property {Held[]} seats
 * @property {Record<string, number>} points of each terrain, by its id
 * @property {Record<string, TerrainType>} kinds
 */

/**
 * How a place of the table is highlighted: classes (`came`, `left`, `glow`, `grey`, `picked`), a note, and the variety
 * that a face-down card is known to have. Places are JSON Pointers into the position, such as `/seats/1/hand/0`.
 * @typedef {{look: string, note?: string, bean?: string}} Mark
 * @typedef {Record<string, Mark>} Marks
 */

/** @typedef {(seat: number) => string} Name returns the name of a seat */

export {};
