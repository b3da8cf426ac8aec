/** 能耗基准: usual electricity per kg at a speed and grammage, and the savings against it. */
import { fitLinearRegression, type RegressionFit } from './regression'

export const baselineVariables = ['speed', 'gsm'] as const
export type BaselineVariable = (typeof baselineVariables)[number]
/** One day of an order: kWh/kg with the mean speed (m/min) and grammage (g/m²) of production. */
export interface BaselineObservation {
  readonly speed: number
  readonly gsm: number
  readonly kwhPerKg: number
}
export interface VariableRange {
  readonly low: number
  readonly high: number
  readonly mean: number
  readonly sd: number
}
/** Problems: too few days; neither speed nor grammage varies; a test of `VALIDITY_LIMITS` failed. */
export const baselineProblems = ['fewObservations', 'noVariable', 'fTest', 'variables', 'r2'] as const
export type BaselineProblem = (typeof baselineProblems)[number]
export interface Baseline {
  readonly fit: RegressionFit
  /** Variables that vary in the data; for a product with one grammage only the speed does. */
  readonly variables: readonly BaselineVariable[]
  readonly ranges: Readonly<Partial<Record<BaselineVariable, VariableRange>>>
  /** Reasons why the baseline is not valid; empty if it is. */
  readonly problems: readonly BaselineProblem[]
}

/** With fewer observations a regression fits almost any data. */
export const MIN_OBSERVATIONS = 12

/** Minimum standard deviation of a variable as a share of its mean. With less, the variable counts as constant. */
const MIN_RELATIVE_SPREAD = 1e-6
/**
 * Validity limits: F-test p < 0.10, every variable p < 0.2 and one < 0.1, R² at least 0.5.
 * @see LBNL, *Energy savings measurement*
 */
export const VALIDITY_LIMITS = { pOfF: 0.1, pOfEach: 0.2, pOfBest: 0.1, r2: 0.5 } as const

/** Fits a baseline to the observations. If nothing can be fitted, the result contains only the problem. */
export function calculateBaseline(
  observations: readonly BaselineObservation[],
): Baseline | { readonly problems: readonly BaselineProblem[] } {
  if (observations.length < MIN_OBSERVATIONS) return { problems: ['fewObservations'] }
  const variables = baselineVariables.filter((name) => {
    const { sd, mean } = calculateRange(observations, name)
    return sd > MIN_RELATIVE_SPREAD * Math.abs(mean)
  })
  const fit = fitLinearRegression(
    observations.map((observation) => variables.map((name) => observation[name])),
    observations.map(({ kwhPerKg }) => kwhPerKg),
  )
  if (!fit) return { problems: ['noVariable'] }
  const ranges = Object.fromEntries(variables.map((name) => [name, calculateRange(observations, name)]))
  return { fit, variables, ranges, problems: findBaselineProblems(fit) }
}
/** Returns the reasons why a fit is not valid as a baseline; empty if it is. */
export function findBaselineProblems(fit: Pick<RegressionFit, 'pOfF' | 'pOfVariables' | 'r2'>): BaselineProblem[] {
  const problems: BaselineProblem[] = []
  if (!(fit.pOfF < VALIDITY_LIMITS.pOfF)) problems.push('fTest')
  const pValues = fit.pOfVariables
  if (!pValues.every((p) => p < VALIDITY_LIMITS.pOfEach) || !pValues.some((p) => p < VALIDITY_LIMITS.pOfBest))
    problems.push('variables')
  if (!(fit.r2 >= VALIDITY_LIMITS.r2)) problems.push('r2')
  return problems
}
function calculateRange(observations: readonly BaselineObservation[], name: BaselineVariable): VariableRange {
  const values = observations.map((observation) => observation[name])
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1))
  return { low: Math.min(...values), high: Math.max(...values), mean, sd }
}
/**
 * True if the baseline can be used at a value: it lies within the range, or within three standard deviations of the
 * mean.
 */
export const isWithinBaselineRange = (value: number, { low, high, mean, sd }: VariableRange): boolean =>
  (value >= low && value <= high) || Math.abs(value - mean) <= 3 * sd

/** kWh/kg = intercept + bySpeed · m/min + byGsm · g/m². */
export interface BaselineEquation {
  readonly intercept: number
  readonly bySpeed: number
  readonly byGsm: number
}
/** Returns the kWh/kg that a baseline expects. Missing variables have the coefficient 0. */
export const calculateExpectedKwhPerKg = (
  { intercept, bySpeed, byGsm }: BaselineEquation,
  conditions: Pick<BaselineObservation, 'speed' | 'gsm'>,
): number => intercept + bySpeed * conditions.speed + byGsm * conditions.gsm

/** Expected and actual electricity of one observation, and the savings. */
export interface DaySavings {
  readonly expectedKwh: number
  readonly usedKwh: number
  /** Expected minus used kWh; positive values are savings. */
  readonly savedKwh: number
  readonly cumulativeKwh: number
}
/** Returns daily and cumulative savings (CUSUM). A rising curve means savings; a bend shows when consumption changed. */
export function calculateSavings(
  equation: BaselineEquation,
  observations: readonly (BaselineObservation & { readonly kg: number })[],
): DaySavings[] {
  let cumulativeKwh = 0
  return observations.map((observation) => {
    const expectedKwh = calculateExpectedKwhPerKg(equation, observation) * observation.kg
    const usedKwh = observation.kwhPerKg * observation.kg
    cumulativeKwh += expectedKwh - usedKwh
    return { expectedKwh, usedKwh, savedKwh: expectedKwh - usedKwh, cumulativeKwh }
  })
}
