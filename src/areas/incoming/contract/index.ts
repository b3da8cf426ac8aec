import { defineArea } from '@/contract/area'
import { materialInspection as life } from '@/areas/incoming/rules/material-inspection'
import { incomingField } from './incoming-field'
import { inspectionCalls } from './inspection-calls'
import { materialInspection } from './material-inspection'

/** Incoming material: sampling, inspection and release of lots. */
export const incomingContract = defineArea({
  name: 'incoming',
  pages: ['rawMaterialInspection'],
  resources: [materialInspection, incomingField],
  endpoints: inspectionCalls,
  lifecycles: [life],
})
