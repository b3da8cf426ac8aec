import { defineArea } from '@/contract/area'
import { inputOutputMonth as inputOutputLife } from '../rules/input-output'
import { alterCalls } from './alter-calls'
import { assessmentCalls, assessmentWeight, teamAssessment } from './assessment'
import { closingCalls, lateItem } from './closing'
import { detailSheets, hoursCorrection, keptSheet } from './detail-sheets'
import { figureSheets } from './figure-sheets'
import { inputLine, inputOutputCalls, inputOutputMonth, outputLine } from './input-output'

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
    keptSheet,
    inputLine,
    outputLine,
    inputOutputMonth,
    assessmentWeight,
    teamAssessment,
    lateItem,
  ],
  lifecycles: [inputOutputLife],
  endpoints: [
    ...figureSheets,
    ...detailSheets,
    ...alterCalls,
    ...inputOutputCalls,
    ...assessmentCalls,
    ...closingCalls,
  ],
})
