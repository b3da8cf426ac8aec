/** What the cost asks of energy until it answers. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'

export interface EnergySums {
  readonly medium: 'electricity' | 'gas' | 'water'
  readonly band: string
  readonly used: number
  readonly cost: number
  readonly unpriced: number
  readonly estimated: number
}
export interface OrderEnergy {
  readonly orderId: string
  readonly sums: readonly EnergySums[]
  readonly uncounted: readonly Day[]
}
export const orderEnergy = (_ctx: Context, _orderIds: readonly string[]): Promise<readonly OrderEnergy[]> =>
  Promise.resolve([])
export const unassignedEnergy = (_ctx: Context, _days: { from: Day; to: Day }): Promise<readonly EnergySums[]> =>
  Promise.resolve([])
export const orderEnergyIn = (
  _ctx: Context,
  _days: { from: Day; to: Day },
): Promise<readonly (EnergySums & { readonly orderId: string })[]> => Promise.resolve([])
