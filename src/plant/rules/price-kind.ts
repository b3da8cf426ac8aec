/** What becomes dearer or cheaper: 电, 气, 水, a line of the bill of electricity, or a price of a kind of cost. */
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
