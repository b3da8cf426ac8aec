/** Normal, χ², t and F distributions: probabilities and quantiles to about 12 digits. */

// Lanczos approximation, g = 7, nine terms (Godfrey 2001).
const LANCZOS_COEFFICIENTS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]
/** Returns ln Γ(x) for x > 0. */
export function calculateLnGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - calculateLnGamma(1 - x)
  const z = x - 1
  const series = LANCZOS_COEFFICIENTS.reduce((sum, c, i) => (i === 0 ? c : sum + c / (z + i)), 0)
  const t = z + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(series)
}

/** Replaces a zero denominator in the continued fractions (Lentz's method). */
const TINY = 1e-300
const MAX_ITERATIONS = 2000
/** Regularised lower and upper incomplete gamma, P and Q (Abramowitz & Stegun 6.5.29, 6.5.31). */
function calculateIncompleteGamma(a: number, x: number): { lower: number; upper: number } {
  if (x <= 0) return { lower: 0, upper: 1 }
  const scale = Math.exp(a * Math.log(x) - x - calculateLnGamma(a))
  if (x < a + 1) {
    let [term, sum] = [1 / a, 1 / a]
    for (let n = 1; n < MAX_ITERATIONS && term > sum * 1e-17; n++) sum += term *= x / (a + n)
    return { lower: sum * scale, upper: 1 - sum * scale }
  }
  let b = x + 1 - a
  let [c, d] = [1 / TINY, 1 / b]
  let h = d
  for (let n = 1; n < MAX_ITERATIONS; n++) {
    const an = -n * (n - a)
    b += 2
    d = 1 / (an * d + b || TINY)
    c = b + an / c || TINY
    h *= d * c
    if (Math.abs(d * c - 1) < 1e-16) break
  }
  return { lower: 1 - h * scale, upper: h * scale }
}
/** Regularised incomplete beta (Abramowitz & Stegun 26.5.8). */
function calculateIncompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - calculateIncompleteBeta(b, a, 1 - x)
  const front =
    Math.exp(
      calculateLnGamma(a + b) - calculateLnGamma(a) - calculateLnGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
    ) / a
  let [c, d] = [1, 1 / (1 - ((a + b) * x) / (a + 1) || TINY)]
  let h = d
  for (let m = 1; m < MAX_ITERATIONS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    for (const k of [even, odd]) {
      d = 1 / (1 + k * d || TINY)
      c = 1 + k / c || TINY
      h *= c * d
    }
    if (Math.abs(c * d - 1) < 1e-16) break
  }
  return front * h
}

/** Returns φ(z), the density of the standard normal distribution. */
export const calculateNormalDensity = (z: number): number => Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI)
/** Returns Φ(z), the standard normal distribution function. */
export function calculateNormalCdf(z: number): number {
  const { upper } = calculateIncompleteGamma(0.5, (z * z) / 2)
  return z > 0 ? 1 - upper / 2 : upper / 2
}
/** Returns the χ² distribution function with `df` degrees of freedom. */
export const calculateChiSquareCdf = (x: number, df: number): number => calculateIncompleteGamma(df / 2, x / 2).lower
/** Returns Student's t distribution function with `df` degrees of freedom. */
export function calculateStudentCdf(t: number, df: number): number {
  const tail = calculateIncompleteBeta(df / 2, 0.5, df / (df + t * t)) / 2
  return t > 0 ? 1 - tail : tail
}
/** Returns the probability that an F variable with the given degrees of freedom is at least `f`. */
export function calculateFUpperTail(f: number, numeratorDf: number, denominatorDf: number): number {
  if (!Number.isFinite(f)) return f > 0 ? 0 : Number.NaN
  return f <= 0
    ? 1
    : calculateIncompleteBeta(denominatorDf / 2, numeratorDf / 2, denominatorDf / (denominatorDf + numeratorDf * f))
}

const MAX_BISECTIONS = 200
/** Finds x with cdf(x) = p by bisection, after widening the bracket until it contains x. */
function invertCdf(cdf: (x: number) => number, p: number, low: number, high: number): number {
  while (cdf(high) < p) high *= 2
  while (low < 0 && cdf(low) > p) low *= 2
  for (let i = 0; i < MAX_BISECTIONS && high - low > 1e-14 * Math.max(1, Math.abs(low)); i++) {
    const middle = (low + high) / 2
    if (cdf(middle) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}
/** Returns z with Φ(z) = p. Above one half it uses the lower tail, where p keeps its digits. */
export function calculateNormalQuantile(p: number): number {
  if (p === 0.5) return 0
  return p > 0.5 ? -calculateNormalQuantile(1 - p) : invertCdf(calculateNormalCdf, p, -8, 0)
}
/** Returns the p-quantile of the χ² distribution with `df` degrees of freedom. */
export const calculateChiSquareQuantile = (p: number, df: number): number =>
  invertCdf((x) => calculateChiSquareCdf(x, df), p, 0, 2 * df + 10)
/** Returns the p-quantile of Student's t distribution with `df` degrees of freedom. */
export const calculateStudentQuantile = (p: number, df: number): number =>
  p < 0.5 ? -calculateStudentQuantile(1 - p, df) : -invertCdf((t) => calculateStudentCdf(t, df), 1 - p, -8, 0)
