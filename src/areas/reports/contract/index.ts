import { defineArea } from '@/contract/area'
import { stopAnalysis } from './stop-analysis'

/** What the plant's records come to: figures over a period, and where they come from. */
export const reportsContract = defineArea({
  name: 'reports',
  pages: ['shutdownAnalysis'],
  resources: [],
  endpoints: [stopAnalysis],
})
