import { options } from '@/server/sql'
import { openRepairStates } from '../rules/repair'
import { openTaskStates } from '../rules/weekly-work'
import { defineServer } from '@/server/area'
import { listenTo } from '@/server/events'
import { meterRead, partsUsed, planRecordChanged } from '@/areas/equipment/server/events'
import { pointAnswered } from '@/areas/rounds/server/events'
import { maintenanceContract } from '../contract'
import { repair } from '../contract/repair'
import { weeklyWork } from '../contract/weekly-work'
import { countPartsRecordsAndLowParts, countMaintenanceWork } from './maintenance-counts'
import { linkRepairsToAnswer } from './link-repairs-to-answer'
import { listMachineHistory } from './machine-history'
import { buildMachineSummary } from './machine-summary'
import { repairHandlers, addRepairComment } from './repair'
import * as repairLists from './repair-lists'
import { listRepairPhrases, listSimilarRepairs } from './repair-lists'
import { calculateRepairStatistics } from './repair-statistics'
import { updateRepair } from './repair-work'
import { updatePlanOfRecord } from './plan-service'
import { bookRecordParts } from './book-used-parts'
import * as pm from './pm-plans'
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
    listRepairPhrases,
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
    weekly.addWeeklyTask,
    weekly.updateWeeklyTask,
    weekly.importWeeklyTasks,
    listMachineHistory,
    buildMachineSummary,
    countPartsRecordsAndLowParts,
  ],
  jobs: [
    { name: 'pm-states', everySeconds: 3600, run: refreshAllPmPlans },
    { name: 'weekly-carry-over', everySeconds: 3600, run: weekly.carryOverWeeklyTasks },
  ],
  listeners: [
    listenTo(partsUsed, bookRecordParts),
    listenTo(planRecordChanged, updatePlanOfRecord),
    listenTo(pointAnswered, linkRepairsToAnswer),
    listenTo(meterRead, refreshMeteredPlans),
  ],
  shiftPack: [
    {
      resource: 'repair',
      where: `state in (${options(repair.fields.state, ...openRepairStates)}) or updated_at > now() - interval '3 days'`,
      access: ['repairView'],
    },
    { resource: 'repairComment', where: `written_at > now() - interval '14 days'`, access: ['repairView'] },
    { resource: 'pmPlan', access: ['upkeepPlanView', 'equipmentRecordView'] },
    {
      resource: 'weeklyWork',
      where: `state in (${options(weeklyWork.fields.state, ...openTaskStates)}) or updated_at > now() - interval '14 days'`,
      access: ['weeklyWorkView'],
    },
  ],
})
