/** Kinds of prices: 电, 气, 水, an item of the electricity bill, or a price of a cost type. */
export const priceKinds = [
  'electricity',
  'charge',
  'gas',
  'water',
  'fixed',
  'direct',
  'other',
  'material',
  'financial',
] as const
export type PriceKind = (typeof priceKinds)[number]
