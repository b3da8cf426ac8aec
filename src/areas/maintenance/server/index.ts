import { options } from '@/server/sql'
import { openRepairStates } from '../rules/repair'
import { openTaskStates } from '../rules/weekly-work'
import { defineServer, handle } from '@/server/area'
import { answerQuestion, listenTo } from '@/server/events'
import { calendarChanged } from '@/plant/server/events'
import { meterRead, partsUsed, storeParts } from '@/areas/equipment/server/events'
import { maintenanceContract } from '../contract'
import { inspectionPlan } from '../contract/inspection-plan'
import { repair } from '../contract/repair'
import { handleReport } from '@/plant/server/report/handle-report'
import { sparePart, stockWarningReport } from '../contract/spare-part'
import { weeklyWork } from '../contract/weekly-work'
import { countPartsRecordsAndLowParts, countMaintenanceWork } from './maintenance-counts'
import { listMachineHistory } from './machine-history'
import { buildMachineSummary } from './machine-summary'
import * as plans from './inspection-plan'
import { repairHandlers, addRepairComment } from './repair'
import * as repairLists from './repair-lists'
import { listSimilarRepairs } from './repair-lists'
import { calculateRepairStatistics } from './repair-statistics'
import { updateRepair } from './repair-work'
import { pointAnswerHandler } from './round-answers'
import { generateRounds, watchRounds } from './round-jobs'
import { roundHandlers } from './rounds'
import * as parts from './spare-part'
import { bookRecordParts } from './book-used-parts'
import { stockMoveHandler } from './stock'
import * as pm from './pm'
import * as pmOptions from './pm-options'
import { refreshAllPmPlans, refreshMeteredPlans } from './pm-states'
import * as weekly from './weekly-work'

/** Handlers, jobs, listeners and shift pack of the maintenance area. */
export const maintenanceServer = defineServer(maintenanceContract, {
  handlers: [
    ...repairHandlers,
    updateRepair,
    addRepairComment,
    repairLists.listRepairsOfEquipment,
    repairLists.listOpenRepairs,
    repairLists.listRepairWorkHours,
    repairLists.countRepairs,
    repairLists.buildRepairBoard,
    calculateRepairStatistics,
    listSimilarRepairs,
    plans.addInspectionPlan,
    plans.updateInspectionPlan,
    plans.removeInspectionPlan,
    ...roundHandlers,
    pointAnswerHandler,
    countMaintenanceWork,
    pm.addPmPlan,
    pm.updatePmPlan,
    pm.pmCompletionHandler,
    pm.pmReadingHandler,
    pmOptions.listPmMachines,
    pmOptions.listPmTitles,
    pmOptions.listPmTasks,
    pmOptions.listPmPeople,
    pmOptions.countPmPlans,
    handle(weeklyWork.endpoints.create, weekly.addWeeklyTask),
    weekly.updateWeeklyTask,
    weekly.importWeeklyTasks,
    parts.updateSparePart,
    parts.removeSparePart,
    parts.importSpareParts,
    stockMoveHandler,
    listMachineHistory,
    buildMachineSummary,
    countPartsRecordsAndLowParts,
    ...handleReport(stockWarningReport, parts.listStockWarnings),
  ],
  jobs: [
    { name: 'rounds-ahead', everySeconds: 900, run: generateRounds },
    { name: 'rounds-watch', everySeconds: 30, run: watchRounds },
    { name: 'pm-states', everySeconds: 3600, run: refreshAllPmPlans },
    { name: 'weekly-carry-over', everySeconds: 3600, run: weekly.carryOverWeeklyTasks },
  ],
  listeners: [
    listenTo(partsUsed, bookRecordParts),
    listenTo(calendarChanged, plans.rebuildUpcomingRounds),
    listenTo(meterRead, refreshMeteredPlans),
  ],
  answerers: [answerQuestion(storeParts, parts.listStoreParts)],
  codeLookups: [
    { kind: 'checkPoint', resource: inspectionPlan, codeField: 'points.code' },
    { kind: 'sparePart', resource: sparePart, codeField: 'code' },
  ],
  // In conditions, $2 is the person and $3 the person's role (`ShiftPackPart`).
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
      where: `state in (${options(weeklyWork.fields.state, ...openTaskStates)}) or updated_at > now() - interval '14 days'`,
      keys: ['weeklyWorkView'],
    },
    { resource: 'sparePart', keys: ['repairWork', 'spareManagementView', 'equipmentRecordView'] },
  ],
})
