import { defineEndpoint, listOutput } from '@/contract/endpoint'
import { amount, integer, reference } from '@/contract/field'

const requiredKg = amount({ unit: 'kg', required: true })
/**
 * Mass balance of a lot by hopper: fed kg are in rolls, in waste, emptied out, or still inside the hopper. Rolls are those that
 * can hold the lot (`feeding/rules/lots-of-line`).
 */
export const lotBalance = defineEndpoint('roll.lotBalance', {
  area: 'rolls',
  routes: 'GET /mater/lot_balance',
  // Includes everyone who may trace a lot.
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
    fedKg: requiredKg,
    rollsKg: requiredKg,
    rolls: integer({ required: true }),
    lostKg: requiredKg,
    emptiedKg: requiredKg,
    insideKg: requiredKg,
  }),
})
