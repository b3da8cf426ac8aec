import { defineServer, handle } from '@/server/area'
import { reportsContract } from '../contract'
import { stopAnalysis } from '../contract/stop-analysis'
import { calculateStopAnalysis } from './calculate-stop-analysis'

export const reportsServer = defineServer(reportsContract, {
  handlers: [handle(stopAnalysis, calculateStopAnalysis)],
})
