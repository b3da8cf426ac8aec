import { defineArea } from '@/contract/area'
import { metricCorrection } from './metric-correction'
import { metricTarget } from './metric-target'
import { metricDay, metricInvalidation, shiftMetric } from './shift-metric'

/** Metrics of the plant: sums by shift, line and order, and the metrics calculated from them. */
export const figuresContract = defineArea({
  name: 'figures',
  pages: [],
  resources: [shiftMetric, metricDay, metricInvalidation, metricCorrection, metricTarget],
  endpoints: [],
})
