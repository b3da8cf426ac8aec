import { defineServer, handle } from '@/server/area'
import { laboratoryContract } from '../contract'
import { freezeLimits } from '../contract/control-limit'
import { importLab, labFileInfo, replaceLab, undoLab } from '../contract/lab-import'
import { spcCompile } from '../contract/spc-endpoints'
import * as chartEndpoints from '../contract/stored-charts'
import { testBatch } from '../contract/test-batch'
import * as testDataEndpoints from '../contract/test-data-endpoints'
import { testResult } from '../contract/test-result'
import * as batches from './batches'
import { checkTestBatch } from './data/check-test-batch'
import { listBatchLimits } from './data/batch-limits'
import * as lists from './data/test-data-lists'
import * as reports from './data/reports'
import * as labImports from './lab-import'
import { createRetest, addRollToBatch } from './tests-of-roll'
import { computePostedChart } from './spc/compute-chart'
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
    handle(importLab, labImports.importLabFile),
    handle(replaceLab, labImports.replaceLabImport),
    handle(labFileInfo, labImports.findLabImport),
    handle(undoLab, labImports.undoLabImport),
    handle(testDataEndpoints.testedProducts, lists.listTestedProducts),
    handle(testDataEndpoints.testedIndexes, lists.listTestedIndexes),
    handle(testDataEndpoints.proposeTests, lists.listProposedTests),
    handle(testDataEndpoints.storeProposedTests, lists.createProposedBatch),
    handle(testDataEndpoints.openRetest, createRetest),
    handle(testDataEndpoints.addRoll, addRollToBatch),
    handle(testDataEndpoints.batchDowngrades, lists.listBatchDowngrades),
    handle(testDataEndpoints.orderCodes, lists.listOrderCodes),
    handle(testDataEndpoints.checkBatch, checkTestBatch),
    handle(testDataEndpoints.batchLimits, listBatchLimits),
    handle(testDataEndpoints.testReport, reports.exportTestReport),
    handle(testDataEndpoints.valueReport, reports.exportValueReport),
    handle(testDataEndpoints.weightReport, reports.exportWeightReport),
    handle(testDataEndpoints.surfactantReport, reports.exportSurfactantReport),
    handle(chartEndpoints.storedChart, buildStoredChart),
    handle(chartEndpoints.storedHistogram, buildStoredHistogram),
    handle(chartEndpoints.storedPareto, calculateStoredPareto),
    handle(chartEndpoints.yearlyStatistics, listYearlyStatistics),
    handle(freezeLimits, freezeControlLimits),
    handle(spcCompile, computePostedChart),
  ],
})
