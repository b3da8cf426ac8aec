/** Whose the hours at a slitter are: in each shift everybody's by the kilograms that were cut for their order. */
import type { Day } from '@/plant/rules/plant-time'

export interface Cut {
  readonly lineId: string
  readonly orderId: string | null
  readonly businessDate: Day
  readonly shift: string
  readonly kg: number
}
/** What a slitter cut for an order in a shift, and for all orders together; kg. */
export interface SlitShare {
  readonly orderId: string
  readonly slitterId: string
  readonly businessDate: Day
  readonly shift: string
  readonly kg: number
  readonly allKg: number
}
/** @param cut all that was cut in the shifts in question, each set with what it holds for an order */
export function slitShares(cut: readonly Cut[]): SlitShare[] {
  const all = new Map<string, number>()
  const own = new Map<string, Omit<SlitShare, 'allKg'>>()
  for (const { lineId, orderId, businessDate, shift, kg } of cut) {
    const key = `${lineId} ${businessDate} ${shift}`
    all.set(key, (all.get(key) ?? 0) + kg)
    if (orderId === null) continue
    const held = own.get(`${key} ${orderId}`)
    own.set(`${key} ${orderId}`, { orderId, slitterId: lineId, businessDate, shift, kg: (held?.kg ?? 0) + kg })
  }
  return [...own.values()].flatMap((share) => {
    const allKg = all.get(`${share.slitterId} ${share.businessDate} ${share.shift}`) ?? 0
    return allKg > 0 ? [{ ...share, allKg }] : []
  })
}
