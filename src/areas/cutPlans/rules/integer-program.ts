/** Interface of the integer solver. */
import type { LpColumn } from './linear-program'
import type { Termination } from './cut-plan-types'

/**
 * An integer linear program: minimize the cost with every row between its limits and no column above its own maximum.
 */
export interface IntegerProgram {
  readonly columns: readonly (LpColumn & { readonly max: number })[]
  readonly rows: readonly { readonly min: number; readonly max: number }[]
  /** All costs are multiples of this step. A solution less than one step above the bound is therefore optimal. */
  readonly costStep: number
}
export interface IntegerAnswer {
  readonly values: readonly number[]
  readonly cost: number
  /** Lower bound of the cost. It holds for the columns of this program, which may lack some patterns. */
  readonly bound: number
  /** Reason why the solver stopped. */
  readonly termination: Termination
}
/**
 * Solves an integer program within the given seconds, starting from the values of a known solution.
 * @returns the best solution found, or null if there is none
 */
export type IntegerSolver = (
  program: IntegerProgram,
  seconds: number,
  startValues: readonly number[] | null,
) => IntegerAnswer | null

/** The solver and the time limit of a plan search. */
export interface SearchResources {
  /** Null if no solver is available; the search then uses heuristics only. */
  readonly solve: IntegerSolver | null
  readonly secondsLeft: () => number
}
/** Heuristics without a solver or a time limit. */
export const heuristicsOnly: SearchResources = { solve: null, secondsLeft: () => Infinity }
