import { defineArea } from '@/contract/area'
import { stopAnalysis } from './stop-analysis'

/** Contract of the reports area: the stop analysis. */
export const reportsContract = defineArea({
  name: 'reports',
  pages: ['shutdownAnalysis'],
  resources: [],
  endpoints: [stopAnalysis],
})
