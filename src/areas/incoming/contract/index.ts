import { defineArea } from '@/contract/area'
import { materialInspectionLifecycle } from '@/areas/incoming/rules/material-inspection'
import { incomingField } from './incoming-field'
import { incomingEndpoints } from './inspection-endpoints'
import { materialInspection } from './material-inspection'

/** Incoming material: sampling, inspection and release of lots. */
export const incomingContract = defineArea({
  name: 'incoming',
  pages: ['rawMaterialInspection'],
  resources: [materialInspection, incomingField],
  endpoints: incomingEndpoints,
  lifecycles: [materialInspectionLifecycle],
})
