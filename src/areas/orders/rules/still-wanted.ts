/**
 * Rolls of each width that an order needs and that are still to be made. Progress and cut plan share it, so that the
 * cut plan makes nothing for an order shown as done. Widths in mm, lengths in m, masses in kg, grammage in g/m².
 */
import { isShort } from './progress'
import { countLanes, parseSlittingPattern } from './slitting-pattern'
import { webKg } from './web'

/** Roll sizes and amounts of a work order. */
export interface Wanted {
  readonly slittingPattern: string | null
  readonly widthMm: number | null
  readonly rollLengthM: number | null
  readonly orderedRolls: number | null
  readonly orderedKg: number | null
  readonly rollKg: number | null
  readonly gsm: number | null
}
/** Width → number of rolls. */
export type ByWidth = ReadonlyMap<number, number>
/** Rolls that exist or are expected for an order. */
export interface Standing {
  readonly goodKg: number
  readonly goodRolls: number
  /** Good rolls by width. */
  readonly good: ByWidth
  /** Rolls expected without further planning: they wait at a slitter or are being cut. */
  readonly coming: ByWidth
}
export interface WidthRolls {
  readonly width: number
  readonly rolls: number
}
export type StillWanted =
  | {
      readonly ok: true
      /** Length of one roll. */
      readonly length: number
      readonly widths: readonly WidthRolls[]
      /**
       * Why missing rolls are not made: the shortage is within the tolerance, or only kilograms are missing and every
       * ordered roll exists. `rolls` is the number of missing rolls.
       */
      readonly left: { readonly reason: 'withinTolerance' | 'rollsMade'; readonly rolls: number } | null
    }
  | { readonly ok: false; readonly reason: 'noWidth' | 'noLength' | 'noCount' }

type Shares = readonly { readonly width: number; readonly part: number }[]
/** Returns the share of each width: the order's own, or those of its pattern (also if that lacks the own width). */
function sharesOf(order: Pick<Wanted, 'slittingPattern' | 'widthMm'>): Shares {
  const lanes = parseSlittingPattern(order.slittingPattern ?? '') ?? []
  const own = order.widthMm !== null && (lanes.length === 0 || lanes.some((l) => l.width === order.widthMm))
  if (own) return [{ width: order.widthMm!, part: 1 }]
  const total = countLanes(lanes)
  const byWidth = new Map<number, number>()
  for (const { width, count } of lanes) byWidth.set(width, (byWidth.get(width) ?? 0) + count)
  return [...byWidth].map(([width, count]) => ({ width, part: count / total }))
}
/** Returns the ordered rolls, else calculates them from the mass; null if neither is known. */
function orderedCount(order: Wanted, shares: Shares): number | null {
  const { orderedRolls, orderedKg, rollKg, gsm, rollLengthM } = order
  if (orderedRolls) return orderedRolls
  if (!orderedKg) return null
  const mean = shares.reduce((sum, { width, part }) => sum + part * (gsm ? webKg(gsm, width, rollLengthM ?? 0) : 0), 0)
  const one = rollKg || mean
  return one > 0 ? orderedKg / one : null
}
const sumOf = (rolls: ByWidth): number => [...rolls.values()].reduce((sum, n) => sum + n, 0)
const wholeRolls = (rolls: number): number => Math.max(0, Math.ceil(rolls - 1e-9))

/**
 * Calculates how many rolls of each width are still to be made. The missing total, of rolls or kilograms, is the limit:
 * a surplus of one width counts for the whole order, and the widths furthest behind come first. An order that is
 * complete once the expected rolls arrive needs nothing.
 */
export function stillWanted(order: Wanted, standing: Standing, tolerancePercent: number): StillWanted {
  const shares = sharesOf(order)
  if (shares.length === 0) return { ok: false, reason: 'noWidth' }
  if (!order.rollLengthM) return { ok: false, reason: 'noLength' }
  const rolls = orderedCount(order, shares)
  if (!rolls) return { ok: false, reason: 'noCount' }
  const length = order.rollLengthM
  const { goodKg, goodRolls, good } = standing
  const coming = sumOf(standing.coming)
  const kg = order.orderedKg || null
  const byKg = kg === null ? Infinity : rolls * (1 - goodKg / kg) - coming
  const byRolls = order.orderedRolls ? rolls - goodRolls - coming : Infinity
  const lacking = wholeRolls(Math.min(byKg, byRolls))
  const made = { goodKg: goodKg + ((kg ?? 0) * coming) / rolls, goodRolls: goodRolls + coming }
  if (!isShort({ kg, rolls: order.orderedRolls }, made, tolerancePercent))
    return { ok: true, length, widths: [], left: lacking > 0 ? { reason: 'withinTolerance', rolls: lacking } : null }
  if (lacking === 0) return { ok: true, length, widths: [], left: { reason: 'rollsMade', rolls: wholeRolls(byKg) } }
  const total = goodRolls + coming + lacking
  const behind = shares.map(({ width, part }) => {
    const wanted = wholeRolls(total * part)
    return { width, wanted, rolls: Math.max(0, wanted - (good.get(width) ?? 0) - (standing.coming.get(width) ?? 0)) }
  })
  return { ok: true, length, widths: furthestBehind(behind, lacking), left: null }
}
/** Distributes up to `maxRolls` rolls one by one, each to the width with the largest missing share. */
function furthestBehind(behind: readonly (WidthRolls & { readonly wanted: number })[], cap: number): WidthRolls[] {
  const given = behind.map(() => 0)
  if (behind.reduce((sum, { rolls }) => sum + rolls, 0) <= cap)
    for (const [i, { rolls }] of behind.entries()) given[i] = rolls
  else
    for (let n = 0; n < cap; n++) {
      const parts = behind.map(({ rolls, wanted }, i) => (rolls - given[i]!) / Math.max(1, wanted))
      given[parts.indexOf(Math.max(...parts))]! += 1
    }
  return behind.flatMap(({ width }, i) => (given[i]! > 0 ? [{ width, rolls: given[i]! }] : []))
}

/**
 * Returns the widths that deviate by more than the tolerance although the total is met: rolls above (positive) or below
 * (negative) the order. Empty while the total is short, as the missing rolls show it, and if no width is short.
 */
export function widthsOff(
  order: Wanted,
  standing: Pick<Standing, 'goodKg' | 'goodRolls' | 'good'>,
  tolerancePercent: number,
): WidthRolls[] {
  const shares = sharesOf(order)
  const rolls = orderedCount(order, shares)
  if (!rolls || isShort({ kg: order.orderedKg, rolls: order.orderedRolls }, standing, tolerancePercent)) return []
  const wanted = new Map(shares.map(({ width, part }) => [width, rolls * part]))
  const off = [...new Set([...wanted.keys(), ...standing.good.keys()])].flatMap((width) => {
    const by = Math.round((standing.good.get(width) ?? 0) - (wanted.get(width) ?? 0))
    return Math.abs(by) > ((wanted.get(width) ?? 0) * tolerancePercent) / 100 + 1e-9 ? [{ width, rolls: by }] : []
  })
  return off.some((one) => one.rolls < 0) ? off.sort((a, b) => a.width - b.width) : []
}
