import { defineServer, handle } from '@/server/area'
import { handoverContract } from '../contract'
import { shiftRotation } from '../contract/rotation'
import { addRotation, calendar, removeRotation } from './rotation'

export const handoverServer = defineServer(handoverContract, {
  handlers: [
    handle(shiftRotation.endpoints.create, addRotation),
    handle(shiftRotation.endpoints.remove, removeRotation),
  ],
  calendar,
  shiftPack: [
    { resource: 'shiftRotation', keys: ['pollingWork', 'pollingView', 'repairView', 'jobHandoverView', 'rollInteractiveView', 'divideInteractiveView', 'rawMaterialView'] },
  ],
})
