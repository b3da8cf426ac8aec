/**
 * Linear programming for column generation: minimise c·x with A·x = b, x ≥ 0, by the revised simplex method with a
 * dense inverse of the basis (Chvátal, Linear Programming, ch. 7 and 13). The program is small: as many rows as widths
 * and stocks.
 */
/** A sparse column of A: `coefficients[k]` stands in row `rows[k]`; all others are zero. */
export interface LpColumn {
  readonly cost: number
  readonly rows: readonly number[]
  readonly coefficients: readonly number[]
}

const EPSILON = 1e-9
/** Pivots between recalculations of the inverse, as its rounding errors grow with every pivot. */
const REFRESH_INTERVAL = 60

export class LinearProgram {
  readonly columns: LpColumn[] = []
  #basis: number[] = []
  #inverse: Float64Array[] = []
  #values: Float64Array
  #steps = 0

  /** @param start a feasible basis: one column per row, in the order of the rows */
  constructor(
    readonly rightHandSide: readonly number[],
    start: readonly LpColumn[],
  ) {
    this.#values = Float64Array.from(rightHandSide)
    for (const column of start) this.#basis.push(this.columns.push(column) - 1)
    this.#refresh()
  }
  addColumn(column: LpColumn): number {
    return this.columns.push(column) - 1
  }
  /** Returns the dual values: the marginal cost of each row. */
  calculateDuals(): number[] {
    const m = this.rightHandSide.length
    const y = Array.from({ length: m }, () => 0)
    for (let r = 0; r < m; r++) {
      const cost = this.columns[this.#basis[r]!]!.cost
      const line = this.#inverse[r]!
      if (cost !== 0) for (let c = 0; c < m; c++) y[c]! += cost * line[c]!
    }
    return y
  }
  calculateReducedCost(column: LpColumn, y: readonly number[]): number {
    let sum = column.cost
    for (let k = 0; k < column.rows.length; k++) sum -= column.coefficients[k]! * y[column.rows[k]!]!
    return sum
  }
  /** Brings a column into the basis. @returns false if the column is unbounded */
  enterBasis(index: number): boolean {
    const column = this.columns[index]!
    const m = this.rightHandSide.length
    const d = new Float64Array(m)
    for (let r = 0; r < m; r++) {
      const line = this.#inverse[r]!
      let sum = 0
      for (let k = 0; k < column.rows.length; k++) sum += line[column.rows[k]!]! * column.coefficients[k]!
      d[r] = sum
    }
    const leaving = this.#leaving(d)
    if (leaving < 0) return false
    this.#pivot(leaving, d, index)
    return true
  }
  /** Solves over the current columns. @returns false if it was cut off before the optimum */
  solve(limit = 20_000): boolean {
    for (let step = 0; step < limit; step++) {
      const y = this.calculateDuals()
      let best = -1
      let lowest = -1e-7
      // After many steps Bland's rule (the first improving column) breaks any cycle.
      const usesBlandRule = step > 2000
      for (let i = 0; i < this.columns.length && !(usesBlandRule && best >= 0); i++) {
        const cost = this.calculateReducedCost(this.columns[i]!, y)
        if (cost < lowest) {
          best = i
          lowest = usesBlandRule ? -Infinity : cost
        }
      }
      if (best < 0) return true
      if (!this.enterBasis(best)) return false
    }
    return false
  }
  get objective(): number {
    return this.#basis.reduce((sum, c, r) => sum + this.columns[c]!.cost * this.#values[r]!, 0)
  }
  /** Returns the value of each column that is used. */
  getSolution(): Map<number, number> {
    return new Map(this.#basis.map((c, r) => [c, Math.max(0, this.#values[r]!)] as const).filter(([, x]) => x > 1e-7))
  }

  #leaving(d: Float64Array): number {
    let best = -1
    let least = Infinity
    for (let r = 0; r < d.length; r++) {
      if (d[r]! <= EPSILON) continue
      const ratio = Math.max(0, this.#values[r]!) / d[r]!
      if (ratio < least - EPSILON || (ratio < least + EPSILON && best >= 0 && this.#basis[r]! < this.#basis[best]!)) {
        least = ratio
        best = r
      }
    }
    return best
  }
  #pivot(leaving: number, d: Float64Array, entering: number): void {
    const m = this.rightHandSide.length
    const pivot = d[leaving]!
    const row = this.#inverse[leaving]!
    for (let c = 0; c < m; c++) row[c]! /= pivot
    this.#values[leaving]! /= pivot
    for (let r = 0; r < m; r++) {
      const factor = d[r]!
      if (r === leaving || factor === 0) continue
      const target = this.#inverse[r]!
      for (let c = 0; c < m; c++) target[c]! -= factor * row[c]!
      this.#values[r]! -= factor * this.#values[leaving]!
    }
    this.#basis[leaving] = entering
    if (++this.#steps % REFRESH_INTERVAL === 0) this.#refresh()
  }
  /** Recalculates the inverse of the basis by Gauss-Jordan with row exchange, and the values from it. */
  #refresh(): void {
    const m = this.rightHandSide.length
    const work = Array.from({ length: m }, (_, r) => {
      const line = new Float64Array(2 * m)
      line[m + r] = 1
      return line
    })
    for (const [c, index] of this.#basis.entries()) {
      const { rows: at, coefficients: by } = this.columns[index]!
      for (let k = 0; k < at.length; k++) work[at[k]!]![c] = by[k]!
    }
    for (let c = 0; c < m; c++) {
      let top = c
      for (let r = c + 1; r < m; r++) if (Math.abs(work[r]![c]!) > Math.abs(work[top]![c]!)) top = r
      const swapped = work[c]!
      work[c] = work[top]!
      work[top] = swapped
      const line = work[c]!
      const pivot = line[c]!
      if (Math.abs(pivot) < 1e-12) throw new Error('the basis has no inverse')
      for (let k = 0; k < 2 * m; k++) line[k]! /= pivot
      for (let r = 0; r < m; r++) {
        const factor = work[r]![c]!
        if (r === c || factor === 0) continue
        for (let k = 0; k < 2 * m; k++) work[r]![k]! -= factor * line[k]!
      }
    }
    this.#inverse = work.map((line) => line.slice(m))
    this.#values = Float64Array.from(this.#inverse, (line) =>
      line.reduce((sum, a, c) => sum + a * (this.rightHandSide[c] ?? 0), 0),
    )
  }
}
