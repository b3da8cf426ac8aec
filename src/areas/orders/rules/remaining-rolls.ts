/**
 * Calculates the rolls of each width that are still to be made for an order. Progress and cut plan share this
 * calculation, so that the cut plan makes nothing for an order shown as done. Widths in mm, lengths in m, masses in kg,
 * grammage in g/m².
 */
import { isShort } from './order-progress'
import { countLanes, parseSlittingPattern, calculateWebKg } from './slitting-pattern'

/** Roll sizes and amounts of a work order. */
export interface RollDemand {
  readonly slittingPattern: string | null
  readonly widthMm: number | null
  readonly rollLengthM: number | null
  readonly orderedRolls: number | null
  readonly orderedKg: number | null
  readonly rollKg: number | null
  readonly gsm: number | null
}
/** Width → number of rolls. */
export type RollsByWidth = ReadonlyMap<number, number>
/** Rolls that exist or are expected for an order. */
export interface OrderProduction {
  readonly goodKg: number
  readonly goodRolls: number
  /** Good rolls by width. */
  readonly goodByWidth: RollsByWidth
  /** Rolls expected without further planning, because they wait at a slitter or are being cut. */
  readonly comingByWidth: RollsByWidth
}
export interface WidthRolls {
  readonly width: number
  readonly rolls: number
}
export type RemainingRolls =
  | {
      readonly ok: true
      /** Length of one roll. */
      readonly length: number
      readonly widths: readonly WidthRolls[]
      /**
       * Missing rolls that need not be made, with the reason: the shortage is within the tolerance, or only kilograms
       * are missing and every ordered roll exists.
       */
      readonly unmadeRolls: { readonly reason: 'withinTolerance' | 'rollsMade'; readonly rolls: number } | null
    }
  | { readonly ok: false; readonly reason: 'noWidth' | 'noLength' | 'noCount' }

type WidthShares = readonly { readonly width: number; readonly share: number }[]
/**
 * Returns the roll widths of an order with their shares of its rolls: only the order's roll width, or the widths of the
 * pattern if the pattern lacks the roll width.
 */
function calculateWidthShares(order: Pick<RollDemand, 'slittingPattern' | 'widthMm'>): WidthShares {
  const lanes = parseSlittingPattern(order.slittingPattern ?? '') ?? []
  const usesRollWidth =
    order.widthMm !== null && (lanes.length === 0 || lanes.some((lane) => lane.width === order.widthMm))
  if (usesRollWidth) return [{ width: order.widthMm!, share: 1 }]
  const laneCount = countLanes(lanes)
  const lanesByWidth = new Map<number, number>()
  for (const { width, count } of lanes) lanesByWidth.set(width, (lanesByWidth.get(width) ?? 0) + count)
  return [...lanesByWidth].map(([width, count]) => ({ width, share: count / laneCount }))
}
/** Returns the ordered rolls, else calculates them from the mass; null if neither is known. */
function calculateOrderedRolls(order: RollDemand, shares: WidthShares): number | null {
  const { orderedRolls, orderedKg, rollKg, gsm, rollLengthM } = order
  if (orderedRolls) return orderedRolls
  if (!orderedKg) return null
  const meanRollKg = shares.reduce(
    (sum, { width, share }) => sum + share * (gsm ? calculateWebKg(gsm, width, rollLengthM ?? 0) : 0),
    0,
  )
  const kgPerRoll = rollKg || meanRollKg
  return kgPerRoll > 0 ? orderedKg / kgPerRoll : null
}
const sumRolls = (rolls: RollsByWidth): number => [...rolls.values()].reduce((sum, n) => sum + n, 0)
/** Rounds up to whole rolls. The margin ignores binary rounding. */
const toWholeRolls = (rolls: number): number => Math.max(0, Math.ceil(rolls - 1e-9))

/**
 * Calculates how many rolls of each width are still to be made. The rolls or kilograms that the whole order lacks limit
 * the result, so a surplus of one width counts for the others. The widths furthest behind come first. An order needs
 * nothing if the expected rolls complete it.
 */
