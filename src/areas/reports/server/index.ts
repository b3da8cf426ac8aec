import { defineServer, handle } from '@/server/area'
import { reportsContract } from '../contract'
import { stopAnalysis } from '../contract/stop-analysis'
import { analyse } from './analysis'

export const reportsServer = defineServer(reportsContract, {
  handlers: [handle(stopAnalysis, analyse)],
})
