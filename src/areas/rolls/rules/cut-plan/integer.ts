import type { Column } from './relaxation'
import type { Termination } from './termination'

/** A linear program in whole numbers: the least cost with every row between its limits and no column above its own. */
export interface IntegerProgram {
  readonly columns: readonly (Column & { readonly most: number })[]
  readonly rows: readonly { readonly least: number; readonly most: number }[]
  /** Costs come in steps of this: nothing lies between the best and the bound when they are less than a step apart. */
  readonly step: number
}
export interface IntegerAnswer {
  readonly values: readonly number[]
  readonly cost: number
  /** No choice of these columns costs less. */
  readonly bound: number
  /** What the solver says of its own end. */
  readonly termination: Termination
}
/**
 * Solves an integer program within so many seconds, from values known to be good on.
 * @returns the best that was found, null when nothing was
 */
export type IntegerSolver = (
  program: IntegerProgram,
  seconds: number,
  start: readonly number[] | null,
) => IntegerAnswer | null

/** What a plan is worked out with, and how long. */
export interface Means {
  /** Null: our own heuristics alone. */
  readonly solve: IntegerSolver | null
  readonly secondsLeft: () => number
}
/** Our own heuristics, without a limit. */
export const unaided: Means = { solve: null, secondsLeft: () => Infinity }
