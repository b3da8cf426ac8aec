import { defineArea } from '@/contract/area'
import { inputOutputMonthLifecycle } from '../rules/input-output'
import { correctionEndpoints } from './correction-endpoints'
import { assessmentEndpoints, assessmentWeight, teamAssessment } from './assessment'
import { closingEndpoints, lateItem } from './closing'
import { detailReportEndpoints, hoursCorrection, storedReport } from './detail-reports'
import { metricReportEndpoints } from './metric-reports'
import { inputLine, inputOutputEndpoints, outputLine } from './input-output'
import { inputOutputMonth, inputOutputMonthEndpoints } from './input-output-month'

/** Reports of shifts, days and months, and month closing. */
export const sheetsContract = defineArea({
  name: 'sheets',
  pages: [
    'inputOutputSheet',
    'workHours',
    'materialReport',
    'finishedProducts',
    'energyReport',
    'teamAssessment',
    'monthClosing',
    'anyDateSheet',
  ],
  resources: [
    hoursCorrection,
    storedReport,
    inputLine,
    outputLine,
    inputOutputMonth,
    assessmentWeight,
    teamAssessment,
    lateItem,
  ],
  lifecycles: [inputOutputMonthLifecycle],
  endpoints: [
    ...metricReportEndpoints,
    ...detailReportEndpoints,
    ...correctionEndpoints,
    ...inputOutputEndpoints,
    ...inputOutputMonthEndpoints,
    ...assessmentEndpoints,
    ...closingEndpoints,
  ],
})
