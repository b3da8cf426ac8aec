import { defineEndpoint, listOutput } from '@/contract/endpoint'
import { amount, integer, reference } from '@/contract/field'

const kg = amount({ unit: 'kg', required: true })
/**
 * Where a lot is, by hopper: what was fed of it is in rolls, in waste, was taken out when the hopper was emptied, or is still
 * inside. Rolls are those that can hold it (`feeding/rules/lots-of-line`).
 */
export const lotBalance = defineEndpoint('roll.lotBalance', {
  area: 'rolls',
  routes: 'GET /mater/lot_balance',
  // Who may trace a lot, too.
  access: [
    'rawMaterialView',
    'rawMaterialInspectionView',
    'materialWorkOrderView',
    'qualityTrackingView',
    'rollInteractiveView',
    'divideInteractiveView',
    'progressMonitoringView',
  ],
  effect: 'read',
  input: { id: reference('materialLot', { required: true }) },
  output: listOutput({
    lineId: reference('line', { required: true }),
    hopperId: reference('hopper', { required: true }),
    fedKg: kg,
    rollsKg: kg,
    rolls: integer({ required: true }),
    lostKg: kg,
    emptiedKg: kg,
    insideKg: kg,
  }),
})
