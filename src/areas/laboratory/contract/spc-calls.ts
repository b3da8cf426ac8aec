import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, choice, custom, integer, list, series } from '@/contract/field'
import { charts } from '../rules/spc/charts'

const area = 'laboratory'
/** Who may look at test data. */
export const readers = ['qualityDataView', 'qualityReportView'] as const
const figure = amount({ unit: '', digits: 12 })
/** A chart answers so many points; of a longer one those that signal. */
export const MOST_POINTS = 20_000
/** A call takes so many values at once: a full chart of subgroups of five. More could not be shown. */
export const MOST_VALUES = 5 * MOST_POINTS
/** As JSON, with all digits of a double: 24 bytes a value. */
const MOST_BYTES = 24 * MOST_VALUES

/** Limits of a product; either may be missing. */
export const specification = { lsl: figure, usl: figure, target: figure } as const
/** How a chart is made from its points. */
export const chartInput = {
  // Sets (`westernElectric`, `nelson`, `limits`), single rules (`we1` … `we4`, `n1` … `n8`), or numbers, which are Nelson's.
  rules: series('text', { max: 20 }),
  // Limits come from the first so many points; from all unless given.
  base: integer({ min: 2, max: MOST_VALUES }),
  // Points (1 = first) that are shown and not counted in the limits.
  exclude: series('number', { max: 1000 }),
  confidence: amount({ unit: '', digits: 4, min: 0.5, max: 0.9999 }),
} as const
/** A chart as calls answer it. `ucl` and `lcl` are one number where they are alike, else one for each point listed. */
export const chartAnswer = {
  chart: choice(charts, { required: true }),
  center: { ...figure, required: true },
  sigma: { ...figure, required: true },
  ucl: series('number', { required: true, max: MOST_POINTS }),
  lcl: series('number', { required: true, max: MOST_POINTS }),
  total: integer({ required: true }),
  // Points that signal nothing and are left out of a very long answer.
  leftOut: integer({ required: true }),
  points: list(
    {
      index: integer({ required: true }),
      value: { ...figure, required: true },
      ucl: { ...figure, required: true },
      lcl: { ...figure, required: true },
      violations: series('text', { max: 20 }),
    },
    { max: MOST_POINTS },
  ),
  // Center, limits and values of the second chart, of those points.
  range: custom('chart'),
  deviation: custom('chart'),
  movingRange: custom('chart'),
  rules: series('text', { max: 20 }),
  // Points until a false alarm of a process in control, on average.
  averageRunLength: figure,
  // Cp and Cpk by `sigmaWithin`, estimated as `sigmaSource` says; Pp, Ppk and Cpm by `sigmaOverall`. All of single values.
  capability: custom('capability'),
  // n, mean, deviation, min and max of all values.
  summary: custom('summary'),
} as const

/**
 * A control chart of the values in the body; nothing is stored. Groups, or one row with `subgroupSize`, for charts of means; single
 * values for the others; `sizes` of samples for p, np and u. `center` and `sigma` are limits that were frozen before: both or none.
 */
export const spcCompile = defineEndpoint('spc.compile', {
  area,
  routes: 'POST /quality/spc_compile',
  access: readers,
  effect: 'read',
  maxBodyBytes: MOST_BYTES,
  input: {
    chart: choice(charts, { required: true }),
    samples: series('number', { required: true, max: MOST_VALUES }),
    sizes: series('number', { max: MOST_VALUES }),
    subgroupSize: integer({ min: 2, max: 1000 }),
    ...specification,
    ...chartInput,
    center: figure,
    sigma: amount({ unit: '', digits: 12, min: 0 }),
  },
  output: objectOutput(chartAnswer),
})
export const spcCalls = [spcCompile] as const
