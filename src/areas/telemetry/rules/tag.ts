/** Kinds of tags and the quantities that they measure. */

/** A counter counts up; a gauge shows a momentary value; a state is a number that represents a state. */
export const tagKinds = ['counter', 'gauge', 'state'] as const
export type TagKind = (typeof tagKinds)[number]

/** Quantities measured at each line; stops are detected from `speed`. */
export const lineKeys = [
  'speed',
  'MPS',
  'MEE',
  'MBS',
  'CS',
  'FRT',
  'SRT',
  'DRYER',
  'OT',
  'PRE',
  'ORS',
  'HBR',
  'HBT',
  'DCD',
] as const
export type LineKey = (typeof lineKeys)[number]
/** Quantities of the air in a hall: °C, % relative humidity, µg/m³. */
export const hallKeys = ['temperature', 'humidity', 'dust'] as const
export type HallKey = (typeof hallKeys)[number]

/** Number of usual intervals without a reading after which a value is stale. */
const STALE_PAUSES = 3
/** Returns the age in seconds above which a live value is stale. */
export const getStaleAfterSeconds = (tag: { readonly staleAfterS: number | null; readonly everyS: number }): number =>
  tag.staleAfterS ?? tag.everyS * STALE_PAUSES
