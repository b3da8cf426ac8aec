/** Events that this area publishes to the areas above it, and questions that it asks them. */
import { defineEvent } from '@/server/events'

/** Costs of orders were recalculated. */
export const costsRecalculated = defineEvent<{ readonly orderIds: readonly string[] }>(
  'costsRecalculated',
  'The costs of orders were calculated and stored.',
  { orderIds: 'orders whose cost may have changed' },
)

/** All events, for the API documents. */
export const costEvents = [costsRecalculated]
