import { defineArea } from '@/contract/area'
import { testBatchLifecycle } from '../rules/test-batch'
import { controlLimit, freezeLimits } from './control-limit'
import { batchCommands, testBatch, customerCode } from './test-batch'
import { labImport, labImportEndpoints, labLayout } from './lab-import'
import { spcEndpoints } from './spc-endpoints'
import { storedChartEndpoints } from './stored-charts'
import { testDataEndpoints } from './test-data-endpoints'
import { testResult } from './test-result'

/** Laboratory: test data of rolls and the control charts of the process. */
export const laboratoryContract = defineArea({
  name: 'laboratory',
  pages: ['qualityData'],
  resources: [customerCode, labLayout, labImport, testBatch, testResult, controlLimit],
  endpoints: [
    ...batchCommands,
    freezeLimits,
    ...labImportEndpoints,
    ...testDataEndpoints,
    ...storedChartEndpoints,
    ...spcEndpoints,
  ],
  lifecycles: [testBatchLifecycle],
})
