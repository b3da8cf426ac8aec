/** Kinds of tags and the quantities that they measure. */

/** A counter counts up; a gauge shows a momentary value; a state is a number that represents a state. */
export const tagKinds = ['counter', 'gauge', 'state'] as const
export type TagKind = (typeof tagKinds)[number]

/**
 * Quantities measured at each line; stops are detected from `speed`. The codes are wire names from the plant's
 * specification.
 */
export const lineKeys = [
  'speed',
  'MPS', // metering pump speed
  'MEE', // main extruder
  'MBS', // forming belt speed
  'CS', // calender speed
  'FRT', // engraved roll temperature
  'SRT', // smooth roll temperature
  'DRYER', // dryer temperature
  'OT', // thermal oil temperature
  'PRE', // nip pressure
  'ORS', // kiss-roll speed
  'HBR', // hot-air blower speed
  'HBT', // hot-air temperature
  'DCD', // die-to-collector distance
] as const
export type LineKey = (typeof lineKeys)[number]
/** Quantities of the air in a hall: °C, % relative humidity, µg/m³. */
export const hallKeys = ['temperature', 'humidity', 'dust'] as const
export type HallKey = (typeof hallKeys)[number]

/** Number of usual intervals without a reading after which a value is stale. */
const STALE_INTERVAL_COUNT = 3
/** Returns the age in seconds above which a live value is stale. */
export const getStaleAfterSeconds = (tag: { readonly staleAfterS: number | null; readonly everyS: number }): number =>
  tag.staleAfterS ?? tag.everyS * STALE_INTERVAL_COUNT

/**
 * Sources of readings that come from the plant itself: a manual meter reading, or a speed sent to the line endpoint.
 */
const plantSources = ['hand', 'lineSpeed'] as const
export type PlantSource = (typeof plantSources)[number]
/** True if the source is one of `plantSources`; any other source is the name of a gateway or an inlet. */
export const isPlantSource = (source: string | null): source is PlantSource =>
  (plantSources as readonly (string | null)[]).includes(source)
