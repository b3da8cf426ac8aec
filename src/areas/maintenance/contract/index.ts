import { defineArea } from '@/contract/area'
import { pollingRound as roundMachine } from '@/areas/maintenance/rules/polling'
import { repair as repairMachine } from '@/areas/maintenance/rules/repair'
import { weeklyTask } from '@/areas/maintenance/rules/weekly-work'
import { machineCalls } from './machine-calls'
import { pollingCalls } from './polling-calls'
import { pollingPlan } from './polling-plan'
import { pollingResult, pollingRound } from './polling-round'
import { repair } from './repair'
import { repairCommands } from './repair-commands'
import { repairReports } from './repair-reports'
import { sparePart, stockCalls, stockMovement } from './spare-part'
import { upkeepCalls } from './upkeep-calls'
import { upkeepPlan } from './upkeep-plan'
import { weeklyWork } from './weekly-work'

/** Rounds, repairs, upkeep, the tasks of the week and the store of spare parts. */
export const maintenanceContract = defineArea({
  name: 'maintenance',
  pages: ['polling', 'repair', 'pollingPlan', 'weeklyWork', 'upkeepPlan', 'sparePartsWarning', 'spareManagement'],
  resources: [pollingPlan, pollingRound, pollingResult, repair, upkeepPlan, weeklyWork, sparePart, stockMovement],
  endpoints: [...pollingCalls, ...repairCommands, ...repairReports, ...upkeepCalls, ...stockCalls, ...machineCalls],
  machines: [repairMachine, roundMachine, weeklyTask],
})
