import type { EndpointOutput } from '@/contract/endpoint'
import type { massBalanceReport, materialOrders } from '../../contract/feeding-endpoints'

type BalanceAnswer = EndpointOutput<typeof massBalanceReport>
/** Balance of an order with its verdict. */
export type Balance = Omit<BalanceAnswer, 'tolerancePercent' | 'closes' | 'cause'> &
  Pick<EndpointOutput<typeof materialOrders>['list'][number], 'closes' | 'cause'>
/** Fills in the verdict of a balance: not within tolerance and without a cause if the server gave none. */
export const toJudgedBalance = ({ closes, cause, ...flows }: BalanceAnswer): Balance => ({
  ...flows,
  closes: closes ?? false,
  cause: cause ?? 'none',
})
/** Output and remaining mass, in the order of the bar. */
export const outputParts = ['goodKg', 'downgradedKg', 'wasteKg', 'recycledKg', 'inProcessKg', 'hopperKg'] as const

export interface BarPart {
  readonly name: (typeof outputParts)[number] | 'gapKg'
  readonly kg: number
  readonly percent: number
}
/** Builds the bar of a balance: shares of the input or of the output, whichever is larger; missing mass comes last. */
export function buildBar(balance: Balance): { parts: BarPart[]; fedPercent: number } {
  const outputKg = outputParts.reduce((sum, name) => sum + Math.max(0, balance[name]), 0)
  // Mass taken from older hopper content adds to the mass fed.
  const wholeKg = Math.max(balance.fedKg + Math.max(0, -balance.hopperKg), outputKg)
  if (wholeKg <= 0) return { parts: [], fedPercent: 0 }
  const toPercent = (kg: number) => (kg / wholeKg) * 100
  const parts: BarPart[] = outputParts
    .filter((name) => balance[name] > 0)
    .map((name) => ({ name, kg: balance[name], percent: toPercent(balance[name]) }))
  return {
    parts:
      balance.gapKg > 0 ? [...parts, { name: 'gapKg', kg: balance.gapKg, percent: toPercent(balance.gapKg) }] : parts,
    fedPercent: toPercent(balance.fedKg),
  }
}
