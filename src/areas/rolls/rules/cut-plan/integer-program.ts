import type { LpColumn } from './linear-program'
import type { Termination } from './termination'

/**
 * An integer linear program: minimise the cost with every row between its limits and no column above its own maximum.
 */
export interface IntegerProgram {
  readonly columns: readonly (LpColumn & { readonly most: number })[]
  readonly rows: readonly { readonly least: number; readonly most: number }[]
  /** All costs are multiples of this step. A solution less than one step above the bound is therefore optimal. */
  readonly step: number
}
export interface IntegerAnswer {
  readonly values: readonly number[]
  readonly cost: number
  /** Lower bound of the cost over these columns. */
  readonly bound: number
  /** How the solver ended, as reported by the solver. */
  readonly termination: Termination
}
/**
 * Solves an integer program within the given seconds, starting from known values.
 * @returns the best solution found, or null if there is none
 */
export type IntegerSolver = (
  program: IntegerProgram,
  seconds: number,
  start: readonly number[] | null,
) => IntegerAnswer | null

/** The solver and the time limit of a plan search. */
export interface SearchResources {
  /** Null: only our own heuristics. */
  readonly solve: IntegerSolver | null
  readonly secondsLeft: () => number
}
/** Our own heuristics without a time limit. */
export const heuristicsOnly: SearchResources = { solve: null, secondsLeft: () => Infinity }
