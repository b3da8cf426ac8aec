/**
 * Linear programming for column generation: minimizes c·x with A·x = b, x ≥ 0. Uses the revised simplex method with a
 * dense inverse of the basis (Chvátal, Linear Programming, ch. 7 and 13). The program is small: it has as many rows as
 * there are widths and stocks.
 */
/** A sparse column of A: `coefficients[k]` stands in row `rows[k]`; all others are zero. */
export interface LpColumn {
  readonly cost: number
  readonly rows: readonly number[]
  readonly coefficients: readonly number[]
}

const EPSILON = 1e-9
/** Pivots between recalculations of the inverse, because its rounding errors grow with every pivot. */
const REFRESH_INTERVAL = 60
/** Steps after which Bland's rule (take the first improving column) breaks any cycle. */
const BLAND_RULE_STEPS = 2000

export class LinearProgram {
  readonly columns: LpColumn[] = []
  #basis: number[] = []
  #inverse: Float64Array[] = []
  #values: Float64Array
  #pivotCount = 0

  /** @param startBasis feasible basis: one column per row, in the order of the rows */
  constructor(
    readonly rightHandSide: readonly number[],
    startBasis: readonly LpColumn[],
  ) {
    this.#values = Float64Array.from(rightHandSide)
    for (const column of startBasis) this.#basis.push(this.columns.push(column) - 1)
    this.#refresh()
  }
  /** Adds a column and returns its index. */
  addColumn(column: LpColumn): number {
    return this.columns.push(column) - 1
  }
  /** Returns the dual values: the marginal cost of each row. */
  calculateDuals(): number[] {
    const rowCount = this.rightHandSide.length
    const duals = Array.from({ length: rowCount }, () => 0)
    for (let r = 0; r < rowCount; r++) {
      const cost = this.columns[this.#basis[r]!]!.cost
      const inverseRow = this.#inverse[r]!
      if (cost !== 0) for (let c = 0; c < rowCount; c++) duals[c]! += cost * inverseRow[c]!
    }
    return duals
  }
  /** Returns the cost of a column less the dual values of its rows; a negative reduced cost improves the solution. */
  calculateReducedCost(column: LpColumn, duals: readonly number[]): number {
    let sum = column.cost
    for (let k = 0; k < column.rows.length; k++) sum -= column.coefficients[k]! * duals[column.rows[k]!]!
    return sum
  }
  /** Brings a column into the basis. @returns false if the column may grow without limit */
  enterBasis(index: number): boolean {
    const column = this.columns[index]!
    const rowCount = this.rightHandSide.length
    const direction = new Float64Array(rowCount)
    for (let r = 0; r < rowCount; r++) {
      const inverseRow = this.#inverse[r]!
      let sum = 0
      for (let k = 0; k < column.rows.length; k++) sum += inverseRow[column.rows[k]!]! * column.coefficients[k]!
      direction[r] = sum
    }
    const leavingRow = this.#chooseLeavingRow(direction)
    if (leavingRow < 0) return false
    this.#pivot(leavingRow, direction, index)
    return true
  }
  /**
   * Solves the program over the current columns.
   * @returns false after `maxSteps` without an optimum, or if there is none
   */
  solve(maxSteps = 20_000): boolean {
    for (let step = 0; step < maxSteps; step++) {
      const duals = this.calculateDuals()
      let enteringColumn = -1
      let lowestReducedCost = -1e-7
      const usesBlandRule = step > BLAND_RULE_STEPS
      for (let i = 0; i < this.columns.length && !(usesBlandRule && enteringColumn >= 0); i++) {
        const reducedCost = this.calculateReducedCost(this.columns[i]!, duals)
        if (reducedCost < lowestReducedCost) {
          enteringColumn = i
          lowestReducedCost = usesBlandRule ? -Infinity : reducedCost
        }
      }
      if (enteringColumn < 0) return true
      if (!this.enterBasis(enteringColumn)) return false
    }
    return false
  }
  /** Cost of the current solution. */
  get objective(): number {
    return this.#basis.reduce((sum, c, r) => sum + this.columns[c]!.cost * this.#values[r]!, 0)
  }
  /** Returns the values of the columns with a positive value, by column index. */
  getSolution(): Map<number, number> {
    return new Map(this.#basis.map((c, r) => [c, Math.max(0, this.#values[r]!)] as const).filter(([, x]) => x > 1e-7))
  }

  /**
   * Returns the row whose value reaches zero first (ratio test), on a tie the one with the lowest basis column; else
   * -1.
   */
  #chooseLeavingRow(direction: Float64Array): number {
    let leavingRow = -1
    let leastRatio = Infinity
    for (let r = 0; r < direction.length; r++) {
      if (direction[r]! <= EPSILON) continue
      const ratio = Math.max(0, this.#values[r]!) / direction[r]!
      const isTie = ratio < leastRatio + EPSILON && leavingRow >= 0
      if (ratio < leastRatio - EPSILON || (isTie && this.#basis[r]! < this.#basis[leavingRow]!)) {
        leastRatio = ratio
        leavingRow = r
      }
    }
    return leavingRow
  }
  /** Replaces the basis column of a row and updates inverse and values. */
  #pivot(leavingRow: number, direction: Float64Array, enteringColumn: number): void {
    const rowCount = this.rightHandSide.length
    const pivot = direction[leavingRow]!
    const pivotRow = this.#inverse[leavingRow]!
    for (let c = 0; c < rowCount; c++) pivotRow[c]! /= pivot
    this.#values[leavingRow]! /= pivot
    for (let r = 0; r < rowCount; r++) {
      const factor = direction[r]!
      if (r === leavingRow || factor === 0) continue
      const inverseRow = this.#inverse[r]!
      for (let c = 0; c < rowCount; c++) inverseRow[c]! -= factor * pivotRow[c]!
      this.#values[r]! -= factor * this.#values[leavingRow]!
    }
    this.#basis[leavingRow] = enteringColumn
    if (++this.#pivotCount % REFRESH_INTERVAL === 0) this.#refresh()
  }
  /** Recalculates the inverse of the basis by Gauss-Jordan with row exchange, and the values from it. */
  #refresh(): void {
    const rowCount = this.rightHandSide.length
    // The basis, extended on the right by the identity matrix, which the elimination turns into the inverse.
    const matrix = Array.from({ length: rowCount }, (_, r) => {
      const row = new Float64Array(2 * rowCount)
      row[rowCount + r] = 1
      return row
    })
    for (const [c, index] of this.#basis.entries()) {
      const { rows, coefficients } = this.columns[index]!
      for (let k = 0; k < rows.length; k++) matrix[rows[k]!]![c] = coefficients[k]!
    }
    for (let c = 0; c < rowCount; c++) {
      let largestRow = c
      for (let r = c + 1; r < rowCount; r++)
        if (Math.abs(matrix[r]![c]!) > Math.abs(matrix[largestRow]![c]!)) largestRow = r
      const pivotRow = matrix[largestRow]!
      matrix[largestRow] = matrix[c]!
      matrix[c] = pivotRow
      const pivot = pivotRow[c]!
      if (Math.abs(pivot) < 1e-12) throw new Error('the basis has no inverse')
      for (let k = 0; k < 2 * rowCount; k++) pivotRow[k]! /= pivot
      for (let r = 0; r < rowCount; r++) {
        const factor = matrix[r]![c]!
        if (r === c || factor === 0) continue
        for (let k = 0; k < 2 * rowCount; k++) matrix[r]![k]! -= factor * pivotRow[k]!
      }
    }
    this.#inverse = matrix.map((row) => row.slice(rowCount))
    this.#values = Float64Array.from(this.#inverse, (row) =>
      row.reduce((sum, coefficient, c) => sum + coefficient * (this.rightHandSide[c] ?? 0), 0),
    )
  }
}
