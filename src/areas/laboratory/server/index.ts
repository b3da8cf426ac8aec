import { defineServer } from '@/server/area'
import { laboratoryContract } from '../contract'
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

/** Handlers of the laboratory area. */
export const laboratoryServer = defineServer(laboratoryContract, {
  handlers: [
    batches.editBatch,
    batches.removeBatch,
    batches.publishTestBatch,
    batches.withdrawTestBatch,
    batches.addResult,
    batches.editResult,
    batches.removeResult,
    labImports.importLabFile,
    labImports.replaceLabImport,
    labImports.findLabImport,
    labImports.undoLabImport,
    lists.listTestedProducts,
    lists.listTestedIndexes,
    lists.listProposedTests,
    lists.createProposedBatch,
    createRetest,
    addRollToBatch,
    lists.listBatchDowngrades,
    lists.listOrderCodes,
    checkTestBatch,
    listBatchLimits,
    reports.exportTestReport,
    reports.exportValueReport,
    reports.exportWeightReport,
    reports.exportSurfactantReport,
    buildStoredChart,
    buildStoredHistogram,
    calculateStoredPareto,
    listYearlyStatistics,
    freezeControlLimits,
    computePostedChart,
  ],
})
