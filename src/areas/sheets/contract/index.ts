import { defineArea } from '@/contract/area'
import { inputOutputMonthLifecycle } from '../rules/input-output'
import { assessmentEndpoints, assessmentWeight, teamAssessment } from './assessment'
import { detailReportEndpoints, hoursCorrection, storedReport } from './detail-reports'
import { metricReportEndpoints } from './metric-reports'
import { inputLine, inputOutputEndpoints, outputLine } from './input-output'
import { inputOutputMonth, inputOutputMonthEndpoints } from './input-output-month'

/** Reports of shifts, days and months. */
export const sheetsContract = defineArea({
  name: 'sheets',
  pages: [
    'inputOutputSheet',
    'workHours',
    'materialReport',
    'finishedProducts',
    'energyReport',
    'teamAssessment',
    'anyDateSheet',
  ],
  resources: [hoursCorrection, storedReport, inputLine, outputLine, inputOutputMonth, assessmentWeight, teamAssessment],
  lifecycles: [inputOutputMonthLifecycle],
  endpoints: [
    ...metricReportEndpoints,
    ...detailReportEndpoints,
    ...inputOutputEndpoints,
    ...inputOutputMonthEndpoints,
    ...assessmentEndpoints,
  ],
})
