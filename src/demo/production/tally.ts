/** Output, feeds and losses of each shift of each line, summed from the rows, for handovers and team summaries. */
import type { recycle } from '@/areas/feeding/contract/recycle'
import { getStartUpWasteKg } from '@/areas/feeding/rules/recycle'
import { splitRollByGrade, type MadeRoll } from '@/areas/handover/rules/shift-totals'
import type { Draft } from '../draft'

export interface OrderTally {
  jumboRolls: number
  slitRolls: number
  madeKg: number
  goodKg: number
  downgradedKg: number
  wasteKg: number
}
export interface Tally {
  jumboRolls: number
  jumboKg: number
  jumboM: number
  slitRolls: number
  slitKg: number
  goodKg: number
  downgradedKg: number
  wasteKg: number
  trimKg: number
  fedKg: number
  stopMinutes: number
  readonly orders: Map<string, OrderTally>
}
const nothing = (): Tally => ({
  jumboRolls: 0,
  jumboKg: 0,
  jumboM: 0,
  slitRolls: 0,
  slitKg: 0,
  goodKg: 0,
  downgradedKg: 0,
  wasteKg: 0,
  trimKg: 0,
  fedKg: 0,
  stopMinutes: 0,
  orders: new Map(),
})
const nothingMade = (): OrderTally => ({
  jumboRolls: 0,
  slitRolls: 0,
  madeKg: 0,
  goodKg: 0,
  downgradedKg: 0,
  wasteKg: 0,
})

export interface Where {
  readonly lineId: string
  readonly businessDate: string
  readonly shift: string | null | undefined
  readonly workOrderId?: string | null | undefined
}
const keyOf = ({ lineId, businessDate, shift }: Where): string => `${lineId} ${businessDate} ${shift ?? ''}`

/** Sums of all shifts. */
export class Tallies {
  private readonly shifts = new Map<string, Tally>()
  /** Good kilograms of each order as they came off the slitters; `at` in ms since 1970. */
  private readonly cut = new Map<string, { at: number; kg: number }[]>()
  /** Adds metrics to a shift of a line. */
  add(where: Where, figures: Partial<Omit<Tally, 'orders'>>): void {
    const tally = this.open(where)
    if (where.workOrderId) orderIn(tally, where.workOrderId)
    for (const [name, value] of Object.entries(figures) as [Exclude<keyof Tally, 'orders'>, number][])
      tally[name] += value
  }
  /** Adds a roll by grade to the shift that made it, and to its order in that shift. */
  made(where: Where, kind: 'jumbo' | 'slit', roll: MadeRoll): void {
    const { good, downgraded, waste } = splitRollByGrade(roll)
    const tally = this.open(where)
    const order = orderIn(tally, roll.workOrderId)
    tally[`${kind}Kg`] += roll.kg
    order.madeKg += roll.kg
    if (kind === 'jumbo') tally.jumboM += roll.lengthM
    for (const sum of [tally, order]) {
      sum[`${kind}Rolls`] += 1
      sum.goodKg += good
      sum.downgradedKg += downgraded
      sum.wasteKg += waste
    }
  }
  /** Adds start-up web and purgings to the shift, and to the order in that shift. */
  lost(lineId: string, { businessDate, shift, workOrderId, kind, kg }: Draft<typeof recycle>): void {
    const wasteKg = getStartUpWasteKg({ kind: kind ?? 'edgeTrim', kg: kg ?? 0 })
    if (wasteKg === 0) return
    const tally = this.open({ lineId, businessDate: businessDate ?? '', shift })
    tally.wasteKg += wasteKg
    orderIn(tally, workOrderId ?? '').wasteKg += wasteKg
  }
  /** Adds a slit roll to the good output of its order; `at` in ms since 1970. */
  slit(at: number, roll: MadeRoll): void {
    const list = this.cut.get(roll.workOrderId) ?? []
    list.push({ at, kg: splitRollByGrade(roll).good })
    this.cut.set(roll.workOrderId, list)
  }
  /** Returns the good output of an order until a moment, kg; `at` in ms since 1970. */
  goodBy(workOrderId: string, at: number): number {
    return (this.cut.get(workOrderId) ?? []).reduce((sum, one) => sum + (one.at <= at ? one.kg : 0), 0)
  }
  /** Returns the sums of a shift; zeros if nothing was added. */
  of(where: Where): Tally {
    return this.shifts.get(keyOf(where)) ?? nothing()
  }
  private open(where: Where): Tally {
    const key = keyOf(where)
    const tally = this.shifts.get(key) ?? nothing()
    this.shifts.set(key, tally)
    return tally
  }
}
function orderIn({ orders }: Tally, id: string): OrderTally {
  const order = orders.get(id) ?? nothingMade()
  orders.set(id, order)
  return order
}
