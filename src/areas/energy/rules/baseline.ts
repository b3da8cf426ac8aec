/** 能耗基准: what a kilogram usually takes of electricity at a speed and a grammage, and what was saved against it. */
import { fitLine, type Fit } from './regression'

export const baselineVariables = ['speed', 'gsm'] as const
export type BaselineVariable = (typeof baselineVariables)[number]
/** A day of an order: kWh/kg, with the mean speed (m/min) and grammage (g/m²) at which it was made. */
export interface Observation {
  readonly speed: number
  readonly gsm: number
  readonly perKg: number
}
export interface Range {
  readonly low: number
  readonly high: number
  readonly mean: number
  readonly sd: number
}
export const baselineProblems = ['fewObservations', 'noVariable', 'fTest', 'variables', 'r2'] as const
export type BaselineProblem = (typeof baselineProblems)[number]
export interface Baseline {
  readonly fit: Fit
  /** Those that varied: of a product with one grammage only the speed does. */
  readonly variables: readonly BaselineVariable[]
  readonly ranges: Readonly<Partial<Record<BaselineVariable, Range>>>
  /** Why it is not valid; none when it is. */
  readonly problems: readonly BaselineProblem[]
}

/** With fewer days a line can be laid through anything. */
export const FEWEST_DAYS = 12
/** LBNL, *Energy savings measurement*: F-test p < 0.10, every variable p < 0.2 and one < 0.1, R² at least 0.5. */
export const validity = { pOfF: 0.1, pOfEach: 0.2, pOfBest: 0.1, r2: 0.5 } as const

/** Fits a baseline; a problem alone where nothing can be fitted. */
export function baselineOf(days: readonly Observation[]): Baseline | { readonly problems: readonly BaselineProblem[] } {
  if (days.length < FEWEST_DAYS) return { problems: ['fewObservations'] }
  const variables = baselineVariables.filter(
    (name) => rangeOf(days, name).sd > 1e-6 * Math.abs(rangeOf(days, name).mean),
  )
  const fit = fitLine(
    days.map((day) => variables.map((name) => day[name])),
    days.map(({ perKg }) => perKg),
  )
  if (!fit) return { problems: ['noVariable'] }
  const ranges = Object.fromEntries(variables.map((name) => [name, rangeOf(days, name)]))
  return { fit, variables, ranges, problems: problemsOf(fit) }
}
/** Why a fit is not valid as a baseline. */
export function problemsOf(fit: Pick<Fit, 'pOfF' | 'pOfVariables' | 'r2'>): BaselineProblem[] {
  const problems: BaselineProblem[] = []
  if (!(fit.pOfF < validity.pOfF)) problems.push('fTest')
  const each = fit.pOfVariables
  if (!each.every((p) => p < validity.pOfEach) || !each.some((p) => p < validity.pOfBest)) problems.push('variables')
  if (!(fit.r2 >= validity.r2)) problems.push('r2')
  return problems
}
function rangeOf(days: readonly Observation[], name: BaselineVariable): Range {
  const values = days.map((day) => day[name])
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length
  const sd = Math.sqrt(values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / Math.max(1, values.length - 1))
  return { low: Math.min(...values), high: Math.max(...values), mean, sd }
}
/** Whether a mean lies where the baseline can be used: within its range, or within three standard deviations of its mean. */
export const inRange = (value: number, { low, high, mean, sd }: Range): boolean =>
  (value >= low && value <= high) || Math.abs(value - mean) <= 3 * sd

export interface Line {
  readonly intercept: number
  readonly bySpeed: number
  readonly byGsm: number
}
/** kWh/kg expected by a baseline; a variable that it does not have counts 0. */
export const expected = ({ intercept, bySpeed, byGsm }: Line, at: Pick<Observation, 'speed' | 'gsm'>): number =>
  intercept + bySpeed * at.speed + byGsm * at.gsm

export interface SavedDay {
  readonly expectedKwh: number
  readonly usedKwh: number
  /** Expected less used: saved where positive. */
  readonly saved: number
  readonly cumulative: number
}
/** Savings summed from the first day on (CUSUM): a rising line is saving, a bend is where something changed. */
export function savings(line: Line, days: readonly (Observation & { readonly kg: number })[]): SavedDay[] {
  let cumulative = 0
  return days.map((day) => {
    const [expectedKwh, usedKwh] = [expected(line, day) * day.kg, day.perKg * day.kg]
    cumulative += expectedKwh - usedKwh
    return { expectedKwh, usedKwh, saved: expectedKwh - usedKwh, cumulative }
  })
}
