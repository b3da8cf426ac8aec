import { defineServer, handle } from '@/server/area'
import { laboratoryContract } from '../contract'
import { freezeLimits } from '../contract/control-limit'
import { importLab, labFileInfo, replaceLab, undoLab } from '../contract/lab-import'
import { spcCompile } from '../contract/spc-endpoints'
import * as chartCalls from '../contract/stored-charts'
import { testBatch } from '../contract/test-batch'
import * as dataCalls from '../contract/test-data-endpoints'
import { testResult } from '../contract/test-result'
import * as batches from './batches'
import { checkTestBatch } from './data/check-test-batch'
import { listBatchLimits } from './data/batch-limits'
import * as lists from './data/test-data-lists'
import * as reports from './data/reports'
import * as imports from './lab-import'
import { addRollToBatch } from './add-roll'
import { createRetest } from './create-retest'
import { compileBodyChart } from './spc/compile-body-chart'
import { calculateStoredPareto } from './spc/calculate-stored-pareto'
import { listYearlyStatistics } from './spc/yearly-statistics'
import { buildStoredChart, freezeControlLimits, buildStoredHistogram } from './spc/stored-charts'

export const laboratoryServer = defineServer(laboratoryContract, {
  handlers: [
    handle(testBatch.endpoints.update, batches.editBatch),
    handle(testBatch.endpoints.remove, batches.removeBatch),
    batches.publishTestBatch,
    batches.withdrawTestBatch,
    handle(testResult.endpoints.create, batches.addResult),
    handle(testResult.endpoints.update, batches.editResult),
    handle(testResult.endpoints.remove, batches.removeResult),
    handle(importLab, imports.importLabFile),
    handle(replaceLab, imports.replaceLabImport),
    handle(labFileInfo, imports.findLabImport),
    handle(undoLab, imports.undoLabImport),
    handle(dataCalls.testedProducts, lists.listTestedProducts),
    handle(dataCalls.testedIndexes, lists.listTestedIndexes),
    handle(dataCalls.proposeTests, lists.listProposedTests),
    handle(dataCalls.storeProposedTests, lists.createProposedBatch),
    handle(dataCalls.openRetest, createRetest),
    handle(dataCalls.addRoll, addRollToBatch),
    handle(dataCalls.batchDowngrades, lists.listBatchDowngrades),
    handle(dataCalls.orderCodes, lists.listOrderCodes),
    handle(dataCalls.checkBatch, checkTestBatch),
    handle(dataCalls.batchLimits, listBatchLimits),
    handle(dataCalls.testReport, reports.exportTestReport),
    handle(dataCalls.valueReport, reports.exportValueReport),
    handle(dataCalls.weightReport, reports.exportWeightReport),
    handle(dataCalls.surfactantReport, reports.exportSurfactantReport),
    handle(chartCalls.storedChart, buildStoredChart),
    handle(chartCalls.storedHistogram, buildStoredHistogram),
    handle(chartCalls.storedPareto, calculateStoredPareto),
    handle(chartCalls.yearlyStatistics, listYearlyStatistics),
    handle(freezeLimits, freezeControlLimits),
    handle(spcCompile, compileBodyChart),
  ],
})
