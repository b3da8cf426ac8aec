import { defineArea } from '@/contract/area'
import { getReportEndpoints } from '@/contract/report'
import { derivePelletSources, pelletSource } from './pellet-source'
import { recallReport } from './recall'
import { lotBalance, trace } from './trace'

/** Traces of lots, rolls and orders, recall lists, and the sources of reclaimed pellets. */
export const tracingContract = defineArea({
  name: 'tracing',
  documentationArea: 'rolls',
  pages: ['qualityTracking'],
  resources: [pelletSource],
  endpoints: [...getReportEndpoints(recallReport), derivePelletSources, trace, lotBalance],
})
