import { defineServer } from '@/server/area'
import { cutPlansContract } from '../contract'
import { buildCutPlan, queueCutPlan } from './cut-plan'

export const cutPlansServer = defineServer(cutPlansContract, {
  handlers: [buildCutPlan, queueCutPlan],
})
