import { defineArea } from '@/contract/area'
import { checkCalls } from './check-calls'
import { inspectionCalls, inspectionResources } from './inspections'
import { addCheck, downgradeCheck, editCheck, qualityCheck } from './quality-check'
import { tableTemplate } from './table-template'
import { tracedParameters } from './traced-parameters'
import { webCalls, webResources } from './web-records'

/** Contract of the quality area: inspections of lines, process and first rolls; checks of rolls by templates. */
export const qualityContract = defineArea({
  name: 'quality',
  pages: ['productionInspection', 'qualitySheet', 'tableTemplate'],
  resources: [...inspectionResources, tableTemplate, qualityCheck, ...webResources],
  endpoints: [...inspectionCalls, addCheck, editCheck, downgradeCheck, ...checkCalls, ...webCalls, tracedParameters],
})
