import { amount, choice, list, moment, reference } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { materialKinds } from '@/areas/feeding/rules/feed'

/**
 * 料斗存料: content of a line's hoppers between two rolls. `at` is in hopper time, i.e. the moment at which material leaves
 * the hopper, not the moment at which it reaches the web. The lot count (`server/lots/count-lots`) writes these rows
 * and continues from the newest row. A correction in the past deletes all later rows.
 */
export const hopperContent = defineResource('hopperContent', {
  area: 'rolls',
  fields: {
    lineId: reference('line', { required: true, readonly: true }),
    at: moment({ required: true, readonly: true }),
    // Layers of material in the order in which they leave the hopper.
    layers: list(
      {
        hopperId: reference('hopper', { required: true }),
        feedId: reference('feed', { required: true }),
        lotId: reference('materialLot'),
        materialId: reference('material', { required: true }),
        kg: amount({ unit: 'kg', digits: 3, required: true }),
        // Set for drawn material that is still on its way back into the hopper at `at`, e.g. edge trim.
        returnsAt: moment(),
      },
      { readonly: true, max: 5000 },
    ),
    // Last material fed to each hopper, including hoppers that are empty now.
    lastFed: list(
      {
        hopperId: reference('hopper', { required: true }),
        materialId: reference('material', { required: true }),
        kind: choice(materialKinds, { required: true }),
      },
      { readonly: true, max: 100 },
    ),
  },
  title: ['lineId', 'at'],
  unique: [['lineId', 'at']],
  sort: '-at',
})
