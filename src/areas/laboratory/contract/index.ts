import { defineArea } from '@/contract/area'
import { testBatch as batchMachine } from '../rules/test-batch'
import { controlLimit, freezeLimits } from './control-limit'
import { customerCode } from './customer-code'
import { labImport, labImportCalls, labLayout } from './lab-import'
import { spcCalls } from './spc-calls'
import { storedChartCalls } from './stored-charts'
import { batchCommands, testBatch } from './test-batch'
import { testDataCalls } from './test-data-calls'
import { testResult } from './test-result'

/** Laboratory: test data of rolls and the control charts of the process. */
export const laboratoryContract = defineArea({
  name: 'laboratory',
  pages: ['qualityData'],
  resources: [customerCode, labLayout, labImport, testBatch, testResult, controlLimit],
  endpoints: [...batchCommands, freezeLimits, ...labImportCalls, ...testDataCalls, ...storedChartCalls, ...spcCalls],
  lifecycles: [batchMachine],
})
