/** Forecast of daily output: the method that did best in a back-test, with intervals from its errors. */
import { againstOther, judge, seasonalNaive, spread, type Method, type Score } from './back-test'
import { ahead, fit } from './holt-winters'

export const forecastMethods = ['seasonalNaive', 'holtWinters', 'orderBook'] as const
export type ForecastMethod = (typeof forecastMethods)[number]
/** Length of a season in days: output follows the days of the week. */
export const SEASON = 7
/** Shorter history than three weeks is too little for a weekly season. */
export const LEAST_DAYS = 21

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
  readonly scores: readonly Score<ForecastMethod>[]
}
/**
 * Returns the order book's plan for the following days, as it was when `origin` days were known; null if none was
 * stored.
 */
export type PlanAt = (origin: number) => readonly number[] | null

const methodsOf = (plan: PlanAt): readonly Method<ForecastMethod>[] => [
  { name: 'seasonalNaive', predict: (history, steps) => seasonalNaive(history, steps, SEASON) },
  {
    name: 'holtWinters',
    predict: (history, steps) =>
      history.length < LEAST_DAYS ? null : ahead(fit(history, SEASON).state, steps).map((value) => Math.max(0, value)),
  },
  {
    name: 'orderBook',
    predict: (_history, steps, origin) => {
      const said = plan(origin)
      return said && said.length >= steps ? said.slice(0, steps) : null
    },
  },
]
/**
 * Forecasts the next days of a series of daily amounts, none below zero. Uses the seasonal naive forecast unless
 * another
 * method has a smaller scaled error in the back-test over the same days.
 */
export function forecast(series: readonly number[], steps: number, plan: PlanAt = () => null): Forecast {
  if (series.length < LEAST_DAYS) return { tooLittle: true, method: null, points: [], scores: [] }
  const methods = methodsOf(plan)
  const scores = methods.map((method) => judge(method, series, { season: SEASON, steps, least: LEAST_DAYS }))
  const chosen = best(scores)
  const said = methods.find(({ name }) => name === chosen.name)!.predict(series, steps, series.length)
  if (!said) return { tooLittle: false, method: null, points: [], scores }
  const [of80, of95] = [spread(chosen.errors, 0.8, SEASON), spread(chosen.errors, 0.95, SEASON)]
  const bound = (value: number, by: number | undefined) => (by === undefined ? null : Math.max(0, value + by))
  const points = said.map((value, at) => ({
    value,
    low80: bound(value, of80?.[at]?.low),
    high80: bound(value, of80?.[at]?.high),
    low95: bound(value, of95?.[at]?.low),
    high95: bound(value, of95?.[at]?.high),
  }))
  return { tooLittle: false, method: chosen.name, points, scores }
}
function best(scores: readonly Score<ForecastMethod>[]): Score<ForecastMethod> {
  const [naive, ...others] = scores as [Score<ForecastMethod>, ...Score<ForecastMethod>[]]
  const better = others
    .map((score) => ({ score, share: againstOther(score, naive) }))
    .filter((one): one is { score: Score<ForecastMethod>; share: number } => one.share !== null && one.share < 1)
    .sort((a, b) => a.share - b.share)
  return better[0]?.score ?? naive
}
