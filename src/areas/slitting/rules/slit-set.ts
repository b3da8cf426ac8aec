/** Calculates the slit rolls of a set: their position on the jumbo, inherited defects and expected mass. */
import { calculateLanePositions, type LaneGroup, calculateWebKg } from '@/areas/orders/rules/slitting-pattern'
import { clipDefectsToRoll, type Defect } from '@/areas/rolls/rules/defect-map'
import type { Downgrade } from '@/areas/rolls/rules/grade'
import { roundToDecimetre, roundToGram } from '@/plant/rules/quantity'
import { getJumboKg } from '@/areas/rolls/rules/roll-mass'

export interface OrderedLanes extends LaneGroup {
  readonly workOrderId: string | null
}
/** Position of a slit roll on its jumbo: metres from the start of winding, mm from the operator's side. */
export interface RollPosition {
  readonly fromM: number
  readonly toM: number
  readonly fromMm: number
  readonly widthMm: number
}
export interface LaneRoll extends RollPosition {
  readonly lane: number
  readonly workOrderId: string | null
}

/**
 * Returns the metres that the next set takes. The slitter unwinds from the outside, so it takes the end of the
 * remaining metres.
 */
export const getNextSetSpan = (leftM: number, lengthM: number): { fromM: number; toM: number } => ({
  fromM: Math.max(0, roundToDecimetre(leftM - lengthM)),
  toM: roundToDecimetre(leftM),
})

/**
 * True if the remaining metres that a person saw before the doff (`seenLeftM`) are still the remaining metres of the
 * jumbo.
 */
export const matchesMetresLeft = (seenLeftM: number, leftM: number): boolean =>
  roundToDecimetre(seenLeftM) === roundToDecimetre(leftM)

/** Returns one roll per lane of a set with its order, from the operator's side. */
export function buildLaneRolls(
  lanes: readonly OrderedLanes[],
  jumboWidthMm: number,
  span: { fromM: number; toM: number },
): LaneRoll[] {
  const orderIds = lanes.flatMap((lane) => Array.from({ length: lane.count }, () => lane.workOrderId))
  return calculateLanePositions(lanes, jumboWidthMm).map((place, i) => ({
    lane: place.lane,
    fromMm: Math.round(place.from),
    widthMm: place.width,
    ...span,
    workOrderId: orderIds[i] ?? null,
  }))
}

/**
 * Converts metres of the jumbo to metres of the slit roll; winding order is reversed.
 * @returns null if the span does not touch the roll
 */
function toSlitRollMetres(
  position: RollPosition,
  span: { fromM: number; toM: number },
): { fromM: number; toM: number } | null {
  const from = Math.max(span.fromM, position.fromM)
  const to = Math.min(Math.max(span.toM, span.fromM), position.toM)
  return from > to ? null : { fromM: roundToDecimetre(position.toM - to), toM: roundToDecimetre(position.toM - from) }
}
/** Returns the defects of the jumbo inside a slit roll, in the roll's own metres and mm. */
export function getInheritedDefects<D extends Defect>(defects: readonly D[], position: RollPosition): D[] {
  return defects.flatMap((defect) => {
    const [clippedDefect] = clipDefectsToRoll([defect], position, { from: position.fromMm, width: position.widthMm })
    const metres = clippedDefect ? toSlitRollMetres(position, clippedDefect) : null
    if (!clippedDefect || !metres) return []
    const toRollMm = (jumboMm: number | null) =>
      jumboMm === null ? null : Math.min(position.widthMm, Math.max(0, jumboMm - position.fromMm))
    return [{ ...defect, ...metres, fromMm: toRollMm(clippedDefect.fromMm), toMm: toRollMm(clippedDefect.toMm) }]
  })
}
/** Returns the downgraded metres of the jumbo that a slit roll inherits, in the roll's own metres. */
export function getInheritedDowngrades<D extends Downgrade>(downgrades: readonly D[], position: RollPosition): D[] {
  return downgrades.flatMap((downgrade) => {
    const metres = toSlitRollMetres(position, downgrade)
    return metres && metres.toM > metres.fromM ? [{ ...downgrade, ...metres }] : []
  })
}

/** Properties of a jumbo from which the mass of its rolls is calculated: g/m², mm, m, kg. */
export interface JumboWeb {
  readonly gsm: number | null
  readonly widthMm: number | null
  readonly lengthM: number | null
  readonly netKg: number | null
  readonly expectedKg: number | null
}
/**
 * Returns the mass of a roll from grammage, width and length; without a grammage its share of the jumbo. Null if
 * neither is known.
 */
export function calculateExpectedRollKg(jumbo: JumboWeb, widthMm: number, lengthM: number): number | null {
  if (jumbo.gsm) return roundToGram(calculateWebKg(jumbo.gsm, widthMm, lengthM))
  const wholeKg = getJumboKg(jumbo)
  return wholeKg && jumbo.widthMm && jumbo.lengthM
    ? roundToGram((wholeKg * widthMm * lengthM) / (jumbo.widthMm * jumbo.lengthM))
    : null
}

/** True for the last set. Earlier sets cannot be taken back, as their metres do not adjoin the remaining metres. */
export const canUndoSet = (setNumber: number, setNumbers: readonly number[]): boolean =>
  setNumber === Math.max(...setNumbers)

/** Returns the rolls of a set that overlap a position across the web. */
export const findOverlappingRolls = <R extends { readonly fromMm: number; readonly widthMm: number }>(
  rolls: readonly R[],
  position: { readonly fromMm: number; readonly widthMm: number },
): R[] =>
  rolls.filter(
    (roll) => roll.fromMm < position.fromMm + position.widthMm && position.fromMm < roll.fromMm + roll.widthMm,
  )
