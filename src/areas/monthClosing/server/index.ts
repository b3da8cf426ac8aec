import { openMonthItems, sourceWriteRefused } from '@/plant/server/events'
import { defineServer } from '@/server/area'
import { answerQuestion, listenTo } from '@/server/events'
import { monthClosingContract } from '../contract'
import { correctSum, readShiftSum, recalculateReportDays } from './correct-shift-sums'
import { monthApprovals } from './events'
import { decideOnLateItem, recordLateWrite } from './late-items'
import { loadMonthChecklist, summarizeOpenItems } from './month-checklist'

export const monthClosingServer = defineServer(monthClosingContract, {
  handlers: [readShiftSum, correctSum, recalculateReportDays, loadMonthChecklist, decideOnLateItem],
  questions: [monthApprovals],
  listeners: [listenTo(sourceWriteRefused, recordLateWrite)],
  answerers: [answerQuestion(openMonthItems, summarizeOpenItems)],
})
