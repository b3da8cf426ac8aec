/**
 * Holt–Winters with additive trend and season, in its error-correction form (Hyndman & Athanasopoulos, "Forecasting:
 * Principles and Practice", 3rd ed., section 8.5: ETS(A,A,A)). `beta` is α·β* of the component form.
 */
export interface Smoothing {
  readonly alpha: number
  readonly beta: number
  readonly gamma: number
}
/** State after some observations; `season` begins with the value for the next one. */
export interface SmoothingState {
  readonly level: number
  readonly trend: number
  readonly season: readonly number[]
}
export interface SmoothingFit {
  readonly smoothing: Smoothing
  readonly start: SmoothingState
  readonly state: SmoothingState
  /** Sum of squared one-step errors. */
  readonly sse: number
}

/** Smooths a series from a start state. Returns the final state and the sum of squared one-step errors. */
export function smoothSeries(
  series: readonly number[],
  start: SmoothingState,
  { alpha, beta, gamma }: Smoothing,
): Omit<SmoothingFit, 'start'> {
  let { level, trend } = start
  const season = [...start.season]
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
    state: { level, trend, season: [...season.slice(nextSeasonIndex), ...season.slice(0, nextSeasonIndex)] },
    sse,
  }
}
/** Forecasts the next values, one for each step. */
export const forecastAhead = ({ level, trend, season }: SmoothingState, steps: number): number[] =>
  Array.from({ length: steps }, (_, step) => level + (step + 1) * trend + season[step % season.length]!)

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length
const SEASONS_TO_START = 3
/**
 * Estimates the initial state: level and season from up to the first three seasons, trend from the first to the last of
 * them.
 * @throws RangeError for less than two whole seasons
 */
export function estimateInitialState(series: readonly number[], seasonLength: number): SmoothingState {
  const seasons = Math.min(SEASONS_TO_START, Math.floor(series.length / seasonLength))
  if (seasons < 2) throw new RangeError('two whole seasons are needed')
  const means = Array.from({ length: seasons }, (_, at) =>
    mean(series.slice(at * seasonLength, (at + 1) * seasonLength)),
  )
  const trend = (means.at(-1)! - means[0]!) / ((seasons - 1) * seasonLength)
  const season = Array.from({ length: seasonLength }, (_, seasonIndex) =>
    mean(
      means.map(
        (seasonMean, at) =>
          series[at * seasonLength + seasonIndex]! - seasonMean - trend * (seasonIndex - (seasonLength - 1) / 2),
      ),
    ),
  )
  return { level: means[0]! - trend * ((seasonLength - 1) / 2 + 1), trend, season }
}

const GRID = {
  alpha: [0.02, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9],
  betaShare: [0, 0.01, 0.1, 0.3],
  gammaShare: [0, 0.05, 0.2, 0.5, 0.98],
}
/** Usual region of ETS: 0 < α < 1, 0 ≤ β ≤ α, 0 ≤ γ ≤ 1 − α. */
const isAllowedSmoothing = ({ alpha, beta, gamma }: Smoothing): boolean =>
  alpha > 0.0001 && alpha < 0.9999 && beta >= 0 && beta <= alpha && gamma >= 0 && gamma <= 1 - alpha

/** Fits the smoothing with the smallest squared one-step error: the best of a grid, refined with steps that halve. */
export function fitSmoothing(
  series: readonly number[],
  seasonLength: number,
  start: SmoothingState = estimateInitialState(series, seasonLength),
): SmoothingFit {
  let best: Omit<SmoothingFit, 'start'> | null = null
  const attempt = (smoothing: Smoothing): boolean => {
    if (!isAllowedSmoothing(smoothing)) return false
    const candidate = smoothSeries(series, start, smoothing)
    if (best && candidate.sse >= best.sse) return false
    best = candidate
    return true
  }
  for (const alpha of GRID.alpha)
    for (const betaShare of GRID.betaShare)
      for (const gammaShare of GRID.gammaShare)
        attempt({ alpha, beta: alpha * betaShare, gamma: (1 - alpha) * gammaShare })
  refineSmoothing(() => best!.smoothing, attempt)
  return { ...best!, start }
}
const DIRECTIONS = ([-1, 0, 1] as const).flatMap((a) =>
  ([-1, 0, 1] as const).flatMap((b) => ([-1, 0, 1] as const).map((c) => [a, b, c] as const)),
)
const FIRST_STEP = 0.08
const LAST_STEP = 0.0005
function refineSmoothing(getBest: () => Smoothing, attempt: (smoothing: Smoothing) => boolean): void {
  for (let step = FIRST_STEP; step > LAST_STEP;) {
    const { alpha, beta, gamma } = getBest()
    const hasImproved = DIRECTIONS.some(([a, b, c]) =>
      attempt({ alpha: alpha + a * step, beta: beta + b * step * 0.25, gamma: gamma + c * step }),
    )
    if (!hasImproved) step /= 2
  }
}
