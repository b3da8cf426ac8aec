/** Splits the hours at a slitter between orders. In each shift, an order gets the share of the kilograms cut for it. */
import type { Day } from '@/plant/rules/plant-time'

/** Mass that a slitter (`lineId`) cut in a shift for an order, or without an order. */
export interface SlitOutput {
  readonly lineId: string
  readonly orderId: string | null
  readonly businessDate: Day
  readonly shift: string
  readonly kg: number
}
/** Mass that a slitter cut in a shift for an order, and for all orders; kg. */
export interface SlitShare {
  readonly orderId: string
  readonly slitterId: string
  readonly businessDate: Day
  readonly shift: string
  readonly kg: number
  readonly allKg: number
}
/**
 * Calculates the share of each order in the output of a slitter and shift.
 * @param outputs all output of the shifts in question; `orderId` is null for output without an order
 */
export function calculateSlitShares(outputs: readonly SlitOutput[]): SlitShare[] {
  const kgByShift = new Map<string, number>()
  const shareByOrder = new Map<string, Omit<SlitShare, 'allKg'>>()
  for (const { lineId, orderId, businessDate, shift, kg } of outputs) {
    const key = `${lineId} ${businessDate} ${shift}`
    kgByShift.set(key, (kgByShift.get(key) ?? 0) + kg)
    if (orderId === null) continue
    const previousShare = shareByOrder.get(`${key} ${orderId}`)
    shareByOrder.set(`${key} ${orderId}`, {
      orderId,
      slitterId: lineId,
      businessDate,
      shift,
      kg: (previousShare?.kg ?? 0) + kg,
    })
  }
  return [...shareByOrder.values()].flatMap((share) => {
    const allKg = kgByShift.get(`${share.slitterId} ${share.businessDate} ${share.shift}`) ?? 0
    return allKg > 0 ? [{ ...share, allKg }] : []
  })
}
