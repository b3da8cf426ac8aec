/**
 * Kinds of prices: 电 `electricity`, 气 `gas`, 水 `water`, an item of the electricity bill (`charge`), and from `fixed` on
 * prices of cost types.
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
