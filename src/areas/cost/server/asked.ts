/** Energy of the media that have a price. */
import { energyIn as askAll, orderEnergy as askOrders, type EnergySums as Sums } from '@/areas/energy/server/queries'
import type { Month } from '@/plant/rules/month'
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'

const media = ['electricity', 'gas', 'water'] as const
export interface EnergySums extends Omit<Sums, 'medium'> {
  readonly medium: (typeof media)[number]
}
export interface OrderEnergy {
  readonly orderId: string
  readonly sums: readonly (EnergySums & { readonly month: Month })[]
  readonly uncounted: readonly Day[]
}
/** Keeps the sums of priced media. */
const priced = <S extends Sums>(sums: readonly S[]): (S & EnergySums)[] =>
  sums.filter((one): one is S & EnergySums => media.some((medium) => medium === one.medium))
/** Loads the priced energy of orders. */
export const orderEnergy = async (ctx: Context, orderIds: readonly string[]): Promise<readonly OrderEnergy[]> =>
  (await askOrders(ctx, orderIds)).map((one) => ({ ...one, sums: priced(one.sums) }))
/** Loads the priced energy of the plant in a range of days. */
export const energyIn = async (ctx: Context, days: { from: Day; to: Day }): Promise<readonly EnergySums[]> =>
  priced(await askAll(ctx, days))
