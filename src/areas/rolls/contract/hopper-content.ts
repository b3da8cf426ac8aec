import { amount, choice, list, moment, reference } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { materialKinds } from '@/areas/feeding/rules/feed'

/**
 * 料斗存料: content of a line's hoppers between two rolls. `at` is in hopper time: when material leaves the hopper, not
 * when it reaches the web. Counting lots (`server/lots/count-lots`) continues from the newest row; a correction deletes the
 * rows after the moment that it corrects. Nothing else writes these rows.
 */
export const hopperContent = defineResource('hopperContent', {
  area: 'rolls',
  fields: {
    lineId: reference('line', { required: true, readonly: true }),
    at: moment({ required: true, readonly: true }),
    // In the order in which material leaves the hopper.
    layers: list(
      {
        hopperId: reference('hopper', { required: true }),
        feedId: reference('feed', { required: true }),
        lotId: reference('materialLot'),
        materialId: reference('material', { required: true }),
        kg: amount({ unit: 'kg', digits: 3, required: true }),
        // Drawn at `at` and still on its way back into the hopper, as edge trim is.
        returnsAt: moment(),
      },
      { readonly: true, max: 5000 },
    ),
    // Last material fed to each hopper; an empty hopper still counts as holding it.
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
