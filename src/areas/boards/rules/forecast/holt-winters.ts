/** Exponential smoothing of a series with trend and season, and forecasts from it. */

/**
 * Holt–Winters with additive trend and season, in its error-correction form (Hyndman & Athanasopoulos, "Forecasting:
 * Principles and Practice", 3rd ed., section 8.5: ETS(A,A,A)). `beta` is α·β* of the component form.
 */
export interface Smoothing {
  readonly alpha: number
  readonly beta: number
  readonly gamma: number
}
/** State after some observations. `season` begins with the value for the next observation. */
export interface SmoothingState {
  readonly level: number
  readonly trend: number
  readonly season: readonly number[]
}
export interface SmoothingFit {
  readonly smoothing: Smoothing
  readonly initialState: SmoothingState
  readonly finalState: SmoothingState
  /** Sum of squared one-step errors. */
  readonly sse: number
}

/** Smooths a series from an initial state. Returns the final state and the sum of squared one-step errors. */
export function smoothSeries(
  series: readonly number[],
  initialState: SmoothingState,
  { alpha, beta, gamma }: Smoothing,
): Omit<SmoothingFit, 'initialState'> {
  let { level, trend } = initialState
  const season = [...initialState.season]
  const seasonLength = season.length
  let sse = 0
  for (const [index, value] of series.entries()) {
    const seasonIndex = index % seasonLength
    const error = value - (level + trend + season[seasonIndex]!)
    sse += error * error
    level += trend + alpha * error
    trend += beta * error
    season[seasonIndex] = season[seasonIndex]! + gamma * error
  }
  const nextSeasonIndex = series.length % seasonLength
  return {
    smoothing: { alpha, beta, gamma },
    finalState: { level, trend, season: [...season.slice(nextSeasonIndex), ...season.slice(0, nextSeasonIndex)] },
    sse,
  }
}
/** Forecasts the next values, one for each step. */
export const forecastAhead = ({ level, trend, season }: SmoothingState, steps: number): number[] =>
  Array.from({ length: steps }, (_, step) => level + (step + 1) * trend + season[step % season.length]!)

const calculateSeriesMean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const MAX_INITIAL_SEASONS = 3
/**
 * Estimates the initial state: level and season from up to the first three seasons, trend from the first to the last of
 * them.
 * @throws RangeError for less than two whole seasons
 */
export function estimateInitialState(series: readonly number[], seasonLength: number): SmoothingState {
  const seasonCount = Math.min(MAX_INITIAL_SEASONS, Math.floor(series.length / seasonLength))
  if (seasonCount < 2) throw new RangeError('two whole seasons are needed')
  const meansBySeason = Array.from({ length: seasonCount }, (_, seasonNumber) =>
    calculateSeriesMean(series.slice(seasonNumber * seasonLength, (seasonNumber + 1) * seasonLength)),
  )
  const trend = (meansBySeason.at(-1)! - meansBySeason[0]!) / ((seasonCount - 1) * seasonLength)
  const season = Array.from({ length: seasonLength }, (_, seasonIndex) =>
    calculateSeriesMean(
      meansBySeason.map(
        (seasonMean, seasonNumber) =>
          series[seasonNumber * seasonLength + seasonIndex]! -
          seasonMean -
          trend * (seasonIndex - (seasonLength - 1) / 2),
      ),
    ),
  )
  return { level: meansBySeason[0]! - trend * ((seasonLength - 1) / 2 + 1), trend, season }
}

/** Parameters that are tried first: beta as a share of alpha, and gamma as a share of 1 − alpha. */
const SMOOTHING_GRID = {
  alpha: [0.02, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9],
  betaShare: [0, 0.01, 0.1, 0.3],
  gammaShare: [0, 0.05, 0.2, 0.5, 0.98],
}
/** Usual region of ETS: 0 < α < 1, 0 ≤ β ≤ α, 0 ≤ γ ≤ 1 − α. */
const isAllowedSmoothing = ({ alpha, beta, gamma }: Smoothing): boolean =>
  alpha > 0.0001 && alpha < 0.9999 && beta >= 0 && beta <= alpha && gamma >= 0 && gamma <= 1 - alpha

/**
 * Finds the smoothing with the smallest squared one-step error: the best of a grid, then refined by steps around it. The
 * steps are halved whenever none of them improves the fit.
 */
export function fitSmoothing(
  series: readonly number[],
  seasonLength: number,
  initialState: SmoothingState = estimateInitialState(series, seasonLength),
): SmoothingFit {
  let bestFit: Omit<SmoothingFit, 'initialState'> | null = null
  const trySmoothing = (smoothing: Smoothing): boolean => {
    if (!isAllowedSmoothing(smoothing)) return false
    const candidate = smoothSeries(series, initialState, smoothing)
    if (bestFit && candidate.sse >= bestFit.sse) return false
    bestFit = candidate
    return true
  }
  for (const alpha of SMOOTHING_GRID.alpha)
    for (const betaShare of SMOOTHING_GRID.betaShare)
      for (const gammaShare of SMOOTHING_GRID.gammaShare)
        trySmoothing({ alpha, beta: alpha * betaShare, gamma: (1 - alpha) * gammaShare })
  refineSmoothing(() => bestFit!.smoothing, trySmoothing)
  return { ...bestFit!, initialState }
}
/** Signs of the steps of alpha, beta and gamma. */
const STEP_DIRECTIONS = ([-1, 0, 1] as const).flatMap((a) =>
  ([-1, 0, 1] as const).flatMap((b) => ([-1, 0, 1] as const).map((c) => [a, b, c] as const)),
)
const FIRST_STEP = 0.08
const LAST_STEP = 0.0005
/** Steps of beta are smaller than those of alpha and gamma. */
const BETA_STEP_FACTOR = 0.25
function refineSmoothing(getBest: () => Smoothing, trySmoothing: (smoothing: Smoothing) => boolean): void {
  let step = FIRST_STEP
  while (step > LAST_STEP) {
    const { alpha, beta, gamma } = getBest()
    const hasImproved = STEP_DIRECTIONS.some(([a, b, c]) =>
      trySmoothing({ alpha: alpha + a * step, beta: beta + b * step * BETA_STEP_FACTOR, gamma: gamma + c * step }),
    )
    if (!hasImproved) step /= 2
  }
}
