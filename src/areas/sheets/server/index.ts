import { sourceRowWritten } from '@/plant/server/events'
import { monthApprovals } from '@/areas/monthClosing/server/events'
import { defineServer, handle } from '@/server/area'
import { handleCommand } from '@/server/crud/handle-command'
import { answerQuestion, listenTo } from '@/server/events'
import { sheetsContract } from '../contract'
import * as detailReports from '../contract/detail-reports'
import * as inputOutputMonth from '../contract/input-output-month'
import * as teamAssessment from './team-assessment'
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

export const sheetsServer = defineServer(sheetsContract, {
  handlers: [
    ...reportHandlers,
    addHoursCorrection,
    handle(detailReports.storeMaterialReport, createStoreHandler('material')),
    handle(detailReports.storeFinishedReport, createStoreHandler('finished')),
    handle(detailReports.storeEnergyReport, createStoreHandler('energy')),
    exportAnyReport,
    loadInputOptions,
    addInputLine,
    changeInputLine,
    removeInputLine,
    addOutputLine,
    changeOutputLine,
    removeOutputLine,
    ...handleReport(inputOutputMonth.inputOutputMonthReport, monthHandlers.loadInputOutputMonth, {
      describe: monthHandlers.describeMonth,
    }),
    monthHandlers.compileInputOutputMonth,
    handleCommand(
      inputOutputMonth.approveStatistics,
      monthHandlers.handleStatisticsApproval,
      monthHandlers.monthLockOptions,
    ),
    handleCommand(inputOutputMonth.approveFinance, monthHandlers.handleApprovalChange, monthHandlers.monthLockOptions),
    handleCommand(
      inputOutputMonth.withdrawMonthApprovals,
      monthHandlers.handleApprovalChange,
      monthHandlers.monthLockOptions,
    ),
    answerTeamAssessment,
    exportTeamAssessment,
    teamAssessment.generateTeamAssessment,
  ],
  listeners: [listenTo(sourceRowWritten, monthHandlers.withdrawApprovalsOfChangedMonths)],
  answerers: [answerQuestion(monthApprovals, monthHandlers.findMonthApprovals)],
})
