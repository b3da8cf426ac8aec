import { defineServer, handle } from '@/server/area'
import { laboratoryContract } from '../contract'
import { freezeLimits } from '../contract/control-limit'
import { importLab, labFileInfo, replaceLab, undoLab } from '../contract/lab-import'
import { spcCompile } from '../contract/spc-calls'
import * as chartCalls from '../contract/stored-charts'
import { testBatch } from '../contract/test-batch'
import * as dataCalls from '../contract/test-data-calls'
import { testResult } from '../contract/test-result'
import * as batches from './batches'
import { check } from './data/check'
import { limitsOfBatch } from './data/batch-limits'
import * as lists from './data/lists'
import * as reports from './data/reports'
import * as imports from './lab-import'
import { addRoll } from './add-roll'
import { open } from './retest'
import { compileBody } from './spc/compile'
import { pareto } from './spc/pareto'
import { years } from './spc/years'
import { chartOfStored, freeze, histogramOfStored } from './spc/stored'

export const laboratoryServer = defineServer(laboratoryContract, {
  handlers: [
    handle(testBatch.endpoints.update, batches.editBatch),
    handle(testBatch.endpoints.remove, batches.removeBatch),
    batches.publish,
    batches.withdraw,
    handle(testResult.endpoints.create, batches.addResult),
    handle(testResult.endpoints.update, batches.editResult),
    handle(testResult.endpoints.remove, batches.removeResult),
    handle(importLab, imports.add),
    handle(replaceLab, imports.replace),
    handle(labFileInfo, imports.info),
    handle(undoLab, imports.undo),
    handle(dataCalls.testedProducts, lists.products),
    handle(dataCalls.testedIndexes, lists.indexes),
    handle(dataCalls.proposeTests, lists.propose),
    handle(dataCalls.storeProposed, lists.storeProposed),
    handle(dataCalls.openRetest, open),
    handle(dataCalls.addRoll, addRoll),
    handle(dataCalls.batchDowngrades, lists.downgrades),
    handle(dataCalls.orderCodes, lists.codes),
    handle(dataCalls.checkBatch, check),
    handle(dataCalls.batchLimits, limitsOfBatch),
    handle(dataCalls.testReport, reports.testReportFile),
    handle(dataCalls.valueReport, reports.valueReportFile),
    handle(dataCalls.weightReport, reports.weightReportFile),
    handle(dataCalls.surfactantReport, reports.surfactantReportFile),
    handle(chartCalls.storedChart, chartOfStored),
    handle(chartCalls.storedHistogram, histogramOfStored),
    handle(chartCalls.storedPareto, pareto),
    handle(chartCalls.yearlyFigures, years),
    handle(freezeLimits, freeze),
    handle(spcCompile, compileBody),
  ],
})
