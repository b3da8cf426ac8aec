/**
 * The integer program of all lengths and jumbos of one product. Planning one length after the other gives the jumbos to
 * the first one; this program divides the metres of each jumbo among the lengths.
 */
import { roundToDecimetre } from '@/plant/rules/quantity'
import { buildProblem, getBatchKey, type JumboPiece } from './cut-batch'
import { solveRelaxation } from './column-generation'
import { countSetsInLength } from './cut-metrics'
import type { CuttingStockProblem, Pattern } from './cutting-stock-problem'
import { calculateGcd, findPatternsWithinSlack } from './find-patterns'
import type { IntegerProgram } from './integer-program'
import type { OpenOrder, SlitterSpec } from './cut-plan-types'
import { findPromisingPatterns } from './solve-whole-sets'

/** Cutting stock problem of the orders of one length. */
export interface LengthProblem {
  readonly length: number
  readonly orders: readonly OpenOrder[]
  /** One stock per jumbo width. Its `sets` are the maximum number of sets of this length. */
  readonly problem: CuttingStockProblem
  readonly patterns: readonly Pattern[]
}
/** Jumbos of the same width and length. */
interface JumboClass {
  readonly webWidth: number
  readonly length: number
  readonly pieces: readonly JumboPiece[]
}
/** One way to divide the metres of a jumbo into sets. No further set fits into the remaining metres. */
interface JumboSplit {
  /** Index in `JointProgram.classes`. */
  readonly jumboClass: number
  /** Number of sets by index of the length. */
  readonly sets: readonly number[]
}
/** Content of the integer program. Its columns are the splits, then the patterns, then the uncut rolls. */
export interface JointProgram {
  readonly lengths: readonly LengthProblem[]
  readonly classes: readonly JumboClass[]
  readonly splits: readonly JumboSplit[]
  /** Index of the length and pattern of each pattern column. */
  readonly patternColumns: readonly { readonly lengthIndex: number; readonly pattern: Pattern }[]
  /** Uncut rolls of one width, length and group of equally important orders, with the area of a roll, mm·m. */
  readonly uncutColumns: readonly {
    readonly lengthIndex: number
    readonly demandIndex: number
    readonly group: number
    readonly rolls: number
    readonly area: number
  }[]
}

/** Larger programs take longer than planning one length after the other. */
const MAX_SPLITS = 1_500
const MAX_PATTERNS = 1_200
/** Slack of promising patterns if there are too many, as a share of the widest stock. */
const PATTERN_SLACK = 0.1

/**
 * Builds the program of one product's orders, which all fit a jumbo.
 * @param groups equally important orders, most important first
 * @returns null if the program is too large
 */
export function buildJointProgram(
  groups: readonly (readonly OpenOrder[])[],
  pieces: readonly JumboPiece[],
  slitter: SlitterSpec,
  secondsLeft: () => number,
): JointProgram | null {
  const orders = groups.flat()
  const classes = groupPieces(pieces)
  const lengths: LengthProblem[] = []
  for (const key of new Set(orders.map(getBatchKey))) {
    const lengthProblem = buildLengthProblem(
      orders.filter((order) => getBatchKey(order) === key),
      pieces,
      slitter,
      secondsLeft,
    )
    if (!lengthProblem) return null
    lengths.push(lengthProblem)
  }
  const splits: JumboSplit[] = []
  for (const [jumboClass, { length }] of classes.entries()) {
    for (const sets of listSplits(
      length,
      lengths.map((entry) => entry.length),
    )) {
      splits.push({ jumboClass, sets })
      if (splits.length > MAX_SPLITS) return null
    }
  }
  return {
    lengths,
    classes,
    splits,
    patternColumns: lengths.flatMap(({ patterns }, lengthIndex) =>
      patterns.map((pattern) => ({ lengthIndex, pattern })),
    ),
    uncutColumns: lengths.flatMap(({ problem, orders: lengthOrders, length }, lengthIndex) =>
      problem.demands.flatMap(({ width }, demandIndex) =>
        groups.flatMap((group, groupIndex) => {
          const rolls = group
            .filter((order) => order.width === width && lengthOrders.includes(order))
            .reduce((sum, order) => sum + order.rolls, 0)
          return rolls > 0
            ? [{ lengthIndex, demandIndex, group: groupIndex, rolls, area: Math.round(width * length) }]
            : []
        }),
      ),
    ),
  }
}

function groupPieces(pieces: readonly JumboPiece[]): JumboClass[] {
  const classes = new Map<string, { webWidth: number; length: number; pieces: JumboPiece[] }>()
  for (const piece of pieces) {
    const key = `${piece.width} ${piece.lengthLeft}`
    const entry = classes.get(key) ?? { webWidth: piece.width, length: piece.lengthLeft, pieces: [] }
    entry.pieces.push(piece)
    classes.set(key, entry)
  }
  return [...classes.values()]
}