export function calculateRemainingRolls(
  order: RollDemand,
  production: OrderProduction,
  tolerancePercent: number,
): RemainingRolls {
  const shares = calculateWidthShares(order)
  if (shares.length === 0) return { ok: false, reason: 'noWidth' }
  if (!order.rollLengthM) return { ok: false, reason: 'noLength' }
  const orderedRolls = calculateOrderedRolls(order, shares)
  if (!orderedRolls) return { ok: false, reason: 'noCount' }
  const rollLengthM = order.rollLengthM
  const { goodKg, goodRolls } = production
  const comingRolls = sumRolls(production.comingByWidth)
  const orderedKg = order.orderedKg || null
  const missingRollsByKg = orderedKg === null ? Infinity : orderedRolls * (1 - goodKg / orderedKg) - comingRolls
  const missingRollsByCount = order.orderedRolls ? orderedRolls - goodRolls - comingRolls : Infinity
  const missingRolls = toWholeRolls(Math.min(missingRollsByKg, missingRollsByCount))
  const expectedProduction = {
    goodKg: goodKg + ((orderedKg ?? 0) * comingRolls) / orderedRolls,
    goodRolls: goodRolls + comingRolls,
  }
  if (!isShort({ kg: orderedKg, rolls: order.orderedRolls }, expectedProduction, tolerancePercent))
    return {
      ok: true,
      length: rollLengthM,
      widths: [],
      unmadeRolls: missingRolls > 0 ? { reason: 'withinTolerance', rolls: missingRolls } : null,
    }
  if (missingRolls === 0)
    return {
      ok: true,
      length: rollLengthM,
      widths: [],
      unmadeRolls: { reason: 'rollsMade', rolls: toWholeRolls(missingRollsByKg) },
    }
  const totalRolls = goodRolls + comingRolls + missingRolls
  const widthsBehind = shares.map(({ width, share }) => {
    const wantedRolls = toWholeRolls(totalRolls * share)
    return {
      width,
      wantedRolls,
      rolls: Math.max(
        0,
        wantedRolls - (production.goodByWidth.get(width) ?? 0) - (production.comingByWidth.get(width) ?? 0),
      ),
    }
  })
  return {
    ok: true,
    length: rollLengthM,
    widths: allocateToFurthestBehind(widthsBehind, missingRolls),
    unmadeRolls: null,
  }
}
/** Distributes up to `maxRolls` rolls one by one, each to the width with the largest missing share. */
function allocateToFurthestBehind(
  widthsBehind: readonly (WidthRolls & { readonly wantedRolls: number })[],
  maxRolls: number,
): WidthRolls[] {
  const allocatedRolls = widthsBehind.map(() => 0)
  if (widthsBehind.reduce((sum, { rolls }) => sum + rolls, 0) <= maxRolls)
    for (const [i, { rolls }] of widthsBehind.entries()) allocatedRolls[i] = rolls
  else
    for (let n = 0; n < maxRolls; n++) {
      const missingShares = widthsBehind.map(
        ({ rolls, wantedRolls }, i) => (rolls - allocatedRolls[i]!) / Math.max(1, wantedRolls),
      )
      allocatedRolls[missingShares.indexOf(Math.max(...missingShares))]! += 1
    }
  return widthsBehind.flatMap(({ width }, i) => (allocatedRolls[i]! > 0 ? [{ width, rolls: allocatedRolls[i]! }] : []))
}

/**
 * Returns the widths that deviate by more than the tolerance although the total is met: rolls above (positive) or below
 * (negative) the order. Empty if no width is short. Also empty while the total is short, because the missing rolls show
 * that already.
 */
export function findWidthDeviations(
  order: RollDemand,
  production: Pick<OrderProduction, 'goodKg' | 'goodRolls' | 'goodByWidth'>,
  tolerancePercent: number,
): WidthRolls[] {
  const shares = calculateWidthShares(order)
  const orderedRolls = calculateOrderedRolls(order, shares)
  if (!orderedRolls || isShort({ kg: order.orderedKg, rolls: order.orderedRolls }, production, tolerancePercent))
    return []
  const orderedRollsByWidth = new Map(shares.map(({ width, share }) => [width, orderedRolls * share]))
  const deviations = [...new Set([...orderedRollsByWidth.keys(), ...production.goodByWidth.keys()])].flatMap(
    (width) => {
      const difference = Math.round((production.goodByWidth.get(width) ?? 0) - (orderedRollsByWidth.get(width) ?? 0))
      return Math.abs(difference) > ((orderedRollsByWidth.get(width) ?? 0) * tolerancePercent) / 100 + 1e-9
        ? [{ width, rolls: difference }]
        : []
    },
  )
  return deviations.some(({ rolls }) => rolls < 0) ? deviations.sort((a, b) => a.width - b.width) : []
}
