import { shiftText, teamText } from '@/plant/contract/sheet-fields'
import { defineEndpoint, one } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, reference, text, type Field } from '@/contract/field'
import type { FigureName } from '@/plant/rules/figures'

const area = 'reports'
const hours = amount({ unit: 'h', required: true })
/** Figures of the plant's list, in the order in which tables show them. */
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
// The period: of the shifts looked at, as far as they are over.
const figures = { ...stopFigureFields, periodHours: hours } as const
const percent = amount({ unit: '%', required: true })

/**
 * Pareto, MTBF, MTTR and availability of stops, by line, team and shift, and their trend; `rules/stop-analysis`. Days are
 * Lines that make web are counted, slitters as well with `slitters`, another line when it is named; each from the day on which
 * it was put in use, yet not before it first ran. Days are business dates of the plant's calendar, the last 30 unless told; a stop over the change of shifts counts in each for its part.
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
