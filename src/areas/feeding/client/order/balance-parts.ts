import type { EndpointOutput } from '@/contract/endpoint'
import type { massBalanceOf, materialOrders } from '../../contract/feeding-calls'

type Answered = EndpointOutput<typeof massBalanceOf>
/** The balance of an order, with its verdict. */
export type Balance = Omit<Answered, 'tolerancePercent' | 'closes' | 'cause'> &
  Pick<EndpointOutput<typeof materialOrders>['list'][number], 'closes' | 'cause'>
export const judged = ({ closes, cause, ...flows }: Answered): Balance => ({
  ...flows,
  closes: closes ?? false,
  cause: cause ?? 'none',
})
/** What came out and what is still inside, in the order it is drawn. */
export const outParts = ['goodKg', 'downgradedKg', 'wasteKg', 'recycledKg', 'inProcessKg', 'hopperKg'] as const

export interface BarPart {
  readonly name: (typeof outParts)[number] | 'gapKg'
  readonly kg: number
  readonly percent: number
}
/** The bar of a balance: shares of what was fed, or of what came out where that is more; a missing mass is the last part. */
export function barOf(balance: Balance): { parts: BarPart[]; fedPercent: number } {
  const out = outParts.reduce((sum, name) => sum + Math.max(0, balance[name]), 0)
  // What was taken from the hoppers comes on top of what was fed.
  const whole = Math.max(balance.fedKg + Math.max(0, -balance.hopperKg), out)
  if (whole <= 0) return { parts: [], fedPercent: 0 }
  const share = (kg: number) => (kg / whole) * 100
  const parts: BarPart[] = outParts
    .filter((name) => balance[name] > 0)
    .map((name) => ({ name, kg: balance[name], percent: share(balance[name]) }))
  return {
    parts: balance.gapKg > 0 ? [...parts, { name: 'gapKg', kg: balance.gapKg, percent: share(balance.gapKg) }] : parts,
    fedPercent: share(balance.fedKg),
  }
}
