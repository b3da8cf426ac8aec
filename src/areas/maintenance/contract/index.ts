import { defineArea } from '@/contract/area'
import { inspectionRound as roundMachine } from '@/areas/maintenance/rules/inspection-round'
import { repair as repairMachine } from '@/areas/maintenance/rules/repair'
import { weeklyTask } from '@/areas/maintenance/rules/weekly-work'
import { machineCalls } from './machine-calls'
import { oamCount } from './oam-count'
import { roundCalls } from './round-calls'
import { inspectionPlan } from './inspection-plan'
import { inspectionResult, inspectionRound } from './inspection-round'
import { repair } from './repair'
import { repairCommands } from './repair-commands'
import { repairComment } from './repair-comment'
import { repairReports } from './repair-reports'
import { sparePart, stockCalls, stockMovement } from './spare-part'
import { pmCalls } from './pm-calls'
import { pmPlan } from './pm-plan'
import { weeklyWork } from './weekly-work'

/** Contract of inspection rounds, repairs, preventive maintenance, weekly tasks and spare parts. */
export const maintenanceContract = defineArea({
  name: 'maintenance',
  pages: ['polling', 'repair', 'pollingPlan', 'weeklyWork', 'upkeepPlan', 'sparePartsWarning', 'spareManagement'],
  resources: [
    inspectionPlan,
    inspectionRound,
    inspectionResult,
    repair,
    repairComment,
    pmPlan,
    weeklyWork,
    sparePart,
    stockMovement,
  ],
  endpoints: [...roundCalls, oamCount, ...repairCommands, ...repairReports, ...pmCalls, ...stockCalls, ...machineCalls],
  lifecycles: [repairMachine, roundMachine, weeklyTask],
})
