import { defineArea } from '@/contract/area'
import { cutPlanEndpoints } from './cut-plan-endpoints'

/** Cut plans: which jumbos a slitter cuts into which rolls, with the least trim. */
export const cutPlansContract = defineArea({
  name: 'cutPlans',
  documentationArea: 'rolls',
  resources: [],
  endpoints: cutPlanEndpoints,
})
