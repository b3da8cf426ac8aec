import { defineArea } from '@/contract/area'
import { inspectionRoundLifecycle } from '@/areas/rounds/rules/inspection-round'
import { inspectionPlan } from './inspection-plan'
import { inspectionResult, inspectionRound } from './inspection-round'
import { roundCommands } from './round-commands'

/** Inspection plans, the rounds that a job generates from them, and the answers at each point of a round. */
export const roundsContract = defineArea({
  name: 'rounds',
  documentationArea: 'maintenance',
  pages: ['polling', 'pollingPlan'],
  resources: [inspectionPlan, inspectionRound, inspectionResult],
  endpoints: roundCommands,
  lifecycles: [inspectionRoundLifecycle],
})
