import { defineArea } from '@/contract/area'
import { sendSpeeds, speedCurve } from './line-speed'
import { explainStop, lineStop, stopReason } from './line-stop'
import { stopAnalysis } from './stop-analysis'

/** Stops of the lines and what they cost. */
export const reportsContract = defineArea({
  name: 'reports',
  pages: ['shutdownAnalysis'],
  resources: [stopReason, lineStop],
  endpoints: [explainStop, stopAnalysis, sendSpeeds, speedCurve],
})
