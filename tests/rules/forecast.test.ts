import { describe, expect, it } from 'vitest'
import {
  calculateErrorRatio,
  scoreMethod,
  calculateNaiveScale,
  chooseOrigins,
  calculateQuantile,
  forecastSeasonalNaive,
  calculateErrorIntervals,
} from '@/areas/boards/rules/forecast/back-test'
import { forecastOutput } from '@/areas/boards/rules/forecast/forecast-output'
import {
  forecastAhead,
  fitSmoothing,
  smoothSeries,
  estimateInitialState,
} from '@/areas/boards/rules/forecast/holt-winters'

/**
 * International visitor nights in Australia, millions, 2005 Q1–2010 Q4 (R package fpp, `window(austourists, start=2005)`), the
 * example of Holt–Winters' method in "Forecasting: Principles and Practice", section 7.5.
 */
const tourists = [
  41.727458, 24.04185, 32.328103, 37.328708, 46.213153, 29.346326, 36.48291, 42.977719, 48.901525, 31.180221, 37.717881,
  40.420211, 51.206863, 31.887228, 40.978263, 43.772491, 55.558567, 33.850915, 42.076383, 45.642292, 59.76678,
  35.191877, 44.319737, 47.913736,
]
/** What R's `hw(aust, seasonal = "additive")` estimates, and the sum of squared errors that it says. */
const published = {
  smoothing: { alpha: 0.3348574920655552, beta: 0.0001004364187189504, gamma: 0.664692418979575 },
  level: 31.59596532372419,
  trend: 0.6372054007993472,
  // R names the newest first: s0, s-1, s-2; the fourth makes them sum to nothing.
  s: [1.3338300720957152, -1.7975502536799013, -9.292661945269218],
  sse: 55.41566524854245,
}
const start = {
  level: published.level,
  trend: published.trend,
  season: [-(published.s[0]! + published.s[1]! + published.s[2]!), published.s[2]!, published.s[1]!, published.s[0]!],
}

describe('Holt–Winters', () => {
  it('has the published squared error with the published parameters', () => {
    expect(smoothSeries(tourists, start, published.smoothing).sse).toBeCloseTo(published.sse, 6)
  })
  it('finds parameters at least as good as the published ones from the same start, and almost equal', () => {
    const found = fitSmoothing(tourists, 4, start)
    expect(found.sse).toBeLessThanOrEqual(published.sse + 0.01)
    expect(found.smoothing.alpha).toBeCloseTo(published.smoothing.alpha, 1)
    expect(found.smoothing.gamma).toBeCloseTo(published.smoothing.gamma, 1)
    expect(found.smoothing.gamma).toBeLessThanOrEqual(1 - found.smoothing.alpha)
  })
  it('continues the trend and the season of the last year, first quarters highest', () => {
    const { finalState } = smoothSeries(tourists, start, published.smoothing)
    const said = forecastAhead(finalState, 8)
    for (const at of [0, 1, 2, 3]) expect(said[at + 4]! - said[at]!).toBeCloseTo(4 * finalState.trend, 9)
    expect(said.slice(0, 4).indexOf(Math.max(...said.slice(0, 4)))).toBe(0)
    expect(said.slice(0, 4).indexOf(Math.min(...said.slice(0, 4)))).toBe(1)
  })
  it('starts a straight line with a season exactly at its values', () => {
    const season = [5, -3, -2]
    const series = Array.from({ length: 9 }, (_, at) => 100 + 2 * (at + 1) + season[at % 3]!)
    const begun = estimateInitialState(series, 3)
    expect(begun.level).toBeCloseTo(100, 9)
    expect(begun.trend).toBeCloseTo(2, 9)
    expect(smoothSeries(series, begun, { alpha: 0.5, beta: 0.1, gamma: 0.3 }).sse).toBeCloseTo(0, 12)
    expect(() => estimateInitialState([1, 2, 3, 4, 5], 3)).toThrow(RangeError)
  })
})

describe('the back-test', () => {
  it('repeats the last season, and has no result without one', () => {
    expect(forecastSeasonalNaive([1, 2, 3, 4, 5, 6, 7, 8], 9, 7)).toEqual([2, 3, 4, 5, 6, 7, 8, 2, 3])
    expect(forecastSeasonalNaive([1, 2], 3, 7)).toBeNull()
  })
  it('is scaled by the mean difference to the previous season', () => {
    expect(calculateNaiveScale([10, 20, 13, 25], 2)).toBe(4)
    expect(calculateNaiveScale([10, 20, 10, 20], 2)).toBeNull()
    expect(calculateNaiveScale([10, 20], 2)).toBeNull()
  })
  it('reads quantiles as R does by default', () => {
    // quantile(c(1, 2, 4, 8), c(.1, .5, .9)) is 1.3, 3.0, 6.8
    expect([0.1, 0.5, 0.9].map((share) => calculateQuantile([1, 2, 4, 8], share))).toEqual([
      expect.closeTo(1.3, 9),
      3,
      expect.closeTo(6.8, 9),
    ])
  })
  it('never shows a method the values it is judged by', () => {
    const seen: number[] = []
    const series = Array.from({ length: 40 }, (_, at) => at)
    const score = scoreMethod(
      {
        name: 'spy',
        predict: (history, steps, origin) => {
          seen.push(Math.max(...history))
          expect(history).toHaveLength(origin)
          return Array.from({ length: steps }, () => 0)
        },
      },
      series,
      { season: 7, steps: 14, minHistoryDays: 21 },
    )
    expect(seen).toEqual([20, 21, 22, 23, 24, 25])
    expect(score.origins).toBe(6)
    expect(chooseOrigins(30, { steps: 14, minHistoryDays: 21 })).toEqual([])
  })
  it('gives the naive forecast of a rising line an error of exactly its slope times a season', () => {
    const series = Array.from({ length: 42 }, (_, at) => 3 * at)
    const naive = { name: 'n', predict: (h: readonly number[], steps: number) => forecastSeasonalNaive(h, steps, 7) }
    // One week ahead every day is 7 × 3 too low, which is the scale itself.
    expect(scoreMethod(naive, series, { season: 7, steps: 7, minHistoryDays: 21 })).toMatchObject({ mae: 21, mase: 1 })
  })
  it('needs five origins before it gives an interval', () => {
    const errors = [[1], [2], [3], [4], [5]]
    expect(calculateErrorIntervals(errors.slice(1), 0.8, 7)).toBeNull()
    const [first] = calculateErrorIntervals(errors, 0.8, 7)!
    expect(first!.low).toBeCloseTo(1.4, 9)
    expect(first!.high).toBeCloseTo(4.6, 9)
  })
})

