import { defineArea } from '@/contract/area'
import { checkEndpoints } from './check-endpoints'
import { productionInspectionEndpoints, productionInspectionResources } from './inspections'
import { addCheck, downgradeCheck, editCheck, qualityCheck } from './quality-check'
import { tableTemplate } from './table-template'
import { tracedParameters } from './traced-parameters'
import { storageEndpoints, widthAndOilResources } from './width-and-oil-records'

/** Contract of the quality area: inspections of lines, process and first rolls; checks of rolls by templates. */
export const qualityContract = defineArea({
  name: 'quality',
  pages: ['productionInspection', 'qualitySheet', 'tableTemplate'],
  resources: [...productionInspectionResources, tableTemplate, qualityCheck, ...widthAndOilResources],
  endpoints: [
    ...productionInspectionEndpoints,
    addCheck,
    editCheck,
    downgradeCheck,
    ...checkEndpoints,
    ...storageEndpoints,
    tracedParameters,
  ],
})
