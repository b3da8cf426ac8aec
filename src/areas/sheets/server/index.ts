import { sourceWriteRefused, sourceRowWritten, openMonthItems } from '@/plant/server/events'
import { defineServer, handle } from '@/server/area'
import { handleCommand } from '@/server/crud/handle-command'
import { answerQuestion, listenTo } from '@/server/events'
import { sheetsContract } from '../contract'
import * as alterCalls from '../contract/correction-endpoints'
import * as assessmentCalls from '../contract/assessment'
import * as closingCalls from '../contract/closing'
import * as detail from '../contract/detail-reports'
import * as figure from '../contract/metric-reports'
import * as io from '../contract/input-output'
import type { ReportPresetName } from '../rules/report-presets'
import { correctSum, readShiftSum, recalculateReportDays } from './correct-shift-sums'
import * as assessment from './team-assessment'
import { loadMonthChecklist, summarizeOpenItems } from './month-checklist'
import { loadFinishedReport, loadMaterialReport } from './detail-reports'
import { loadMetricReport } from './metric-report'
import { loadEnergyReport, loadQualityReport, loadStopReport } from './metric-report-handlers'
import {
  exportAnyReport,
  exportMetricReport,
  exportFinishedReport,
  exportHoursReport,
  exportMaterialReport,
  createReportHandler,
  exportStopReport,
} from './report-exports'
import { addHoursCorrection, loadHoursReport } from './work-hours'
import { loadInputOptions, loadInputReport, loadOutputReport } from './input-output-reports'
import {
  addInputLine,
  addOutputLine,
  changeInputLine,
  changeOutputLine,
  removeInputLine,
  removeOutputLine,
} from './manual-lines'
import * as month from './input-output-month'
import {
  exportTeamAssessment,
  exportInputReport,
  exportInputOutputMonth,
  exportOutputReport,
} from './input-output-exports'
import { createStoreHandler } from './stored-reports'
import { decideOnLateItem, recordLateWrite } from './late-items'

/** Handler of a metric report with the given preset. */
const createMetricReportHandler = (
  endpoint: typeof figure.customReport | typeof figure.batchEnergyReport,
  preset: ReportPresetName,
) =>
  createReportHandler(
    endpoint,
    (ctx, input) => loadMetricReport(ctx, preset, input),
    (ctx, input) => exportMetricReport(ctx, preset, input),
  )
export const sheetsServer = defineServer(sheetsContract, {
  handlers: [
    createReportHandler(figure.qualityReport, loadQualityReport, (ctx, input) =>
      exportMetricReport(ctx, 'quality', input),
    ),
    createReportHandler(figure.energyReport, loadEnergyReport, (ctx, input) =>
      exportMetricReport(ctx, 'energy', input),
    ),
    createMetricReportHandler(figure.batchEnergyReport, 'batchEnergy'),
    createMetricReportHandler(figure.monthlyOutputReport, 'monthlyOutput'),
    createMetricReportHandler(figure.shiftEnergyReport, 'energyShift'),
    createMetricReportHandler(figure.customReport, 'atWill'),
    handle(figure.customReportExport, (ctx, input) => exportMetricReport(ctx, 'atWill', input)),
    createReportHandler(figure.stopReport, loadStopReport, exportStopReport),
    createReportHandler(detail.materialReport, loadMaterialReport, exportMaterialReport),
    createReportHandler(detail.finishedReport, loadFinishedReport, exportFinishedReport),
    handle(detail.finishedReportExport, exportFinishedReport),
    createReportHandler(detail.hoursReport, loadHoursReport, exportHoursReport),
    handle(detail.hoursReportExport, exportHoursReport),
    handle(detail.hoursCorrection.endpoints.create, addHoursCorrection),
    handle(detail.storeMaterialReport, createStoreHandler('material')),
    handle(detail.storeFinishedReport, createStoreHandler('finished')),
    handle(detail.storeEnergyReport, createStoreHandler('energy')),
    handle(detail.reportExport, exportAnyReport),
    handle(alterCalls.currentReportSum, readShiftSum),
    handle(alterCalls.correctReportSum, correctSum),
    handle(alterCalls.recalculateDays, recalculateReportDays),
    createReportHandler(io.inputReport, loadInputReport, exportInputReport),
    handle(io.inputReportExport, exportInputReport),
    createReportHandler(io.outputReport, loadOutputReport, exportOutputReport),
    handle(io.outputReportExport, exportOutputReport),
    handle(io.inputReportOptions, loadInputOptions),
    handle(io.inputLine.endpoints.create, addInputLine),
    handle(io.inputLine.endpoints.update, changeInputLine),
    handle(io.inputLine.endpoints.remove, removeInputLine),
    handle(io.outputLine.endpoints.create, addOutputLine),
    handle(io.outputLine.endpoints.update, changeOutputLine),
    handle(io.outputLine.endpoints.remove, removeOutputLine),
    createReportHandler(io.inputOutputMonthReport, month.loadInputOutputMonth, exportInputOutputMonth),
    handle(io.rollUpMonth, month.rollUpInputOutputMonth),
    handleCommand(io.approveStatistics, month.handleStatisticsApproval, month.monthLockOptions),
    handleCommand(io.approveFinance, month.handleApprovalChange, month.monthLockOptions),
    handleCommand(io.takeBackMonth, month.handleApprovalChange, month.monthLockOptions),
    createReportHandler(assessmentCalls.teamAssessmentReport, assessment.loadTeamAssessment, exportTeamAssessment),
    handle(assessmentCalls.teamAssessmentExport, exportTeamAssessment),
    handle(assessmentCalls.generateAssessment, assessment.generateTeamAssessment),
    handle(closingCalls.monthChecklist, loadMonthChecklist),
    handle(closingCalls.decideLate, decideOnLateItem),
  ],
  listeners: [listenTo(sourceRowWritten, month.withdrawApprovals), listenTo(sourceWriteRefused, recordLateWrite)],
  answerers: [answerQuestion(openMonthItems, summarizeOpenItems)],
})
