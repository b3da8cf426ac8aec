import { defineArea } from '@/contract/area'
import { checkCalls } from './check-calls'
import { inspectionCalls, inspectionResources } from './inspections'
import { addCheck, downgradeCheck, editCheck, qualityCheck } from './quality-check'
import { tableTemplate } from './table-template'
import { tracedParameters } from './traced-parameters'
import { webCalls, webResources } from './web-records'

/** Whether what is made is right: inspections of the lines, the process and the first roll; checks of rolls by their sheets. */
export const qualityContract = defineArea({
  name: 'quality',
  pages: ['productionInspection', 'qualitySheet', 'tableTemplate'],
  resources: [...inspectionResources, tableTemplate, qualityCheck, ...webResources],
  endpoints: [...inspectionCalls, addCheck, editCheck, downgradeCheck, ...checkCalls, ...webCalls, tracedParameters],
})
