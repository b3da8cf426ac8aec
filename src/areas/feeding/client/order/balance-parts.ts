import type { EndpointOutput } from '@/contract/endpoint'
import type { massBalanceOf, materialOrders } from '../../contract/feeding-calls'

type Answered = EndpointOutput<typeof massBalanceOf>
/** Balance of an order with its verdict. */
export type Balance = Omit<Answered, 'tolerancePercent' | 'closes' | 'cause'> &
  Pick<EndpointOutput<typeof materialOrders>['list'][number], 'closes' | 'cause'>
/** Fills in the verdict of a balance: not within tolerance and without a cause if the server gave none. */
export const judged = ({ closes, cause, ...flows }: Answered): Balance => ({
  ...flows,
  closes: closes ?? false,
  cause: cause ?? 'none',
})
/** Output and remaining mass, in the order of the bar. */
export const outParts = ['goodKg', 'downgradedKg', 'wasteKg', 'recycledKg', 'inProcessKg', 'hopperKg'] as const

export interface BarPart {
  readonly name: (typeof outParts)[number] | 'gapKg'
  readonly kg: number
  readonly percent: number
}
/** Builds the bar of a balance: shares of the input or of the output, whichever is larger; missing mass comes last. */
export function barOf(balance: Balance): { parts: BarPart[]; fedPercent: number } {
  const out = outParts.reduce((sum, name) => sum + Math.max(0, balance[name]), 0)
  // Mass taken from older hopper content adds to the mass fed.
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
