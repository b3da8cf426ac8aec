/** Events and questions about prices. */
import { defineEvent, defineQuestion } from '@/server/events'
import type { Moment } from '../rules/plant-time'
import { priceKinds, type PriceKind } from '../rules/price-kind'

/** Prices that are otherwise now from a moment until another. */
export interface PricesChange {
  readonly kind: PriceKind
  readonly from: Moment
  /** Null: from then on. */
  readonly to: Moment | null
  /** Where it holds for one of these alone. */
  readonly lineId?: string | null
  readonly productId?: string | null
  readonly materialId?: string | null
  /** Of a lot's own price, whenever its invoice came: what used the lot costs otherwise, before `from` too. */
  readonly lotId?: string | null
}
/** What was worked out with prices is worked out anew, as far as its month is open. */
export const pricesChanged = defineEvent<PricesChange>('pricesChanged', 'A price was entered or taken away.', {
  kind: `one of ${priceKinds.join(', ')}`,
  from: 'from when it holds',
  to: 'until when, or null',
  lineId: 'the line, of a price for one alone',
  productId: 'the product, of a price for one alone',
  materialId: 'the material, of a price of material',
  lotId: 'the lot, of the price on its invoice; what used the lot before counts too',
})
/** An order whose cost a price changes, CNY. */
export interface PricedOrder {
  readonly orderId: string
  readonly label: string
  readonly before: number | null
  readonly after: number | null
}
/** All orders that a price changes: how many, their sums, and the first 200 of them, those that change most first. */
export interface PricedOrders {
  readonly total: number
  readonly before: number
  readonly after: number
  readonly orders: readonly PricedOrder[]
}
/**
 * Asked within a trial: the prices are stored already as they would be, and all of it is undone when it is answered. So
 * `before` is what was worked out and stored, `after` what comes out with the prices as they stand. Null: nothing is costed yet.
 */
export const ordersPricedBy = defineQuestion<PricesChange, PricedOrders | null>(
  'ordersPricedBy',
  'Which orders would cost otherwise with the prices as they stand in this transaction?',
)