function buildLengthProblem(
  orders: readonly OpenOrder[],
  pieces: readonly JumboPiece[],
  slitter: SlitterSpec,
  secondsLeft: () => number,
): LengthProblem | null {
  const problem = buildProblem(orders, pieces, slitter)
  const patterns = findPatterns(problem, secondsLeft)
  return patterns && { length: orders[0]!.length, orders, problem, patterns }
}
/**
 * Returns all full patterns. If there are too many, returns the most promising ones, or null if even these are too
 * many.
 */
function findPatterns(problem: CuttingStockProblem, secondsLeft: () => number): readonly Pattern[] | null {
  const noDuals = [...problem.demands, ...problem.stocks].map(() => 0)
  const allPatterns = findPatternsWithinSlack(problem, noDuals, Infinity, MAX_PATTERNS)
  if (allPatterns) return allPatterns
  const relaxation = solveRelaxation(problem, [], secondsLeft)
  const slack = PATTERN_SLACK * Math.max(...problem.stocks.map(({ width }) => width))
  const { patterns } = findPromisingPatterns(problem, relaxation, slack, MAX_PATTERNS)
  return patterns.length > 0 ? [...patterns, ...relaxation.uses.map(({ pattern }) => pattern)] : null
}

/** Lists how many sets of each length a jumbo yields, leaving no room for another set. */
function listSplits(jumboLength: number, lengths: readonly number[]): number[][] {
  const splits: number[][] = []
  const fill = (index: number, metresLeft: number, sets: readonly number[]): void => {
    if (splits.length > MAX_SPLITS) return
    if (index === lengths.length) {
      if (lengths.every((length) => length > metresLeft) && sets.some((count) => count > 0)) splits.push([...sets])
      return
    }
    for (let count = countSetsInLength(metresLeft, lengths[index]!); count >= 0; count--)
      fill(index + 1, roundToDecimetre(metresLeft - count * lengths[index]!), [...sets, count])
  }
  fill(0, jumboLength, [])
  return splits
}

/** Limits of a solution, and the criterion to minimize. */
export interface JointObjective {
  /** Highest uncut area of each group, mm·m. */
  readonly maxUncutAreas: readonly number[]
  readonly maxJumbos: number
  readonly minimize: 'jumbos' | 'web' | { readonly uncutGroups: readonly number[] }
}

/**
 * Builds the integer program: columns for splits, patterns and uncut rolls; rows for the ordered rolls, the sets of
 * each web width and length, the jumbos of each class, the uncut area of each group, and the jumbos begun.
 */
export function toIntegerProgram(joint: JointProgram, objective: JointObjective): IntegerProgram {
  const { lengths, classes, splits, patternColumns, uncutColumns } = joint
  const rows: { min: number; max: number }[] = []
  const addRow = (min: number, max: number): number => rows.push({ min, max }) - 1
  const demandRows = lengths.map(({ problem }) => problem.demands.map(({ count }) => addRow(count, Infinity)))
  const setRows = lengths.map(({ problem }) => problem.stocks.map(() => addRow(-Infinity, 0)))
  const classRows = classes.map(({ pieces }) => addRow(0, pieces.length))
  const groupRows = objective.maxUncutAreas.map((area) => addRow(0, area))
  const jumboRow = addRow(0, objective.maxJumbos)
  const { minimize } = objective
  const getStockIndex = (lengthIndex: number, webWidth: number) =>
    lengths[lengthIndex]!.problem.stocks.findIndex((stock) => stock.webWidth === webWidth)
  const columns = [
    ...splits.map(({ jumboClass, sets }) => {
      const usedLengths = sets.flatMap((count, index) => (count > 0 ? [index] : []))
      const { webWidth, pieces } = classes[jumboClass]!
      return {
        cost: minimize === 'jumbos' ? 1 : 0,
        rows: [
          classRows[jumboClass]!,
          jumboRow,
          ...usedLengths.map((index) => setRows[index]![getStockIndex(index, webWidth)]!),
        ],
        coefficients: [1, 1, ...usedLengths.map((index) => -sets[index]!)],
        max: pieces.length,
      }
    }),
    ...patternColumns.map(({ lengthIndex, pattern }) => {
      const { problem, length } = lengths[lengthIndex]!
      const cutDemands = pattern.counts.flatMap((count, index) => (count > 0 ? [index] : []))
      const stock = problem.stocks[pattern.stock]!
      return {
        cost: minimize === 'web' ? Math.round(stock.webWidth! * length) : 0,
        rows: [...cutDemands.map((index) => demandRows[lengthIndex]![index]!), setRows[lengthIndex]![pattern.stock]!],
        coefficients: [...cutDemands.map((index) => pattern.counts[index]!), 1],
        max: Math.min(
          stock.sets,
          Math.max(0, ...cutDemands.map((index) => Math.ceil(problem.demands[index]!.count / pattern.counts[index]!))),
        ),
      }
    }),
    ...uncutColumns.map(({ lengthIndex, demandIndex, group, rolls, area }) => ({
      cost: typeof minimize === 'object' && minimize.uncutGroups.includes(group) ? area : 0,
      rows: [demandRows[lengthIndex]![demandIndex]!, groupRows[group]!],
      coefficients: [1, area],
      max: rolls,
    })),
  ]
  return { columns, rows, costStep: calculateGcd(columns.map(({ cost }) => cost)) || 1 }
}
