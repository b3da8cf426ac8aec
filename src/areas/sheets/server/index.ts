import { sourceWriteRefused, sourceRowWritten, openMonthItems } from '@/plant/server/events'
import { defineServer, handle } from '@/server/area'
import { handleCommand } from '@/server/crud/handle-command'
import { answerQuestion, listenTo } from '@/server/events'
import { sheetsContract } from '../contract'
import * as correctionEndpoints from '../contract/correction-endpoints'
import * as assessmentEndpoints from '../contract/assessment'
import * as closingEndpoints from '../contract/closing'
import * as detailReports from '../contract/detail-reports'
import * as inputOutput from '../contract/input-output'
import * as inputOutputMonth from '../contract/input-output-month'
import { correctSum, readShiftSum, recalculateReportDays } from './correct-shift-sums'
import * as teamAssessment from './team-assessment'
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
import * as monthHandlers from './input-output-month'
import { answerTeamAssessment, exportTeamAssessment } from './export-team-assessment'
import { handleReport } from '@/plant/server/report/handle-report'
import { createStoreHandler } from './stored-reports'
import { decideOnLateItem, recordLateWrite } from './late-items'

export const sheetsServer = defineServer(sheetsContract, {
  handlers: [
    ...reportHandlers,
    handle(detailReports.hoursCorrection.endpoints.create, addHoursCorrection),
    handle(detailReports.storeMaterialReport, createStoreHandler('material')),
    handle(detailReports.storeFinishedReport, createStoreHandler('finished')),
    handle(detailReports.storeEnergyReport, createStoreHandler('energy')),
    handle(detailReports.reportExport, exportAnyReport),
    handle(correctionEndpoints.currentReportSum, readShiftSum),
    handle(correctionEndpoints.correctReportSum, correctSum),
    handle(correctionEndpoints.recalculateDays, recalculateReportDays),
    handle(inputOutput.inputReportOptions, loadInputOptions),
    handle(inputOutput.inputLine.endpoints.create, addInputLine),
    handle(inputOutput.inputLine.endpoints.update, changeInputLine),
    handle(inputOutput.inputLine.endpoints.remove, removeInputLine),
    handle(inputOutput.outputLine.endpoints.create, addOutputLine),
    handle(inputOutput.outputLine.endpoints.update, changeOutputLine),
    handle(inputOutput.outputLine.endpoints.remove, removeOutputLine),
    ...handleReport(inputOutputMonth.inputOutputMonthReport, monthHandlers.loadInputOutputMonth, {
      describe: monthHandlers.describeMonth,
    }),
    handle(inputOutputMonth.rollUpMonth, monthHandlers.rollUpInputOutputMonth),
    handleCommand(
      inputOutputMonth.approveStatistics,
      monthHandlers.handleStatisticsApproval,
      monthHandlers.monthLockOptions,
    ),
    handleCommand(inputOutputMonth.approveFinance, monthHandlers.handleApprovalChange, monthHandlers.monthLockOptions),
    handleCommand(inputOutputMonth.takeBackMonth, monthHandlers.handleApprovalChange, monthHandlers.monthLockOptions),
    handle(assessmentEndpoints.teamAssessmentReport, answerTeamAssessment),
    handle(assessmentEndpoints.teamAssessmentExport, exportTeamAssessment),
    handle(assessmentEndpoints.generateAssessment, teamAssessment.generateTeamAssessment),
    handle(closingEndpoints.monthChecklist, loadMonthChecklist),
    handle(closingEndpoints.decideLateItem, decideOnLateItem),
  ],
  listeners: [
    listenTo(sourceRowWritten, monthHandlers.withdrawApprovals),
    listenTo(sourceWriteRefused, recordLateWrite),
  ],
  answerers: [answerQuestion(openMonthItems, summarizeOpenItems)],
})
