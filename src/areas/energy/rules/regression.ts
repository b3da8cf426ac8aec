/** Ordinary least squares by Householder QR of centred columns, with the tests needed to validate a baseline. */
import { calculateFUpperTail } from '@/plant/rules/distributions'

export interface RegressionFit {
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

/** A variable that varies less than this share of its mean counts as constant. */
const MIN_RELATIVE_SCALE = 1e-10

/**
 * Fits y = b0 + b1·x1 + … . Returns null if there are too few observations or the variables are linearly dependent.
 * @param rows one row per observation, variables in order
 */
export function fitLinearRegression(rows: readonly (readonly number[])[], ys: readonly number[]): RegressionFit | null {
  const rowCount = rows.length
  const variableCount = rows[0]?.length ?? 0
  const degreesOfFreedom = rowCount - variableCount - 1
  if (variableCount === 0 || degreesOfFreedom < 1 || ys.length !== rowCount) return null
  const means = Array.from({ length: variableCount }, (_, j) => calculateMean(rows.map((row) => row[j]!)))
  const columns = means.map((mean, j) => rows.map((row) => row[j]! - mean))
  const scales = columns.map((column) => Math.sqrt(calculateDotProduct(column, column)))
  const isConstant = (scale: number, j: number): boolean =>
    !(scale > MIN_RELATIVE_SCALE * Math.max(1, Math.abs(means[j]!)) * Math.sqrt(rowCount))
  if (scales.some(isConstant)) return null
  const scaledColumns = columns.map((column, j) => column.map((x) => x / scales[j]!))
  const yMean = calculateMean(ys)
  const centredYs = ys.map((y) => y - yMean)
  const solution = solveByQr(scaledColumns, centredYs)
  if (!solution) return null
  const slopes = solution.b.map((b, j) => b / scales[j]!)
  const residuals = ys.map((y, i) => y - yMean - slopes.reduce((sum, b, j) => sum + b * columns[j]![i]!, 0))
  const residualSumOfSquares = calculateDotProduct(residuals, residuals)
  const totalSumOfSquares = calculateDotProduct(centredYs, centredYs)
  const variance = residualSumOfSquares / degreesOfFreedom
  const inverse = solution.inverse.map((row, i) => row.map((element, j) => element / (scales[i]! * scales[j]!)))
  const standardErrors = inverse.map((row, i) => Math.sqrt(variance * row[i]!))
  // The constant is the value at x = 0. The uncertainty of the slopes therefore adds to its error by distance from the means.
  const meanVarianceTerm = inverse.reduce(
    (sum, row, i) => sum + row.reduce((rowSum, element, j) => rowSum + element * means[i]! * means[j]!, 0),
    0,
  )
  const f = (totalSumOfSquares - residualSumOfSquares) / variableCount / variance
  return {
    n: rowCount,
    coefficients: [yMean - slopes.reduce((sum, b, j) => sum + b * means[j]!, 0), ...slopes],
    standardErrors: [Math.sqrt(variance * (1 / rowCount + meanVarianceTerm)), ...standardErrors],
    pOfVariables: slopes.map((b, j) => calculateFUpperTail((b / standardErrors[j]!) ** 2, 1, degreesOfFreedom)),
    r2: totalSumOfSquares > 0 ? 1 - residualSumOfSquares / totalSumOfSquares : 0,
    residualSd: Math.sqrt(variance),
    f,
    pOfF: calculateFUpperTail(f, variableCount, degreesOfFreedom),
  }
}

const calculateMean = (values: readonly number[]): number => {
  const roughMean = values.reduce((sum, value) => sum + value, 0) / values.length
  // A second pass around the first mean removes the rounding error of a long sum of large numbers.
  return roughMean + values.reduce((sum, value) => sum + (value - roughMean), 0) / values.length
}
const calculateDotProduct = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0)

/** A shorter remainder of a scaled column is a rounding error: the column depends on the previous columns. */
const MIN_REFLECTOR_LENGTH = 1e-11

/**
 * Solves the least squares for the coefficients `b` by Householder reflections; `inverse` is the inverse of X'X. Returns
 * null if a column depends on the previous ones.
 */
function solveByQr(columns: readonly number[][], y: readonly number[]): { b: number[]; inverse: number[][] } | null {
  const columnCount = columns.length
  const reducedColumns = columns.map((column) => [...column])
  const reducedY = [...y]
  const upperTriangle = Array.from({ length: columnCount }, () => Array.from({ length: columnCount }, () => 0))
  for (let j = 0; j < columnCount; j++) {
    const reflector = reducedColumns[j]!.map((x, i) => (i < j ? 0 : x))
    const length = Math.sqrt(calculateDotProduct(reflector, reflector))
    if (length < MIN_REFLECTOR_LENGTH) return null
    const alpha = reflector[j]! > 0 ? -length : length
    reflector[j]! -= alpha
    const squaredNorm = calculateDotProduct(reflector, reflector)
    const reflect = (vector: number[]) => {
      const factor = (2 * calculateDotProduct(reflector, vector)) / squaredNorm
      for (let i = j; i < vector.length; i++) vector[i]! -= factor * reflector[i]!
    }
    for (let c = j; c < columnCount; c++) reflect(reducedColumns[c]!)
    reflect(reducedY)
    for (let c = j; c < columnCount; c++) upperTriangle[j]![c] = reducedColumns[c]![j]!
  }
  const substituteBack = (z: readonly number[]): number[] => {
    const x = Array.from({ length: columnCount }, () => 0)
    for (let i = columnCount - 1; i >= 0; i--) {
      let sum = z[i]!
      for (let c = i + 1; c < columnCount; c++) sum -= upperTriangle[i]![c]! * x[c]!
      x[i] = sum / upperTriangle[i]![i]!
    }
    return x
  }
  const inverseTriangle = Array.from({ length: columnCount }, (_, j) =>
    substituteBack(Array.from({ length: columnCount }, (_u, i) => (i === j ? 1 : 0))),
  )
  const inverse = Array.from({ length: columnCount }, (_, i) =>
    Array.from({ length: columnCount }, (_u, j) =>
      inverseTriangle.reduce((sum, column) => sum + column[i]! * column[j]!, 0),
    ),
  )
  return { b: substituteBack(reducedY.slice(0, columnCount)), inverse }
}
