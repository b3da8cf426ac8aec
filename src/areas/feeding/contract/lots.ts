import { amount, list, reference } from '@/contract/field'

const fields = {
  hopperId: reference('hopper'),
  // Recycled pellets may have none.
  lotId: reference('materialLot'),
  materialId: reference('material', { required: true }),
  kg: amount({ unit: 'kg', digits: 3, required: true, min: 0 }),
} as const
/** Kilograms by lot and hopper of a roll, of waste, or of what was taken out of a hopper; `rules/lots-of-line` counts them. */
export const lotsInside = list(fields, { readonly: true, max: 400 })
/** Kilograms that no hopper held: something was fed that nobody recorded. Empty until the roll or the waste was counted. */
export const unknownKg = amount({ unit: 'kg', digits: 3, min: 0, readonly: true })
