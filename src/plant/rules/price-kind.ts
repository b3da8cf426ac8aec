/**
 * Kinds of prices: 电 `electricity`, 气 `gas`, 水 `water`, and an item of the electricity bill (`charge`). The kinds from
 * `fixed` on are kinds of costs.
 */
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
