import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { amount, choice, custom, integer, list, series } from '@/contract/field'
import { chartKinds } from '../rules/spc/charts'

const area = 'laboratory'
/** Permissions that allow reading test data; one of them is enough. */
export const testDataViewPermissions = ['qualityDataView', 'qualityReportView'] as const
const decimalField = amount({ unit: '', digits: 12 })
/** Maximum number of points in an answer. A longer chart returns only the points that signal. */
export const MAX_CHART_POINTS = 20_000
/** Maximum number of values in a request: a full chart of subgroups of five. */
export const MAX_CHART_VALUES = 5 * MAX_CHART_POINTS
/** Maximum size of a request as JSON: 24 bytes hold all digits of a double. */
const MAX_BODY_BYTES = 24 * MAX_CHART_VALUES

/** Specification limits of a product; either may be missing. */
export const specificationFields = { lsl: decimalField, usl: decimalField, target: decimalField } as const
/** Options for computing a chart from its points. */
export const chartInput = {
  // Rule sets (`westernElectric`, `nelson`, `limits`), rules (`we1` … `we4`, `n1` … `n8`), or numbers for Nelson's
  // rules.
  rules: series('text', { max: 20 }),
  // Number of leading points that the limits are computed from; all points by default.
  base: integer({ min: 2, max: MAX_CHART_VALUES }),
  // Points (1 = first) that are plotted but not counted in the limits.
  exclude: series('number', { max: 1000 }),
  confidence: amount({ unit: '', digits: 4, min: 0.5, max: 0.9999 }),
} as const
/**
 * A chart in an answer. `ucl` and `lcl` are one number if they are the same everywhere, otherwise one per listed point.
 */
export const chartAnswer = {
  chart: choice(chartKinds, { required: true }),
  center: { ...decimalField, required: true },
  sigma: { ...decimalField, required: true },
  ucl: series('number', { required: true, max: MAX_CHART_POINTS }),
  lcl: series('number', { required: true, max: MAX_CHART_POINTS }),
  total: integer({ required: true }),
  // Points without a signal that were omitted from a very long answer.
  leftOut: integer({ required: true }),
  points: list(
    {
      index: integer({ required: true }),
      value: { ...decimalField, required: true },
      ucl: { ...decimalField, required: true },
      lcl: { ...decimalField, required: true },
      violations: series('text', { max: 20 }),
    },
    { max: MAX_CHART_POINTS },
  ),
  // Centre, limits and values of the second chart, for the listed points.
  range: custom('chart'),
  deviation: custom('chart'),
  movingRange: custom('chart'),
  rules: series('text', { max: 20 }),
  // Average number of points until a false alarm while the process is in control.
  averageRunLength: decimalField,
  // Cp and Cpk use `sigmaWithin`, estimated by `sigmaSource`; Pp, Ppk and Cpm use `sigmaOverall`. All refer to single
  // values.
  capability: custom('capability'),
  // n, mean, deviation, min and max of all values.
  summary: custom('summary'),
} as const

/**
 * Computes a control chart of the values in the body without storing anything. Charts of means take groups, or a list
 * of values with `subgroupSize`. The other charts take single values; p, np and u also need the `sizes` of the samples.
 * `center` and `sigma` are frozen limits and must be sent together.
 */
export const spcCompile = defineEndpoint('spc.compile', {
  area,
  routes: 'POST /quality/spc_compile',
  access: testDataViewPermissions,
  effect: 'read',
  maxBodyBytes: MAX_BODY_BYTES,
  input: {
    chart: choice(chartKinds, { required: true }),
    samples: series('number', { required: true, max: MAX_CHART_VALUES }),
    sizes: series('number', { max: MAX_CHART_VALUES }),
    subgroupSize: integer({ min: 2, max: 1000 }),
    ...specificationFields,
    ...chartInput,
    center: decimalField,
    sigma: amount({ unit: '', digits: 12, min: 0 }),
  },
  output: objectOutput(chartAnswer),
})
export const spcEndpoints = [spcCompile] as const
