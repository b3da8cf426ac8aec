/** Forecast of daily output: the method that did best in a back-test, with intervals from its errors. */
import {
  calculateErrorRatio,
  scoreMethod,
  forecastSeasonalNaive,
  calculateErrorIntervals,
  type ForecastingMethod,
  type MethodScore,
} from './back-test'
import { forecastAhead, fitSmoothing } from './holt-winters'

export const forecastMethods = ['seasonalNaive', 'holtWinters', 'orderBook'] as const
export type ForecastMethod = (typeof forecastMethods)[number]
/** Length of a season in days: output follows the days of the week. */
export const SEASON_DAYS = 7
/** Shorter history than three weeks is too little for a weekly season. */
export const MIN_HISTORY_DAYS = 21

export interface ForecastPoint {
  readonly value: number
  readonly low80: number | null
  readonly high80: number | null
  readonly low95: number | null
  readonly high95: number | null
}
export interface Forecast {
  /** True with less than three weeks of history: there is no forecast. */
  readonly tooLittle: boolean
  readonly method: ForecastMethod | null
  readonly points: readonly ForecastPoint[]
  readonly scores: readonly MethodScore<ForecastMethod>[]
}
/**
 * Returns the order book's plan for the following days, as it was when `origin` days were known; null if none was
 * stored.
 */
export type PlanLookup = (origin: number) => readonly number[] | null

const buildMethods = (findPlan: PlanLookup): readonly ForecastingMethod<ForecastMethod>[] => [
  { name: 'seasonalNaive', predict: (history, steps) => forecastSeasonalNaive(history, steps, SEASON_DAYS) },
  {
    name: 'holtWinters',
    predict: (history, steps) =>
      history.length < MIN_HISTORY_DAYS
        ? null
        : forecastAhead(fitSmoothing(history, SEASON_DAYS).state, steps).map((value) => Math.max(0, value)),
  },
  {
    name: 'orderBook',
    predict: (_history, steps, origin) => {
      const plannedValues = findPlan(origin)
      return plannedValues && plannedValues.length >= steps ? plannedValues.slice(0, steps) : null
    },
  },
]
/**
 * Forecasts the next days of a series of daily amounts, none below zero. Uses the seasonal naive forecast unless
 * another
 * method has a smaller scaled error in the back-test over the same days.
 */
export function forecastOutput(series: readonly number[], steps: number, findPlan: PlanLookup = () => null): Forecast {
  if (series.length < MIN_HISTORY_DAYS) return { tooLittle: true, method: null, points: [], scores: [] }
  const methods = buildMethods(findPlan)
  const scores = methods.map((method) =>
    scoreMethod(method, series, { season: SEASON_DAYS, steps, minHistoryDays: MIN_HISTORY_DAYS }),
  )
  const bestScore = chooseBestScore(scores)
  const values = methods.find(({ name }) => name === bestScore.name)!.predict(series, steps, series.length)
  if (!values) return { tooLittle: false, method: null, points: [], scores }
  const [intervals80, intervals95] = [
    calculateErrorIntervals(bestScore.errors, 0.8, SEASON_DAYS),
    calculateErrorIntervals(bestScore.errors, 0.95, SEASON_DAYS),
  ]
  const addError = (value: number, error: number | undefined) =>
    error === undefined ? null : Math.max(0, value + error)
  const points = values.map((value, step) => ({
    value,
    low80: addError(value, intervals80?.[step]?.low),
    high80: addError(value, intervals80?.[step]?.high),
    low95: addError(value, intervals95?.[step]?.low),
    high95: addError(value, intervals95?.[step]?.high),
  }))
  return { tooLittle: false, method: bestScore.name, points, scores }
}
function chooseBestScore(scores: readonly MethodScore<ForecastMethod>[]): MethodScore<ForecastMethod> {
  const [naive, ...otherScores] = scores as [MethodScore<ForecastMethod>, ...MethodScore<ForecastMethod>[]]
  const betterScores = otherScores
    .map((score) => ({ score, share: calculateErrorRatio(score, naive) }))
    .filter((one): one is { score: MethodScore<ForecastMethod>; share: number } => one.share !== null && one.share < 1)
    .sort((a, b) => a.share - b.share)
  return betterScores[0]?.score ?? naive
}
