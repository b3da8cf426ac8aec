import { defineServer } from '@/server/area'
import { reportsContract } from '../contract'
import { calculateStopAnalysis } from './calculate-stop-analysis'

export const reportsServer = defineServer(reportsContract, {
  handlers: [calculateStopAnalysis],
})
