import { defineServer, handle } from '@/server/area'
import { reportsContract } from '../contract'
import { sendSpeeds, speedCurve } from '../contract/line-speed'
import { explainStop, lineStop, stopReason } from '../contract/line-stop'
import { stopAnalysis } from '../contract/stop-analysis'
import { analyse } from './analysis'
import { chaseStops } from './chase'
import { addReason, changeReason, removeReason } from './reasons'
import { seedReasons } from './seed'
import { curve, forgetSpeeds, send } from './speeds'
import { enterStop, explain, removeStop } from './stops'

const atTheLine = ['shutdownAnalysisView', 'rollInteractiveView', 'divideInteractiveView'] as const

export const reportsServer = defineServer(reportsContract, {
  handlers: [
    handle(stopReason.endpoints.create, addReason),
    handle(stopReason.endpoints.update, changeReason),
    handle(stopReason.endpoints.remove, removeReason),
    handle(lineStop.endpoints.create, enterStop),
    handle(lineStop.endpoints.remove, removeStop),
    handle(explainStop, explain),
    handle(stopAnalysis, analyse),
    handle(sendSpeeds, send),
    handle(speedCurve, curve),
  ],
  jobs: [
    { name: 'stops-chase', everySeconds: 120, run: chaseStops },
    { name: 'speeds-forget', everySeconds: 3600, run: forgetSpeeds },
  ],
  seed: seedReasons,
  shiftPack: [
    { resource: 'stopReason', keys: atTheLine },
    {
      resource: 'lineStop',
      where: `state = 'standing' or started_at > now() - interval '2 days' or (state = 'toExplain' and started_at > now() - interval '7 days')`,
      keys: atTheLine,
    },
  ],
})
