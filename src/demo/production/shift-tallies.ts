/** Output, feeds and losses of each shift of each line, summed from the rows, for handovers and team summaries. */
import type { recycle } from '@/areas/feeding/contract/recycle'
import { getStartUpWasteKg } from '@/areas/feeding/rules/mass-balance'
import { splitRollByGrade, type MadeRoll } from '@/areas/handover/rules/shift-totals'
import type { RowDraft } from '../draft'

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
const createTally = (): Tally => ({
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
const createOrderTally = (): OrderTally => ({
  jumboRolls: 0,
  slitRolls: 0,
  madeKg: 0,
  goodKg: 0,
  downgradedKg: 0,
  wasteKg: 0,
})

export interface ShiftRef {
  readonly lineId: string
  readonly businessDate: string
  readonly shift: string | null | undefined
  readonly workOrderId?: string | null | undefined
}
const toShiftKey = ({ lineId, businessDate, shift }: ShiftRef): string => `${lineId} ${businessDate} ${shift ?? ''}`

/** Sums of all shifts. */
export class ShiftTallies {
  private readonly tallyByShift = new Map<string, Tally>()
  /** Good kilograms of each order as they came off the slitters. */
  private readonly slitOutputByOrder = new Map<string, { doffedMs: number; kg: number }[]>()
  /** Adds metrics to a shift of a line. */
  add(shiftRef: ShiftRef, metrics: Partial<Omit<Tally, 'orders'>>): void {
    const tally = this.getOrAddTally(shiftRef)
    if (shiftRef.workOrderId) getOrAddOrderTally(tally, shiftRef.workOrderId)
    for (const [name, value] of Object.entries(metrics) as [Exclude<keyof Tally, 'orders'>, number][])
      tally[name] += value
  }
  /** Adds a roll by grade to the shift that made it, and to its order in that shift. */
  addRoll(shiftRef: ShiftRef, kind: 'jumbo' | 'slit', roll: MadeRoll): void {
    const { good, downgraded, waste } = splitRollByGrade(roll)
    const tally = this.getOrAddTally(shiftRef)
    const orderTally = getOrAddOrderTally(tally, roll.workOrderId)
    tally[`${kind}Kg`] += roll.kg
    orderTally.madeKg += roll.kg
    if (kind === 'jumbo') tally.jumboM += roll.lengthM
    for (const updatedTally of [tally, orderTally]) {
      updatedTally[`${kind}Rolls`] += 1
      updatedTally.goodKg += good
      updatedTally.downgradedKg += downgraded
      updatedTally.wasteKg += waste
    }
  }
  /** Adds start-up web and purgings to the shift, and to the order in that shift. */
  addStartUpWaste(lineId: string, { businessDate, shift, workOrderId, kind, kg }: RowDraft<typeof recycle>): void {
    const wasteKg = getStartUpWasteKg({ kind: kind ?? 'edgeTrim', kg: kg ?? 0 })
    this.addWaste({ lineId, businessDate: businessDate ?? '', shift, workOrderId }, wasteKg)
  }
  /** Adds waste outside of rolls to the shift, and to the order in that shift. */
  addWaste(shiftRef: ShiftRef, wasteKg: number): void {
    if (wasteKg === 0) return
    const tally = this.getOrAddTally(shiftRef)
    tally.wasteKg += wasteKg
    getOrAddOrderTally(tally, shiftRef.workOrderId ?? '').wasteKg += wasteKg
  }
  /** Adds a slit roll to the good output of its order. */
  addSlitOutput(doffedMs: number, roll: MadeRoll): void {
    const outputs = this.slitOutputByOrder.get(roll.workOrderId) ?? []
    outputs.push({ doffedMs, kg: splitRollByGrade(roll).good })
    this.slitOutputByOrder.set(roll.workOrderId, outputs)
  }
  /** Returns the good output of an order until a moment, kg. */
  getGoodKg(workOrderId: string, untilMs: number): number {
    return (this.slitOutputByOrder.get(workOrderId) ?? []).reduce(
      (sum, output) => sum + (output.doffedMs <= untilMs ? output.kg : 0),
      0,
    )
  }
  /** Returns the sums of a shift; zeros if nothing was added. */
  getTally(shiftRef: ShiftRef): Tally {
    return this.tallyByShift.get(toShiftKey(shiftRef)) ?? createTally()
  }
  private getOrAddTally(shiftRef: ShiftRef): Tally {
    const key = toShiftKey(shiftRef)
    const tally = this.tallyByShift.get(key) ?? createTally()
    this.tallyByShift.set(key, tally)
    return tally
  }
}
/** Returns the tally of an order in a shift, and adds an empty one if there is none. */
function getOrAddOrderTally({ orders }: Tally, orderId: string): OrderTally {
  const orderTally = orders.get(orderId) ?? createOrderTally()
  orders.set(orderId, orderTally)
  return orderTally
}
