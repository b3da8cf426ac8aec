/** Events and questions about prices. */
import { defineEvent, defineQuestion } from '@/server/events'
import type { Moment } from '../rules/plant-time'
import { priceKinds, type PriceKind } from '../rules/price-kind'

/** Prices that change between two moments. */
export interface PricesChange {
  readonly kind: PriceKind
  readonly from: Moment
  /** Null: from then on. */
  readonly to: Moment | null
  /** Set if the price applies to one of these only. */
  readonly lineId?: string | null
  readonly productId?: string | null
  readonly materialId?: string | null
  /** For the price of a lot, whenever its invoice came: uses of the lot before `from` change, too. */
  readonly lotId?: string | null
}
/** Results calculated from prices are recalculated for open months. */
export const pricesChanged = defineEvent<PricesChange>('pricesChanged', 'A price was entered or taken away.', {
  kind: `one of ${priceKinds.join(', ')}`,
  from: 'from when it holds',
  to: 'until when, or null',
  lineId: 'the line, of a price for one alone',
  productId: 'the product, of a price for one alone',
  materialId: 'the material, of a price of material',
  lotId: 'the lot, of the price on its invoice; what used the lot before counts too',
})
/** Cost of an order, CNY. */
export interface PricedOrder {
  readonly orderId: string
  readonly cost: number
}
/**
 * Asked twice in a trial, before and after a price is stored, so that both sides are calculated alike and at the same
 * moment. Stored costs may miss a source row or price that has come since.
 */
export const pricedOrderCosts = defineQuestion<PricesChange, readonly PricedOrder[] | null>(
  'pricedOrderCosts',
  'What do the orders that a price counts for cost, with the prices as they stand in this transaction? Null while nothing is costed.',
)
