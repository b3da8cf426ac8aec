/** Events that this area publishes, and questions that it asks the areas that depend on it. */
import { defineEvent, defineQuestion } from '@/server/events'
import type { Moment } from '@/plant/rules/plant-time'
import { priceKinds, type PriceKind } from '@/plant/rules/price-kind'

/** A change of prices, and the period for which the new prices apply: `from` to `to`. */
export interface PricesChange {
  readonly kind: PriceKind
  readonly from: Moment
  /** Null if the new prices have no end. */
  readonly to: Moment | null
  /** Set if the price applies to one line, product or material only. */
  readonly lineId?: string | null
  readonly productId?: string | null
  readonly materialId?: string | null
  /**
   * Set for the price of a lot. The price also applies to uses of the lot before `from`, because the invoice may arrive
   * later than the lot.
   */
  readonly lotId?: string | null
}
/** Listeners recalculate the results of open months that depend on the prices. */
export const pricesChanged = defineEvent<PricesChange>('pricesChanged', 'A price was entered or removed.', {
  kind: `one of ${priceKinds.join(', ')}`,
  from: 'start of its validity',
  to: 'end of its validity, or null',
  lineId: 'the line, if the price applies to one line only',
  productId: 'the product, if the price applies to one product only',
  materialId: 'the material of a material price',
  lotId: 'the lot of an invoice price; earlier uses of the lot change, too',
})
/** Cost of an order in CNY. */
export interface PricedOrder {
  readonly orderId: string
  readonly cost: number
}
/**
 * A preview stores the price in a transaction that is rolled back, and asks before and after. The two answers differ by
 * this price alone. Stored order costs are not used, because source rows or prices may have changed since their
 * calculation.
 */
export const pricedOrderCosts = defineQuestion<PricesChange, readonly PricedOrder[] | null>(
  'pricedOrderCosts',
  'What do the orders affected by a price cost with the prices in this transaction? Null if no order costs have been calculated yet.',
)

/** All events, for the API documents. */
export const pricesEvents = [pricesChanged]
/** All questions of this area. The server does not start if a question has no answerer. */
export const pricesQuestions = [pricedOrderCosts]
