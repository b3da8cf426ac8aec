import { options } from '@/server/sql'
import { openRepairStates } from '../rules/repair'
import { openTasks } from '../rules/weekly-work'
import { defineServer, handle } from '@/server/area'
import { answerQuestion, listenTo } from '@/server/events'
import { calendarChanged, meterRead, partsUsed, storeParts } from '@/plant/server/events'
import { maintenanceContract } from '../contract'
import { equipmentHistory, equipmentSummary, partsCount } from '../contract/machine-calls'
import { oamCount } from '../contract/oam-count'
import { inspectionPlan } from '../contract/inspection-plan'
import { repair } from '../contract/repair'
import { repairComment } from '../contract/repair-comment'
import {
  openRepairs,
  repairBoard,
  repairCount,
  repairsOfEquipment,
  repairStatistics,
  repairWorkHours,
  similarRepairs,
} from '../contract/repair-reports'
import { sparePart, stockWarnings, stockWarningsExcel } from '../contract/spare-part'
import { pmCount, pmMachines, pmPeople, pmTasks, pmTitles } from '../contract/pm-calls'
import { pmPlan } from '../contract/pm-plan'
import { weeklyWork } from '../contract/weekly-work'
import { countParts, oam } from './counts'
import { historyOf } from './machine-history'
import { summaryOf } from './machine-summary'
import * as plans from './inspection-plan'
import { repairHandlers } from './repair'
import { addComment } from './repair-comment'
import * as repairLists from './repair-lists'
import { similar } from './repair-similar'
import { statistics } from './repair-statistics'
import { edit } from './repair-work'
import { answer } from './round-answers'
import { generateRounds, watchRounds } from './round-jobs'
import { roundHandlers } from './rounds'
import * as parts from './spare-part'
import { bookRecordParts } from './parts-used'
import { move } from './stock'
import * as pm from './pm'
import * as pmOptions from './pm-options'
import { refreshAllPlans, refreshMetered } from './pm-states'
import * as weekly from './weekly-work'

/** Handlers, jobs, listeners and shift pack of the maintenance area. */
export const maintenanceServer = defineServer(maintenanceContract, {
  handlers: [
    ...repairHandlers,
    handle(repair.endpoints.update, edit),
    handle(repairComment.endpoints.create, addComment),
    handle(repairsOfEquipment, repairLists.ofEquipment),
    handle(openRepairs, repairLists.open),
    handle(repairWorkHours, repairLists.workHours),
    handle(repairCount, repairLists.count),
    handle(repairBoard, repairLists.board),
    handle(repairStatistics, statistics),
    handle(similarRepairs, similar),
    handle(inspectionPlan.endpoints.create, plans.addPlan),
    handle(inspectionPlan.endpoints.update, plans.changePlan),
    handle(inspectionPlan.endpoints.remove, plans.removePlan),
    ...roundHandlers,
    answer,
    handle(oamCount, oam),
    handle(pmPlan.endpoints.create, pm.addPlan),
    handle(pmPlan.endpoints.update, pm.changePlan),
    pm.complete,
    pm.enterReading,
    handle(pmMachines, pmOptions.machines),
    handle(pmTitles, pmOptions.titles),
    handle(pmTasks, pmOptions.tasks),
    handle(pmPeople, pmOptions.people),
    handle(pmCount, pmOptions.count),
    handle(weeklyWork.endpoints.create, weekly.addTask),
    handle(weeklyWork.endpoints.update, weekly.changeTask),
    handle(weeklyWork.endpoints.import, weekly.importTasks),
    handle(sparePart.endpoints.update, parts.changePart),
    handle(sparePart.endpoints.remove, parts.removePart),
    handle(sparePart.endpoints.import, parts.importParts),
    move,
    handle(equipmentHistory, historyOf),
    handle(equipmentSummary, summaryOf),
    handle(partsCount, countParts),
    handle(stockWarnings, parts.warnings),
    handle(stockWarningsExcel, parts.warningsSheet),
  ],
  jobs: [
    { name: 'rounds-ahead', everySeconds: 900, run: generateRounds },
    { name: 'rounds-watch', everySeconds: 30, run: watchRounds },
    { name: 'pm-states', everySeconds: 3600, run: refreshAllPlans },
    { name: 'weekly-carry-over', everySeconds: 3600, run: weekly.carryOver },
  ],
  listeners: [
    listenTo(partsUsed, bookRecordParts),
    listenTo(calendarChanged, plans.remakeRounds),
    listenTo(meterRead, refreshMetered),
  ],
  answerers: [answerQuestion(storeParts, parts.offered)],
  codes: [
    { kind: 'checkPoint', resource: inspectionPlan, codeField: 'points.code' },
    { kind: 'sparePart', resource: sparePart, codeField: 'code' },
  ],
  shiftPack: [
    {
      resource: 'inspectionRound',
      keys: ['pollingWork', 'pollingView'],
      where: `closes_at > now() - interval '1 day' and (user_id = $2 or assigned_to = $2 or (role_ids = '[]' and user_ids = '[]') or user_ids ? $2::text or role_ids ? $3::text)`,
    },
    {
      resource: 'inspectionResult',
      where: `user_id = $2 and occurred_at > now() - interval '1 day'`,
      keys: ['pollingWork'],
    },
    {
      resource: 'repair',
      where: `state in (${options(repair.fields.state, ...openRepairStates)}) or updated_at > now() - interval '3 days'`,
      keys: ['repairView'],
    },
    { resource: 'repairComment', where: `written_at > now() - interval '14 days'`, keys: ['repairView'] },
    { resource: 'pmPlan', keys: ['upkeepPlanView', 'equipmentRecordView'] },
    {
      resource: 'weeklyWork',
      where: `state in (${options(weeklyWork.fields.state, ...openTasks)}) or updated_at > now() - interval '14 days'`,
      keys: ['weeklyWorkView'],
    },
    { resource: 'sparePart', keys: ['repairWork', 'spareManagementView', 'equipmentRecordView'] },
  ],
})
