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
/** What an order costs, CNY. */
export interface PricedOrder {
  readonly orderId: string
  readonly cost: number
}
/**
 * Asked twice within a trial, before a price is stored and after it, so that both sides of the comparison are worked out alike
 * and at the same moment: what was kept last may not know a fact, or another price, that has come since.
 */
export const ordersPricedBy = defineQuestion<PricesChange, readonly PricedOrder[] | null>(
  'ordersPricedBy',
  'What do the orders that a price counts for cost, with the prices as they stand in this transaction? Null while nothing is costed.',
)
