/** Rolling-origin back-test: how well forecasts would have predicted the days that followed. */

/** A forecasting method; `predict` returns null if it cannot forecast from the given history. */
export interface ForecastingMethod<Name extends string = string> {
  readonly name: Name
  /** @param origin number of days known at the time of the forecast */
  predict(history: readonly number[], steps: number, origin: number): readonly number[] | null
}
export interface MethodScore<Name extends string = string> {
  readonly name: Name
  /** Number of origins at which the method could be scored. */
  readonly origins: number
  /** Mean absolute error, in the unit of the series; null if it could not be scored. */
  readonly mae: number | null
  /**
   * Mean absolute scaled error (Hyndman & Koehler 2006): 1 is the in-sample error of the seasonal naive forecast one
   * season ahead.
   */
  readonly mase: number | null
  /** Share of values within the 80 % interval derived from the errors of the other origins, %. */
  readonly coverage80: number | null
  readonly coverage95: number | null
  /** Scaled error by origin. Methods are compared over the origins at which both were scored. */
  readonly scaled: ReadonlyMap<number, number>
  /** Actual minus forecast value, by origin and step. */
  readonly errors: readonly (readonly number[])[]
}

/** Forecasts each day as the same day of the last season; null with less than one season of history. */
export const forecastSeasonalNaive = (history: readonly number[], steps: number, season: number): number[] | null =>
  history.length < season
    ? null
    : Array.from({ length: steps }, (_, step) => history[history.length - season + (step % season)]!)

/**
 * Returns the mean absolute difference to the value one season before; null if nothing changed, as there is no scale.
 */
export function calculateNaiveScale(history: readonly number[], season: number): number | null {
  if (history.length <= season) return null
  let sum = 0
  for (let index = season; index < history.length; index++) sum += Math.abs(history[index]! - history[index - season]!)
  const scale = sum / (history.length - season)
  return scale > 0 ? scale : null
}
const mean = (values: readonly number[]): number | null =>
  values.length ? values.reduce((sum, one) => sum + one, 0) / values.length : null

const MAX_ORIGINS = 26
/**
 * Returns the number of known days at each origin: the newest origins that leave `steps` days to compare, evenly
 * spaced.
 */
export function chooseOrigins(
  length: number,
  { steps, minHistoryDays }: { steps: number; minHistoryDays: number },
): number[] {
  const last = length - steps
  const spacing = Math.max(1, Math.floor((last - minHistoryDays) / MAX_ORIGINS))
  const origins: number[] = []
  for (let origin = last; origin >= minHistoryDays && origins.length < MAX_ORIGINS; origin -= spacing)
    origins.unshift(origin)
  return origins
}
interface BackTestOptions {
  readonly season: number
  readonly steps: number
  /** Days that must be known before the first forecast. */
  readonly minHistoryDays: number
}
/** Scores one method over a series. */
export function scoreMethod<Name extends string>(
  method: ForecastingMethod<Name>,
  series: readonly number[],
  options: BackTestOptions,
): MethodScore<Name> {
  const errors: number[][] = []
  const scaled = new Map<number, number>()
  for (const origin of chooseOrigins(series.length, options)) {
    const history = series.slice(0, origin)
    const forecast = method.predict(history, options.steps, origin)
    if (!forecast) continue
    const forecastErrors = forecast.map((value, step) => series[origin + step]! - value)
    errors.push(forecastErrors)
    const scale = calculateNaiveScale(history, options.season)
    if (scale) scaled.set(origin, mean(forecastErrors.map(Math.abs))! / scale)
  }
  return {
    name: method.name,
    origins: errors.length,
    mae: mean(errors.flat().map(Math.abs)),
    mase: mean([...scaled.values()]),
    coverage80: calculateCoverage(errors, 0.8, options.season),
    coverage95: calculateCoverage(errors, 0.95, options.season),
    scaled,
    errors,
  }
}

/**
 * Returns the value below which a share of the others lies, interpolated linearly (R's type 7).
 * @param sorted ascending
 */
export function calculateQuantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share
  const lowIndex = Math.floor(position)
  const lowValue = sorted[lowIndex]!
  return lowValue + (position - lowIndex) * ((sorted[lowIndex + 1] ?? lowValue) - lowValue)
}
const MIN_ORIGINS = 5
/**
 * Returns the interval of errors around the forecast for each step. Errors of the same season ahead are pooled, since a
 * few origins say little about a single step. Null with fewer than five origins.
 */
export function calculateErrorIntervals(
  errors: readonly (readonly number[])[],
  level: number,
  season: number,
): { low: number; high: number }[] | null {
  const steps = errors[0]?.length ?? 0
  if (errors.length < MIN_ORIGINS) return null
  const bySeason = Array.from({ length: Math.ceil(steps / season) }, (_, k) =>
    errors.flatMap((one) => one.slice(k * season, (k + 1) * season)).sort((a, b) => a - b),
  )
  return Array.from({ length: steps }, (_, step) => {
    const sorted = bySeason[Math.floor(step / season)]!
    return { low: calculateQuantile(sorted, (1 - level) / 2), high: calculateQuantile(sorted, (1 + level) / 2) }
  })
}
/** Returns the share of errors within the intervals given by the errors of all other origins, %. */
function calculateCoverage(errors: readonly (readonly number[])[], level: number, season: number): number | null {
  let [coveredCount, totalCount] = [0, 0]
  for (const [leftOutIndex, leftOutErrors] of errors.entries()) {
    const intervals = calculateErrorIntervals(
      errors.filter((_, at) => at !== leftOutIndex),
      level,
      season,
    )
    if (!intervals) return null
    for (const [at, error] of leftOutErrors.entries()) {
      totalCount++
      if (error >= intervals[at]!.low && error <= intervals[at]!.high) coveredCount++
    }
  }
  return totalCount ? (coveredCount / totalCount) * 100 : null
}
/**
 * Returns the error of a method as a share of another's, over their common origins; null with fewer than five of them.
 */
export function calculateErrorRatio(
  score: Pick<MethodScore, 'scaled'>,
  other: Pick<MethodScore, 'scaled'>,
): number | null {
  const commonOrigins = [...score.scaled.keys()].filter((origin) => other.scaled.has(origin))
  if (commonOrigins.length < MIN_ORIGINS) return null
  const sumScaledErrors = ({ scaled }: Pick<MethodScore, 'scaled'>): number =>
    commonOrigins.reduce((sum, origin) => sum + scaled.get(origin)!, 0)
  const otherSum = sumScaledErrors(other)
  return otherSum > 0 ? sumScaledErrors(score) / otherSum : null
}
