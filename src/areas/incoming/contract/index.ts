import { defineArea } from '@/contract/area'
import { materialInspectionLifecycle } from '@/areas/incoming/rules/material-inspection'
import { materialInspection, incomingField } from './material-inspection'
import { incomingEndpoints } from './inspection-endpoints'

/** Incoming material: sampling, inspection and release of lots. */
export const incomingContract = defineArea({
  name: 'incoming',
  pages: ['rawMaterialInspection'],
  resources: [materialInspection, incomingField],
  endpoints: incomingEndpoints,
  lifecycles: [materialInspectionLifecycle],
})
