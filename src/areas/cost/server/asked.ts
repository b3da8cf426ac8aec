/** What the cost asks of energy: the media that have a price. */
import {
  orderEnergy as askOrders,
  orderEnergyIn as askOrdersIn,
  unassignedEnergy as askRest,
  type EnergySums as Sums,
} from '@/areas/energy/server/queries'
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'

const media = ['electricity', 'gas', 'water'] as const
export interface EnergySums extends Omit<Sums, 'medium'> {
  readonly medium: (typeof media)[number]
}
export interface OrderEnergy {
  readonly orderId: string
  readonly sums: readonly EnergySums[]
  readonly uncounted: readonly Day[]
}
const priced = <S extends Sums>(sums: readonly S[]): (S & EnergySums)[] =>
  sums.filter((one): one is S & EnergySums => media.some((medium) => medium === one.medium))
export const orderEnergy = async (ctx: Context, orderIds: readonly string[]): Promise<readonly OrderEnergy[]> =>
  (await askOrders(ctx, orderIds)).map((one) => ({ ...one, sums: priced(one.sums) }))
export const unassignedEnergy = async (ctx: Context, days: { from: Day; to: Day }): Promise<readonly EnergySums[]> =>
  priced(await askRest(ctx, days))
export const orderEnergyIn = async (
  ctx: Context,
  days: { from: Day; to: Day },
): Promise<readonly (EnergySums & { readonly orderId: string })[]> => priced(await askOrdersIn(ctx, days))