/** Numbers in [0, 1) that are the same each time (a linear congruential generator, Numerical Recipes). */
function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1664525 + 1013904223) % 2 ** 32) / 2 ** 32
}
describe('a forecast', () => {
  const week = [20, 22, 21, 23, 22, 12, 8]
  it('is refused with less than three weeks', () => {
    expect(
      forecastOutput(
        Array.from({ length: 20 }, () => 5),
        14,
      ),
    ).toEqual({
      tooLittle: true,
      method: null,
      points: [],
      scores: [],
    })
  })
  it('finds the trend that a naive forecast cannot know', () => {
    const series = Array.from({ length: 120 }, (_, at) => 1000 + 10 * at + 50 * week[at % 7]!)
    const said = forecastOutput(series, 14)
    expect(said.method).toBe('holtWinters')
    expect(said.points[0]!.value).toBeCloseTo(1000 + 1200 + 50 * week[120 % 7]!, 0)
    const mase = Object.fromEntries(said.scores.map((one) => [one.name, one.mase]))
    expect(mase['holtWinters']!).toBeLessThan(0.05)
    expect(mase['seasonalNaive']!).toBeCloseTo(1.5, 1)
  })
  it('stays naive if nothing is better', () => {
    // Every week is the one before plus what nobody can know: the best guess is last week.
    const walk = (seed: number): number[] => {
      const next = numbers(seed)
      const series: number[] = []
      for (let at = 0; at < 200; at++)
        series.push(at < 7 ? 5000 + 100 * week[at]! : series[at - 7]! + (next() - 0.5) * 400)
      return series
    }
    const forecasts = [1, 2, 3, 4, 5, 6].map((seed) => forecastOutput(walk(seed), 14))
    expect(forecasts.filter(({ method }) => method === 'seasonalNaive').length).toBeGreaterThanOrEqual(2)
    for (const { method, scores } of forecasts)
      for (const { name, mase } of scores) if (name === method) expect(mase!).toBeLessThanOrEqual(scores[0]!.mase!)
    expect(
      forecastOutput(
        Array.from({ length: 50 }, (_, at) => week[at % 7]!),
        14,
      ).method,
    ).toBe('seasonalNaive')
  })
  it('covers about the stated share if days scatter evenly', () => {
    const next = numbers(3)
    const series = Array.from({ length: 300 }, (_, at) => 1000 + 40 * week[at % 7]! + (next() - 0.5) * 300)
    const forecast = forecastOutput(series, 14)
    const chosen = forecast.scores.find(({ name }) => name === forecast.method)!
    expect(chosen.coverage80!).toBeGreaterThan(70)
    expect(chosen.coverage80!).toBeLessThan(90)
    expect(chosen.coverage95!).toBeGreaterThan(88)
    for (const { value, low80, high80, low95, high95 } of forecast.points) {
      expect(low95!).toBeLessThanOrEqual(low80!)
      expect(low80!).toBeLessThanOrEqual(value)
      expect(value).toBeLessThanOrEqual(high80!)
      expect(high80!).toBeLessThanOrEqual(high95!)
    }
  })
  it('compares methods over the same days: easy weeks alone do not make a method win', () => {
    const naive = {
      scaledErrorByOrigin: new Map([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((origin) => [origin, origin > 5 ? 0.2 : 2])),
    }
    const late = { scaledErrorByOrigin: new Map([6, 7, 8, 9, 10].map((origin) => [origin, 0.3])) }
    // Mean 0.3 against 1.1 over all days; 0.3 against 0.2 over the same ones.
    expect(calculateErrorRatio(late, naive)).toBeCloseTo(1.5, 9)
    expect(calculateErrorRatio({ scaledErrorByOrigin: new Map([[6, 0.1]]) }, naive)).toBeNull()
  })
  it('uses the order book once it was judged on five days and did best, and is never negative', () => {
    const series = Array.from({ length: 60 }, (_, at) => (at % 9 === 0 ? 0 : 900 + ((at * 37) % 200)))
    const known = (origin: number) =>
      Array.from({ length: 14 }, (_, at) => series[origin + at] ?? (at === 3 ? 0 : 1000))
    expect(forecastOutput(series, 14, known).method).toBe('orderBook')
    expect(forecastOutput(series, 14, (origin) => (origin > 43 ? known(origin) : null)).method).not.toBe('orderBook')
    for (const { low95 } of forecastOutput(series, 14).points) expect(low95 ?? 0).toBeGreaterThanOrEqual(0)
  })
})
