import { shiftText, teamText } from '@/plant/contract/sheet-fields'
import { defineEndpoint, one } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, reference, text, type Field } from '@/contract/field'
import type { FigureName } from '@/plant/rules/figures'

const area = 'reports'
const hours = amount({ unit: 'h', required: true })
/** Stop metrics in the order in which tables show them. */
export const stopFigureFields = {
  availabilityPercent: amount({ unit: '%' }),
  stops: integer({ required: true }),
  unplanned: integer({ required: true }),
  mtbsHours: amount({ unit: 'h' }),
  mdtHours: amount({ unit: 'h' }),
  plannedHours: hours,
  unplannedHours: hours,
  unknownHours: hours,
} as const satisfies Partial<Record<FigureName, Field>>
// Length of the analysed shifts, up to now.
const figures = { ...stopFigureFields, periodHours: hours } as const
const percent = amount({ unit: '%', required: true })

/**
 * Pareto, MTBF, MTTR and availability of stops by line, team and shift, and their trend; see `rules/stop-analysis`. Web
 * lines are counted; slitters only with `slitters`, and any line that is named. A line counts from the day it was put
 * in use, but not before it first ran. Days are business dates of the plant's calendar, by default the last 30. A stop
 * across a shift change counts in each shift with its part.
 */
export const stopAnalysis = defineEndpoint('lineStop.analyse', {
  area,
  routes: 'GET /production/stop_analyse',
  access: 'shutdownAnalysisView',
  effect: 'read',
  input: {
    from: day(),
    to: day(),
    lineId: reference('line'),
    team: text(teamText),
    shift: text(shiftText),
    slitters: flag({}),
  },
  output: one({
    from: day({ required: true }),
    to: day({ required: true }),
    ...figures,
    pareto: list({
      reasonId: reference('stopReason'),
      label: text({ required: true }),
      class: choice(['planned', 'unplanned', 'unknown'], { required: true }),
      count: integer({ required: true }),
      hours,
      percent,
      cumulative: percent,
    }),
    lines: list({ lineId: reference('line', { required: true }), label: text({ required: true }), ...figures }),
    teams: list({ team: text(teamText), ...figures }),
    shifts: list({ shift: text({ max: 40, required: true }), ...figures }),
    trend: list({ from: day({ required: true }), to: day({ required: true }), ...figures }),
  }),
})
