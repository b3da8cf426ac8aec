import { amount, choice, list, moment, reference } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { materialKinds } from '@/areas/feeding/rules/feed'

/**
 * 料斗存料: what the hoppers of a line held when one roll had been drawn and the next had not begun, at the hopper. The count
 * of lots goes on from the newest row; a correction throws the rows after its moment away. Written by the count alone.
 */
export const hopperContent = defineResource('hopperContent', {
  area: 'rolls',
  fields: {
    lineId: reference('line', { required: true, readonly: true }),
    at: moment({ required: true, readonly: true }),
    // In the order in which they leave.
    layers: list(
      {
        hopperId: reference('hopper', { required: true }),
        feedId: reference('feed', { required: true }),
        lotId: reference('materialLot'),
        materialId: reference('material', { required: true }),
        kg: amount({ unit: 'kg', digits: 3, required: true }),
      },
      { readonly: true, max: 5000 },
    ),
    // What each hopper was fed last: one that ran dry still stands for it.
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
