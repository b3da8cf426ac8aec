import { defineServer } from '@/server/area'
import { standardsContract } from '../contract'

/** Products and process standards travel to the phones that check against them. */
export const standardsServer = defineServer(standardsContract, {
  shiftPack: [
    { resource: 'product', where: 'active', keys: ['rollInteractiveView', 'divideInteractiveView', 'rawMaterialView', 'jobHandoverView', 'productionSheetView', 'productionInspectionView'] },
    { resource: 'processStandard', where: `newest and state = 'approved'`, keys: ['rollInteractiveView', 'rawMaterialView', 'productionInspectionView'] },
  ],
})
