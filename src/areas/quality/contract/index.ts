import { defineArea } from '@/contract/area'
import { inspectionCalls, inspectionResources } from './inspections'

/** Whether what is made is right: inspections of the lines, the process and the first roll. */
export const qualityContract = defineArea({
  name: 'quality',
  pages: ['productionInspection'],
  resources: inspectionResources,
  endpoints: inspectionCalls,
})
