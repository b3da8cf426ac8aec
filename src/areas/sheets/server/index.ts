import { sourceWriteRefused, sourceRowWritten, openMonthItems } from '@/plant/server/events'
import { defineServer, handle } from '@/server/area'
import { handleCommand } from '@/server/crud/handle-command'
import { answerQuestion, listenTo } from '@/server/events'
import { sheetsContract } from '../contract'
import * as alterCalls from '../contract/correction-endpoints'
import * as assessmentCalls from '../contract/assessment'
import * as closingCalls from '../contract/closing'
import * as detail from '../contract/detail-reports'
import * as io from '../contract/input-output'
import * as ioMonth from '../contract/input-output-month'
import { correctSum, readShiftSum, recalculateReportDays } from './correct-shift-sums'
import * as assessment from './team-assessment'
import { loadMonthChecklist, summarizeOpenItems } from './month-checklist'
import { exportAnyReport, reportHandlers } from './report-exports'
import { addHoursCorrection } from './work-hours'
import { loadInputOptions } from './input-output-reports'
import {
  addInputLine,
  addOutputLine,
  changeInputLine,
  changeOutputLine,
  removeInputLine,
  removeOutputLine,
} from './manual-lines'
import * as month from './input-output-month'
import { answerTeamAssessment, exportTeamAssessment } from './export-team-assessment'
import { handleReport } from '@/plant/server/report/handle-report'
import { createStoreHandler } from './stored-reports'
import { decideOnLateItem, recordLateWrite } from './late-items'

export const sheetsServer = defineServer(sheetsContract, {
  handlers: [
    ...reportHandlers,
    handle(detail.hoursCorrection.endpoints.create, addHoursCorrection),
    handle(detail.storeMaterialReport, createStoreHandler('material')),
    handle(detail.storeFinishedReport, createStoreHandler('finished')),
    handle(detail.storeEnergyReport, createStoreHandler('energy')),
    handle(detail.reportExport, exportAnyReport),
    handle(alterCalls.currentReportSum, readShiftSum),
    handle(alterCalls.correctReportSum, correctSum),
    handle(alterCalls.recalculateDays, recalculateReportDays),
    handle(io.inputReportOptions, loadInputOptions),
    handle(io.inputLine.endpoints.create, addInputLine),
    handle(io.inputLine.endpoints.update, changeInputLine),
    handle(io.inputLine.endpoints.remove, removeInputLine),
    handle(io.outputLine.endpoints.create, addOutputLine),
    handle(io.outputLine.endpoints.update, changeOutputLine),
    handle(io.outputLine.endpoints.remove, removeOutputLine),
    ...handleReport(ioMonth.inputOutputMonthReport, month.loadInputOutputMonth, { describe: month.describeMonth }),
    handle(ioMonth.rollUpMonth, month.rollUpInputOutputMonth),
    handleCommand(ioMonth.approveStatistics, month.handleStatisticsApproval, month.monthLockOptions),
    handleCommand(ioMonth.approveFinance, month.handleApprovalChange, month.monthLockOptions),
    handleCommand(ioMonth.takeBackMonth, month.handleApprovalChange, month.monthLockOptions),
    handle(assessmentCalls.teamAssessmentReport, answerTeamAssessment),
    handle(assessmentCalls.teamAssessmentExport, exportTeamAssessment),
    handle(assessmentCalls.generateAssessment, assessment.generateTeamAssessment),
    handle(closingCalls.monthChecklist, loadMonthChecklist),
    handle(closingCalls.decideLateItem, decideOnLateItem),
  ],
  listeners: [listenTo(sourceRowWritten, month.withdrawApprovals), listenTo(sourceWriteRefused, recordLateWrite)],
  answerers: [answerQuestion(openMonthItems, summarizeOpenItems)],
})
