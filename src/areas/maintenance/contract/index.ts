import { defineArea } from '@/contract/area'
import { inspectionRoundStates } from '@/areas/maintenance/rules/inspection-round'
import { repairStates } from '@/areas/maintenance/rules/repair'
import { weeklyTaskStates } from '@/areas/maintenance/rules/weekly-work'
import { machineEndpoints, maintenanceCount } from './overview-endpoints'
import { roundCommands } from './round-commands'
import { inspectionPlan } from './inspection-plan'
import { inspectionResult, inspectionRound } from './inspection-round'
import { repair, repairComment } from './repair'
import { repairCommands } from './repair-commands'
import { repairReportEndpoints } from './repair-reports'
import { sparePart, sparePartEndpoints, stockMovement } from './spare-part'
import { pmEndpoints } from './pm-endpoints'
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
  endpoints: [
    ...roundCommands,
    maintenanceCount,
    ...repairCommands,
    ...repairReportEndpoints,
    ...pmEndpoints,
    ...sparePartEndpoints,
    ...machineEndpoints,
  ],
  lifecycles: [repairStates, inspectionRoundStates, weeklyTaskStates],
})
