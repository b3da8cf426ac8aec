/** Ordinary least squares by Householder QR of centred columns, with the tests needed to validate a baseline. */
import { calculateFUpperTail } from '@/plant/rules/distributions'

export interface Fit {
  readonly n: number
  /** The constant, then one coefficient per variable. */
  readonly coefficients: readonly number[]
  readonly standardErrors: readonly number[]
  /** Two-sided p-value of each variable, without the constant. */
  readonly pOfVariables: readonly number[]
  readonly r2: number
  /** Standard deviation of the residuals, with n − variables − 1 degrees of freedom. */
  readonly residualSd: number
  readonly f: number
  readonly pOfF: number
}

/**
 * Fits y = b0 + b1·x1 + … . Returns null if there are too few observations or the variables are linearly dependent.
 * @param rows one row per observation, variables in order
 */
export function fitLine(rows: readonly (readonly number[])[], ys: readonly number[]): Fit | null {
  const [n, k] = [rows.length, rows[0]?.length ?? 0]
  const freedom = n - k - 1
  if (k === 0 || freedom < 1 || ys.length !== n) return null
  const means = Array.from({ length: k }, (_, j) => mean(rows.map((row) => row[j]!)))
  const columns = means.map((middle, j) => rows.map((row) => row[j]! - middle))
  const scales = columns.map((column) => Math.sqrt(dot(column, column)))
  if (scales.some((scale, j) => !(scale > 1e-10 * Math.max(1, Math.abs(means[j]!)) * Math.sqrt(n)))) return null
  const scaled = columns.map((column, j) => column.map((x) => x / scales[j]!))
  const yMean = mean(ys)
  const y = ys.map((each) => each - yMean)
  const solved = solve(scaled, y)
  if (!solved) return null
  const slopes = solved.b.map((b, j) => b / scales[j]!)
  const left = ys.map((each, i) => each - yMean - slopes.reduce((sum, b, j) => sum + b * columns[j]![i]!, 0))
  const [ssLeft, ssAll] = [dot(left, left), dot(y, y)]
  const variance = ssLeft / freedom
  const inverse = solved.inverse.map((row, i) => row.map((each, j) => each / (scales[i]! * scales[j]!)))
  const errors = inverse.map((row, i) => Math.sqrt(variance * row[i]!))
  const around = inverse.reduce((s, row, i) => s + row.reduce((t, each, j) => t + each * means[i]! * means[j]!, 0), 0)
  const f = (ssAll - ssLeft) / k / variance
  return {
    n,
    coefficients: [yMean - slopes.reduce((sum, b, j) => sum + b * means[j]!, 0), ...slopes],
    standardErrors: [Math.sqrt(variance * (1 / n + around)), ...errors],
    pOfVariables: slopes.map((b, j) => calculateFUpperTail((b / errors[j]!) ** 2, 1, freedom)),
    r2: ssAll > 0 ? 1 - ssLeft / ssAll : 0,
    residualSd: Math.sqrt(variance),
    f,
    pOfF: calculateFUpperTail(f, k, freedom),
  }
}

const mean = (values: readonly number[]): number => {
  const first = values.reduce((sum, each) => sum + each, 0) / values.length
  // A second pass around the first mean removes the rounding error of a long sum of large numbers.
  return first + values.reduce((sum, each) => sum + (each - first), 0) / values.length
}
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, each, i) => sum + each * b[i]!, 0)

/** Solves by QR; `inverse` is the inverse of X'X. Returns null if a column depends on the previous ones. */
function solve(columns: readonly number[][], y: readonly number[]): { b: number[]; inverse: number[][] } | null {
  const k = columns.length
  const a = columns.map((column) => [...column])
  const right = [...y]
  const r = Array.from({ length: k }, () => Array.from({ length: k }, () => 0))
  for (let j = 0; j < k; j++) {
    const v = a[j]!.map((x, i) => (i < j ? 0 : x))
    const length = Math.sqrt(dot(v, v))
    if (length < 1e-11) return null
    const alpha = v[j]! > 0 ? -length : length
    v[j]! -= alpha
    const size = dot(v, v)
    const reflect = (w: number[]) => {
      const by = (2 * dot(v, w)) / size
      for (let i = j; i < w.length; i++) w[i]! -= by * v[i]!
    }
    for (let c = j; c < k; c++) reflect(a[c]!)
    reflect(right)
    for (let c = j; c < k; c++) r[j]![c] = a[c]![j]!
  }
  const back = (z: readonly number[]): number[] => {
    const x = Array.from({ length: k }, () => 0)
    for (let i = k - 1; i >= 0; i--) {
      let sum = z[i]!
      for (let c = i + 1; c < k; c++) sum -= r[i]![c]! * x[c]!
      x[i] = sum / r[i]![i]!
    }
    return x
  }
  const rInverse = Array.from({ length: k }, (_, j) => back(Array.from({ length: k }, (_u, i) => (i === j ? 1 : 0))))
  const inverse = Array.from({ length: k }, (_, i) =>
    Array.from({ length: k }, (_u, j) => rInverse.reduce((sum, column) => sum + column[i]! * column[j]!, 0)),
  )
  return { b: back(right.slice(0, k)), inverse }
}
