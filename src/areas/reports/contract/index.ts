import { defineArea } from '@/contract/area'
import { lineStop, stopCalls, stopReason } from './line-stop'

/** Stops of the lines and what they cost. */
export const reportsContract = defineArea({ name: 'reports', pages: ['shutdownAnalysis'], resources: [stopReason, lineStop], endpoints: [...stopCalls] })
