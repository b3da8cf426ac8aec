/** Rolling-origin back-test: how well forecasts would have predicted the days that followed. */

/** A forecasting method; `predict` returns null if it cannot forecast from the given history. */
export interface Method<Name extends string = string> {
  readonly name: Name
  /** @param origin number of days known at the time of the forecast */
  predict(history: readonly number[], steps: number, origin: number): readonly number[] | null
}
export interface Score<Name extends string = string> {
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
export const seasonalNaive = (history: readonly number[], steps: number, season: number): number[] | null =>
  history.length < season
    ? null
    : Array.from({ length: steps }, (_, at) => history[history.length - season + (at % season)]!)

/**
 * Returns the mean absolute difference to the value one season before; null if nothing changed, as there is no scale.
 */
export function naiveScale(history: readonly number[], season: number): number | null {
  if (history.length <= season) return null
  let sum = 0
  for (let at = season; at < history.length; at++) sum += Math.abs(history[at]! - history[at - season]!)
  const scale = sum / (history.length - season)
  return scale > 0 ? scale : null
}
const mean = (values: readonly number[]): number | null =>
  values.length ? values.reduce((sum, one) => sum + one, 0) / values.length : null

const MOST_ORIGINS = 26
/**
 * Returns the number of known days at each origin: the newest origins that leave `steps` days to compare, evenly
 * spaced.
 */
export function originsOf(length: number, { steps, least }: { steps: number; least: number }): number[] {
  const last = length - steps
  const apart = Math.max(1, Math.floor((last - least) / MOST_ORIGINS))
  const origins: number[] = []
  for (let at = last; at >= least && origins.length < MOST_ORIGINS; at -= apart) origins.unshift(at)
  return origins
}
interface Asked {
  readonly season: number
  readonly steps: number
  /** Days that must be known before the first forecast. */
  readonly least: number
}
/** Scores one method over a series. */
export function judge<Name extends string>(method: Method<Name>, series: readonly number[], asked: Asked): Score<Name> {
  const errors: number[][] = []
  const scaled = new Map<number, number>()
  for (const origin of originsOf(series.length, asked)) {
    const known = series.slice(0, origin)
    const said = method.predict(known, asked.steps, origin)
    if (!said) continue
    const missed = said.map((value, at) => series[origin + at]! - value)
    errors.push(missed)
    const scale = naiveScale(known, asked.season)
    if (scale) scaled.set(origin, mean(missed.map(Math.abs))! / scale)
  }
  return {
    name: method.name,
    origins: errors.length,
    mae: mean(errors.flat().map(Math.abs)),
    mase: mean([...scaled.values()]),
    coverage80: coverage(errors, 0.8, asked.season),
    coverage95: coverage(errors, 0.95, asked.season),
    scaled,
    errors,
  }
}

/**
 * Returns the value below which a share of the others lies, interpolated linearly (R's type 7).
 * @param sorted ascending
 */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const low = Math.floor(at)
  const below = sorted[low]!
  return below + (at - low) * ((sorted[low + 1] ?? below) - below)
}
const LEAST_ORIGINS = 5
/**
 * Returns the interval of errors around the forecast for each step. Errors of the same season ahead are pooled, since a
 * few origins say little about a single step. Null with fewer than five origins.
 */
export function spread(
  errors: readonly (readonly number[])[],
  level: number,
  season: number,
): { low: number; high: number }[] | null {
  const steps = errors[0]?.length ?? 0
  if (errors.length < LEAST_ORIGINS) return null
  const bySeason = Array.from({ length: Math.ceil(steps / season) }, (_, k) =>
    errors.flatMap((one) => one.slice(k * season, (k + 1) * season)).sort((a, b) => a - b),
  )
  return Array.from({ length: steps }, (_, at) => {
    const sorted = bySeason[Math.floor(at / season)]!
    return { low: quantile(sorted, (1 - level) / 2), high: quantile(sorted, (1 + level) / 2) }
  })
}
/** Returns the share of errors within the intervals given by the errors of all other origins, %. */
function coverage(errors: readonly (readonly number[])[], level: number, season: number): number | null {
  let [inside, all] = [0, 0]
  for (const [left, own] of errors.entries()) {
    const around = spread(
      errors.filter((_, at) => at !== left),
      level,
      season,
    )
    if (!around) return null
    for (const [at, error] of own.entries()) {
      all++
      if (error >= around[at]!.low && error <= around[at]!.high) inside++
    }
  }
  return all ? (inside / all) * 100 : null
}
/**
 * Returns the error of a method as a share of another's, over their common origins; null with fewer than five of them.
 */
export function againstOther(one: Pick<Score, 'scaled'>, other: Pick<Score, 'scaled'>): number | null {
  const both = [...one.scaled.keys()].filter((origin) => other.scaled.has(origin))
  if (both.length < LEAST_ORIGINS) return null
  const sumOf = ({ scaled }: Pick<Score, 'scaled'>): number =>
    both.reduce((sum, origin) => sum + scaled.get(origin)!, 0)
  const whole = sumOf(other)
  return whole > 0 ? sumOf(one) / whole : null
}
