/**
 * Rolling-origin back-test: measures how well a method would have predicted the days after past moments (origins).
 */

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
   * Mean absolute scaled error (Hyndman & Koehler 2006): the mean absolute error divided by that of the seasonal naive
   * forecast within the known history. Below 1 the method is better than the seasonal naive forecast.
   */
  readonly mase: number | null
  /** Percentage of values within the 80 % interval derived from the errors of the other origins. */
  readonly coverage80: number | null
  readonly coverage95: number | null
  /** Mean absolute scaled error by origin. Two methods are compared over the origins at which both were scored. */
  readonly scaledErrorByOrigin: ReadonlyMap<number, number>
  /** Actual minus forecast value, by origin and step. */
  readonly errorsByOrigin: readonly (readonly number[])[]
}

/** Forecasts each day as the same day of the last season; null with less than one season of history. */
export const forecastSeasonalNaive = (history: readonly number[], steps: number, season: number): number[] | null =>
  history.length < season
    ? null
    : Array.from({ length: steps }, (_, step) => history[history.length - season + (step % season)]!)

/**
 * Returns the mean absolute difference to the value one season before. Null if nothing changed, because an error cannot
 * be divided by 0.
 */
export function calculateNaiveScale(history: readonly number[], season: number): number | null {
  if (history.length <= season) return null
  let sum = 0
  for (let index = season; index < history.length; index++) sum += Math.abs(history[index]! - history[index - season]!)
  const scale = sum / (history.length - season)
  return scale > 0 ? scale : null
}
const calculateMean = (values: readonly number[]): number | null =>
  values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null

const MAX_ORIGINS = 26
/**
 * Chooses the origins of the back-test, evenly spaced and as new as possible. An origin is the number of days known at
 * that time; at least `steps` later days must exist to compare with.
 */
export function chooseOrigins(
  knownDays: number,
  { steps, minHistoryDays }: { steps: number; minHistoryDays: number },
): number[] {
  const lastOrigin = knownDays - steps
  const spacing = Math.max(1, Math.floor((lastOrigin - minHistoryDays) / MAX_ORIGINS))
  const origins: number[] = []
  for (let origin = lastOrigin; origin >= minHistoryDays && origins.length < MAX_ORIGINS; origin -= spacing)
    origins.unshift(origin)
  return origins
}
interface BackTestOptions {
  /** Length of a season in days. */
  readonly season: number
  /** Number of days to forecast from each origin. */
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
  const errorsByOrigin: number[][] = []
  const scaledErrorByOrigin = new Map<number, number>()
  for (const origin of chooseOrigins(series.length, options)) {
    const history = series.slice(0, origin)
    const forecast = method.predict(history, options.steps, origin)
    if (!forecast) continue
    const forecastErrors = forecast.map((value, step) => series[origin + step]! - value)
    errorsByOrigin.push(forecastErrors)
    const scale = calculateNaiveScale(history, options.season)
    if (scale) scaledErrorByOrigin.set(origin, calculateMean(forecastErrors.map(Math.abs))! / scale)
  }
  return {
    name: method.name,
    origins: errorsByOrigin.length,
    mae: calculateMean(errorsByOrigin.flat().map(Math.abs)),
    mase: calculateMean([...scaledErrorByOrigin.values()]),
    coverage80: calculateCoverage(errorsByOrigin, 0.8, options.season),
    coverage95: calculateCoverage(errorsByOrigin, 0.95, options.season),
    scaledErrorByOrigin,
    errorsByOrigin,
  }
}

/**
 * Calculates a quantile of sorted values, interpolated linearly (R's type 7).
 * @param sortedValues ascending
 * @param quantile 0–1
 */
export function calculateQuantile(sortedValues: readonly number[], quantile: number): number {
  const position = (sortedValues.length - 1) * quantile
  const lowIndex = Math.floor(position)
  const lowValue = sortedValues[lowIndex]!
  return lowValue + (position - lowIndex) * ((sortedValues[lowIndex + 1] ?? lowValue) - lowValue)
}
/** With fewer origins, neither intervals nor a comparison of methods are calculated. */
export const MIN_ORIGINS = 5
/**
 * Calculates the interval of errors around the forecast for each step. The errors of all steps in one season of the
 * forecast period are pooled, because a few origins say little about a single step. Null with fewer than `MIN_ORIGINS`
 * origins.
 * @param level share of errors inside the interval, 0–1
 */
export function calculateErrorIntervals(
  errorsByOrigin: readonly (readonly number[])[],
  level: number,
  season: number,
): { low: number; high: number }[] | null {
  const steps = errorsByOrigin[0]?.length ?? 0
  if (errorsByOrigin.length < MIN_ORIGINS) return null
  const sortedErrorsBySeason = Array.from({ length: Math.ceil(steps / season) }, (_, seasonIndex) =>
    errorsByOrigin
      .flatMap((originErrors) => originErrors.slice(seasonIndex * season, (seasonIndex + 1) * season))
      .sort((a, b) => a - b),
  )
  return Array.from({ length: steps }, (_, step) => {
    const sorted = sortedErrorsBySeason[Math.floor(step / season)]!
    return { low: calculateQuantile(sorted, (1 - level) / 2), high: calculateQuantile(sorted, (1 + level) / 2) }
  })
}
/** Calculates the percentage of errors within the intervals that follow from the errors of all other origins. */
function calculateCoverage(
  errorsByOrigin: readonly (readonly number[])[],
  level: number,
  season: number,
): number | null {
  let coveredCount = 0
  let totalCount = 0
  for (const [leftOutIndex, leftOutErrors] of errorsByOrigin.entries()) {
    const intervals = calculateErrorIntervals(
      errorsByOrigin.filter((_, index) => index !== leftOutIndex),
      level,
      season,
    )
    if (!intervals) return null
    for (const [index, error] of leftOutErrors.entries()) {
      totalCount++
      if (error >= intervals[index]!.low && error <= intervals[index]!.high) coveredCount++
    }
  }
  return totalCount ? (coveredCount / totalCount) * 100 : null
}
/**
 * Calculates the error of a method as a share of the reference method's error, over their common origins. Null with
 * fewer than `MIN_ORIGINS` common origins.
 */
export function calculateErrorRatio(
  score: Pick<MethodScore, 'scaledErrorByOrigin'>,
  referenceScore: Pick<MethodScore, 'scaledErrorByOrigin'>,
): number | null {
  const commonOrigins = [...score.scaledErrorByOrigin.keys()].filter((origin) =>
    referenceScore.scaledErrorByOrigin.has(origin),
  )
  if (commonOrigins.length < MIN_ORIGINS) return null
  const sumScaledErrors = ({ scaledErrorByOrigin }: Pick<MethodScore, 'scaledErrorByOrigin'>): number =>
    commonOrigins.reduce((sum, origin) => sum + scaledErrorByOrigin.get(origin)!, 0)
  const referenceSum = sumScaledErrors(referenceScore)
  return referenceSum > 0 ? sumScaledErrors(score) / referenceSum : null
}
