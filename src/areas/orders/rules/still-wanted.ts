/**
 * What an order wants of each width, and what of it is still to be made: read by its progress and by the cut plan, so that
 * neither makes what the other calls done. Widths in mm, lengths in m, masses in kg, grammage in g/m².
 */
import { isShort } from './progress'
import { countLanes, parseSlittingPattern } from './slitting-pattern'
import { webKg } from './web'

/** What a work order says of the rolls it wants. */
export interface Wanted {
  readonly slittingPattern: string | null
  readonly widthMm: number | null
  readonly rollLengthM: number | null
  readonly orderedRolls: number | null
  readonly orderedKg: number | null
  readonly rollKg: number | null
  readonly gsm: number | null
}
/** Rolls by width. */
export type ByWidth = ReadonlyMap<number, number>
/** What there is of an order. */
export interface Standing {
  readonly goodKg: number
  readonly goodRolls: number
  /** The good rolls by width. */
  readonly good: ByWidth
  /** Rolls that will come without being planned again: they wait at a slitter or are being cut. */
  readonly coming: ByWidth
}
export interface WidthRolls {
  readonly width: number
  readonly rolls: number
}
export type StillWanted =
  | {
      readonly ok: true
      /** Of one roll. */
      readonly length: number
      readonly widths: readonly WidthRolls[]
      /**
       * Why nothing is wanted of what is lacking: less than the tolerance, or kilograms alone, as every roll that was ordered
       * is there. `rolls` is how many that are.
       */
      readonly left: { readonly reason: 'withinTolerance' | 'rollsMade'; readonly rolls: number } | null
    }
  | { readonly ok: false; readonly reason: 'noWidth' | 'noLength' | 'noCount' }

type Shares = readonly { readonly width: number; readonly part: number }[]
/** The parts of an order's widths: its own width, else those of its slitting pattern (also where that does not cut its own). */
function sharesOf(order: Pick<Wanted, 'slittingPattern' | 'widthMm'>): Shares {
  const lanes = parseSlittingPattern(order.slittingPattern ?? '') ?? []
  const own = order.widthMm !== null && (lanes.length === 0 || lanes.some((l) => l.width === order.widthMm))
  if (own) return [{ width: order.widthMm!, part: 1 }]
  const total = countLanes(lanes)
  const byWidth = new Map<number, number>()
  for (const { width, count } of lanes) byWidth.set(width, (byWidth.get(width) ?? 0) + count)
  return [...byWidth].map(([width, count]) => ({ width, part: count / total }))
}
/** Rolls as ordered, else by mass; null where neither says it. */
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
 * How many rolls of which width an order still wants. The total that is lacking, of rolls and of kilograms, is the cap: a surplus
 * of one width counts for the whole order, and within the cap the widths furthest behind come first. An order that its progress
 * calls done, as it will be with what is coming, wants nothing.
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
/** So many rolls, each for the width that then lacks the largest part of what it wants. */
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
 * By how many rolls the widths of an order are off, by more than the tolerance, though its total is met: over, or short as a
 * negative number. Nothing while the total is short, and where no width is: then what is lacking says it.
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
