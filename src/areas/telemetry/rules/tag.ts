/** What is measured, and in which way. */

/** A counter counts up; a gauge shows a momentary value; a state is a number that stands for one. */
export const tagKinds = ['counter', 'gauge', 'state'] as const
export type TagKind = (typeof tagKinds)[number]

/** What is measured at each line, and its speed, from which stops are found. */
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
/** What is measured of the air in a hall: °C, % relative humidity, µg/m³. */
export const hallKeys = ['temperature', 'humidity', 'dust'] as const
export type HallKey = (typeof hallKeys)[number]

/** So many pauses without a reading, and the last value is none of now. */
const STALE_PAUSES = 3
/** Seconds after which a live value is stale. */
export const staleAfter = (tag: { readonly staleAfterS: number | null; readonly everyS: number }): number =>
  tag.staleAfterS ?? tag.everyS * STALE_PAUSES
