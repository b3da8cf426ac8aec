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
import type { Day } from '@/plant/rules/plant-time'

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
 * Returns the plan of the order book for the days after the first `origin` days, as stored at that time; null if no
 * plan was stored then.
 */
export type PlanLookup = (origin: number) => readonly number[] | null

const buildMethods = (findPlan: PlanLookup): readonly ForecastingMethod<ForecastMethod>[] => [
  { name: 'seasonalNaive', predict: (history, steps) => forecastSeasonalNaive(history, steps, SEASON_DAYS) },
  {
    name: 'holtWinters',
    predict: (history, steps) =>
      history.length < MIN_HISTORY_DAYS
        ? null
        : forecastAhead(fitSmoothing(history, SEASON_DAYS).finalState, steps).map((value) => Math.max(0, value)),
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
 * another method has a smaller scaled error over the origins at which the back-test could score both.
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
  const intervals80 = calculateErrorIntervals(bestScore.errorsByOrigin, 0.8, SEASON_DAYS)
  const intervals95 = calculateErrorIntervals(bestScore.errorsByOrigin, 0.95, SEASON_DAYS)
  const addErrorNotBelowZero = (value: number, error: number | undefined) =>
    error === undefined ? null : Math.max(0, value + error)
  const points = values.map((value, step) => ({
    value,
    low80: addErrorNotBelowZero(value, intervals80?.[step]?.low),
    high80: addErrorNotBelowZero(value, intervals80?.[step]?.high),
    low95: addErrorNotBelowZero(value, intervals95?.[step]?.low),
    high95: addErrorNotBelowZero(value, intervals95?.[step]?.high),
  }))
  return { tooLittle: false, method: bestScore.name, points, scores }
}
/** Chooses the method with the smallest error; the seasonal naive method unless another one is better. */
function chooseBestScore(scores: readonly MethodScore<ForecastMethod>[]): MethodScore<ForecastMethod> {
  const [naiveScore, ...otherScores] = scores as [MethodScore<ForecastMethod>, ...MethodScore<ForecastMethod>[]]
  const betterScores = otherScores
    .map((score) => ({ score, errorRatio: calculateErrorRatio(score, naiveScore) }))
    .filter(({ errorRatio }) => errorRatio !== null && errorRatio < 1)
    .sort((a, b) => a.errorRatio! - b.errorRatio!)
  return betterScores[0]?.score ?? naiveScore
}

/** An order of the order book with its planned time (ms since 1970) and remaining amount. */
interface PlannedOrder {
  readonly lineId: string
  readonly fromMs: number
  readonly toMs: number
  readonly remainingKg: number
}
/** A production day: from the start of its first shift to the end of its last one. */
interface PlanDay {
  readonly day: Day
  readonly fromMs: number
  readonly toMs: number
}
/**
 * Distributes the kilograms of orders evenly over their time. Returns one row for each line and day, also with 0 kg.
 */
export function distributeOrdersByDay(
  orders: readonly PlannedOrder[],
  days: readonly PlanDay[],
): { lineId: string; day: Day; kg: number }[] {
  const lineIds = [...new Set(orders.map(({ lineId }) => lineId))]
  return lineIds.flatMap((lineId) =>
    days.map((planDay) => ({
      lineId,
      day: planDay.day,
      kg: orders
        .filter((order) => order.lineId === lineId && order.toMs > order.fromMs)
        .reduce(
          (sum, order) => sum + (order.remainingKg * calculateOverlapMs(order, planDay)) / (order.toMs - order.fromMs),
          0,
        ),
    })),
  )
}
interface MsSpan {
  readonly fromMs: number
  readonly toMs: number
}
const calculateOverlapMs = (a: MsSpan, b: MsSpan): number =>
  Math.max(0, Math.min(a.toMs, b.toMs) - Math.max(a.fromMs, b.fromMs))
