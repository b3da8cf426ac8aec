import { amount, list, reference } from '@/contract/field'

const lotPortionFields = {
  hopperId: reference('hopper'),
  // Reclaimed pellets may have no lot.
  lotId: reference('materialLot'),
  materialId: reference('material', { required: true }),
  kg: amount({ unit: 'kg', digits: 3, required: true, min: 0 }),
} as const
/** Kilograms by lot and hopper in a roll, in waste or in material taken out of a hopper; see `rules/allocate-lots`. */
export const lotPortionsField = list(lotPortionFields, { readonly: true, max: 400 })
/**
 * Kilograms that no hopper held, because a feed was not recorded. Empty until the lots of the roll or waste are
 * allocated.
 */
export const unknownKgField = amount({ unit: 'kg', digits: 3, min: 0, readonly: true })
