import { defineArea } from '@/contract/area'
import { repairLifecycle } from '@/areas/maintenance/rules/repair'
import { weeklyTaskLifecycle } from '@/areas/maintenance/rules/weekly-work'
import { machineEndpoints, maintenanceCount } from './machine-endpoints'
import { repair, repairComment } from './repair'
import { repairCommands } from './repair-commands'
import { repairReportEndpoints } from './repair-reports'
import { pmEndpoints } from './pm-endpoints'
import { pmPlan } from './pm-plan'
import { weeklyWork } from './weekly-work'

/** Contract of repairs, preventive maintenance, weekly tasks and the pages of machines. */
export const maintenanceContract = defineArea({
  name: 'maintenance',
  pages: ['repair', 'weeklyWork', 'upkeepPlan'],
  resources: [repair, repairComment, pmPlan, weeklyWork],
  endpoints: [maintenanceCount, ...repairCommands, ...repairReportEndpoints, ...pmEndpoints, ...machineEndpoints],
  lifecycles: [repairLifecycle, weeklyTaskLifecycle],
})
