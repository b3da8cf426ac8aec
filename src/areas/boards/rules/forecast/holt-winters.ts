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
export interface State {
  readonly level: number
  readonly trend: number
  readonly season: readonly number[]
}
export interface Fit {
  readonly smoothing: Smoothing
  readonly start: State
  readonly state: State
  /** Sum of squared one-step errors. */
  readonly sse: number
}

/** Smooths a series from a start state. Returns the final state and the sum of squared one-step errors. */
export function smooth(series: readonly number[], start: State, { alpha, beta, gamma }: Smoothing): Omit<Fit, 'start'> {
  let { level, trend } = start
  const season = [...start.season]
  const length = season.length
  let sse = 0
  for (const [at, value] of series.entries()) {
    const place = at % length
    const error = value - (level + trend + season[place]!)
    sse += error * error
    level += trend + alpha * error
    trend += beta * error
    season[place] = season[place]! + gamma * error
  }
  const turn = series.length % length
  return {
    smoothing: { alpha, beta, gamma },
    state: { level, trend, season: [...season.slice(turn), ...season.slice(0, turn)] },
    sse,
  }
}
/** Forecasts the next values, one for each step. */
export const ahead = ({ level, trend, season }: State, steps: number): number[] =>
  Array.from({ length: steps }, (_, at) => level + (at + 1) * trend + season[at % season.length]!)

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length
const SEASONS_TO_START = 3
/**
 * Estimates the initial state: level and season from up to the first three seasons, trend from the first to the last of
 * them.
 * @throws RangeError for less than two whole seasons
 */
export function startOf(series: readonly number[], length: number): State {
  const seasons = Math.min(SEASONS_TO_START, Math.floor(series.length / length))
  if (seasons < 2) throw new RangeError('two whole seasons are needed')
  const means = Array.from({ length: seasons }, (_, at) => mean(series.slice(at * length, (at + 1) * length)))
  const trend = (means.at(-1)! - means[0]!) / ((seasons - 1) * length)
  const season = Array.from({ length }, (_, place) =>
    mean(means.map((middle, at) => series[at * length + place]! - middle - trend * (place - (length - 1) / 2))),
  )
  return { level: means[0]! - trend * ((length - 1) / 2 + 1), trend, season }
}

const GRID = {
  alpha: [0.02, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9],
  betaShare: [0, 0.01, 0.1, 0.3],
  gammaShare: [0, 0.05, 0.2, 0.5, 0.98],
}
/** Usual region of ETS: 0 < α < 1, 0 ≤ β ≤ α, 0 ≤ γ ≤ 1 − α. */
const allowed = ({ alpha, beta, gamma }: Smoothing): boolean =>
  alpha > 0.0001 && alpha < 0.9999 && beta >= 0 && beta <= alpha && gamma >= 0 && gamma <= 1 - alpha

/** Fits the smoothing with the smallest squared one-step error: the best of a grid, refined with steps that halve. */
export function fit(series: readonly number[], length: number, start: State = startOf(series, length)): Fit {
  let best: Omit<Fit, 'start'> | null = null
  const attempt = (smoothing: Smoothing): boolean => {
    if (!allowed(smoothing)) return false
    const tried = smooth(series, start, smoothing)
    if (best && tried.sse >= best.sse) return false
    best = tried
    return true
  }
  for (const alpha of GRID.alpha)
    for (const betaShare of GRID.betaShare)
      for (const gammaShare of GRID.gammaShare)
        attempt({ alpha, beta: alpha * betaShare, gamma: (1 - alpha) * gammaShare })
  refine(() => best!.smoothing, attempt)
  return { ...best!, start }
}
const DIRECTIONS = ([-1, 0, 1] as const).flatMap((a) =>
  ([-1, 0, 1] as const).flatMap((b) => ([-1, 0, 1] as const).map((c) => [a, b, c] as const)),
)
const FIRST_STEP = 0.08
const LAST_STEP = 0.0005
function refine(now: () => Smoothing, attempt: (smoothing: Smoothing) => boolean): void {
  for (let step = FIRST_STEP; step > LAST_STEP;) {
    const { alpha, beta, gamma } = now()
    const moved = DIRECTIONS.some(([a, b, c]) =>
      attempt({ alpha: alpha + a * step, beta: beta + b * step * 0.25, gamma: gamma + c * step }),
    )
    if (!moved) step /= 2
  }
}
