/** What the cost asks of prices, energy and tools. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import type { DatedPrice } from '../rules/order-cost'

export interface MaterialAsked {
  readonly materialId: string
  readonly lotId: string | null
  readonly on: Day
}
export interface MaterialPrice extends MaterialAsked {
  readonly priceId: string | null
  readonly price: number | null
  readonly source: 'lot' | 'material' | null
}
export const materialPriceAt = (_ctx: Context, asked: readonly MaterialAsked[]): Promise<readonly MaterialPrice[]> =>
  Promise.resolve(asked.map((one) => ({ ...one, priceId: null, price: null, source: null })))
export const costPrices = (
  _ctx: Context,
  _asked: { readonly kind: 'fixed' | 'direct' | 'other' | 'financial'; readonly from: string; readonly to: string },
): Promise<readonly DatedPrice[]> => Promise.resolve([])
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
export interface ToolCost {
  readonly orderId: string | null
  readonly toolId: string
  readonly unit: 'h' | 'm' | 'kg'
  readonly used: number
  readonly cost: number | null
}
export const toolCosts = (_ctx: Context, _asked: { orderIds: readonly string[] }): Promise<ToolCost[]> =>
  Promise.resolve([])
