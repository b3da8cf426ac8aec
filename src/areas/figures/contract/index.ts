import { defineArea } from '@/contract/area'
import { metricDay, metricInvalidation, shiftMetric, metricTarget, metricCorrection } from './metrics'

/** Metrics of the plant: sums per shift, line and order, and the metrics calculated from these sums. */
export const figuresContract = defineArea({
  name: 'figures',
  pages: [],
  resources: [shiftMetric, metricDay, metricInvalidation, metricCorrection, metricTarget],
  endpoints: [],
})
