/** Events that this area publishes, and questions that it asks the areas that depend on it. */
import { defineEvent, defineQuestion } from '@/server/events'
import type { Moment } from '@/plant/rules/plant-time'
import { priceKinds, type PriceKind } from '@/plant/rules/price-kind'

/** Prices that change between two moments. */
export interface PricesChange {
  readonly kind: PriceKind
  readonly from: Moment
  /** Null if the change has no end. */
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
/** Cost of an order, CNY. */
export interface PricedOrder {
  readonly orderId: string
  readonly cost: number
}
/**
 * Asked twice in a preview, before and after a price is stored, so that the costs differ by this price alone. Stored
 * costs are not used, because source rows or prices may have been added since they were calculated.
 */
export const pricedOrderCosts = defineQuestion<PricesChange, readonly PricedOrder[] | null>(
  'pricedOrderCosts',
  'What do the orders affected by a price cost with the prices in this transaction? Null while nothing is costed.',
)

/** All events, for the API documents. */
export const pricesEvents = [pricesChanged]
/** All questions of this area. The server does not start if a question has no answerer. */
export const pricesQuestions = [pricedOrderCosts]
