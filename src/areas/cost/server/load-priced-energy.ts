/** Energy of the media that have a price. */
import {
  loadEnergySums as loadEnergyOfAllMedia,
  loadOrderEnergy as loadOrderEnergyOfAllMedia,
  type EnergySums as SumsOfAnyMedium,
} from '@/areas/energy/server/queries'
import type { Month } from '@/plant/rules/month'
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'

const PRICED_MEDIA = ['electricity', 'gas', 'water'] as const
export interface PricedEnergySums extends Omit<SumsOfAnyMedium, 'medium'> {
  readonly medium: (typeof PRICED_MEDIA)[number]
}
export interface PricedOrderEnergy {
  readonly orderId: string
  readonly sums: readonly (PricedEnergySums & { readonly month: Month })[]
  readonly uncounted: readonly Day[]
}
/** Keeps the sums of priced media. */
const filterPriced = <S extends SumsOfAnyMedium>(sums: readonly S[]): (S & PricedEnergySums)[] =>
  sums.filter((one): one is S & PricedEnergySums => PRICED_MEDIA.some((medium) => medium === one.medium))
/** Loads the priced energy of orders. */
export const loadPricedOrderEnergy = async (
  ctx: Context,
  orderIds: readonly string[],
): Promise<readonly PricedOrderEnergy[]> =>
  (await loadOrderEnergyOfAllMedia(ctx, orderIds)).map((one) => ({ ...one, sums: filterPriced(one.sums) }))
/** Loads the priced energy of the plant in a range of days. */
export const loadPricedEnergy = async (
  ctx: Context,
  days: { from: Day; to: Day },
): Promise<readonly PricedEnergySums[]> => filterPriced(await loadEnergyOfAllMedia(ctx, days))
