import { defineArea } from '@/contract/area'
import { planningEndpoints } from './planning-endpoints'

/** The planners' page: places orders on lines, moves them and takes them out again. */
export const schedulingContract = defineArea({
  name: 'scheduling',
  documentationArea: 'orders',
  pages: ['productionSchedule'],
  resources: [],
  endpoints: planningEndpoints,
})
