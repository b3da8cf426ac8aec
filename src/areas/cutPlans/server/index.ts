import { defineServer, handle } from '@/server/area'
import { cutPlansContract } from '../contract'
import { applyCuts, proposeCuts } from '../contract/cut-plan-endpoints'
import { buildCutPlan, queueCutPlan } from './cut-plan'

export const cutPlansServer = defineServer(cutPlansContract, {
  handlers: [handle(proposeCuts, buildCutPlan), handle(applyCuts, queueCutPlan)],
})
