/** Assigns the sets of patterns to jumbos and their lanes to orders. */
import { roundToDecimetre } from '@/plant/rules/quantity'
import type { CutDraft, JumboPiece } from './cut-batch'
import { countSetsInLength } from './cut-metrics'
import type { OpenOrder, PlannedCut } from './cut-plan-types'
import { getSetCost, type CuttingStockProblem, type PatternUse } from './cutting-stock-problem'

/**
 * Sorts pattern uses by the earliest due date of the orders they can serve, then by number of sets, most first.
 * @param rollsToCut number of rolls to cut, by order id
 */
export function sortUsesByDueDate(
  uses: readonly PatternUse[],
  problem: CuttingStockProblem,
  orders: readonly OpenOrder[],
  rollsToCut: ReadonlyMap<string, number>,
): PatternUse[] {
  const getEarliestDueAt = ({ pattern }: PatternUse) =>
    Math.min(
      ...orders
        .filter(
          (order) =>
            rollsToCut.get(order.id)! > 0 &&
            pattern.counts.some((count, i) => count > 0 && problem.demands[i]!.width === order.width),
        )
        .map((order) => order.dueAt),
    )
  return uses
    .map((use) => ({ use, dueAt: getEarliestDueAt(use) }))
    .sort((a, b) => a.dueAt - b.dueAt || b.use.sets - a.use.sets)
    .map(({ use }) => use)
}
/** Returns the lanes of a set of a pattern, the widest first, and its edge trim. */
export function layOutLanes(
  { stock, counts }: PatternUse['pattern'],
  { demands, stocks }: CuttingStockProblem,
): Pick<CutDraft, 'lanes' | 'trim'> {
  const lanes = counts.flatMap((count, i) => (count > 0 ? [{ width: demands[i]!.width, count }] : []))
  return { lanes, trim: getSetCost(stocks[stock]!) - lanes.reduce((sum, lane) => sum + lane.width * lane.count, 0) }
}
/**
 * Assigns sets to jumbos and lanes to orders, most urgent first.
 * @param rollsToCut number of rolls to cut, by order id
 */
export function allocateSets(
  uses: readonly PatternUse[],
  problem: CuttingStockProblem,
  orders: readonly OpenOrder[],
  rollsToCut: ReadonlyMap<string, number>,
  pieces: readonly JumboPiece[],
): CutDraft[] {
  const { length } = orders[0]!
  const rollsLeft = new Map(rollsToCut)
  const drafts: CutDraft[] = []
  const neededPieces = new Set(
    problem.stocks.flatMap((stock, stockIndex) =>
      chooseFewestPieces(
        pieces.filter((piece) => piece.width === getSetCost(stock)),
        length,
        uses.reduce((sum, { pattern, sets }) => sum + (pattern.stock === stockIndex ? sets : 0), 0),
      ),
    ),
  )
  // In the given order: the oldest of equal jumbos is cut first.
  const chosenPieces = pieces.filter((piece) => neededPieces.has(piece))
  for (const use of sortUsesByDueDate(uses, problem, orders, rollsToCut)) {
    // The cost of a set is the full width of its web, so it tells which jumbos the set can be cut from.
    const webWidth = getSetCost(problem.stocks[use.pattern.stock]!)
    const { lanes, trim } = layOutLanes(use.pattern, problem)
    for (let setsLeft = use.sets; setsLeft > 0;) {
      const jumbo = chooseJumbo(chosenPieces, webWidth, length, setsLeft)
      if (!jumbo) throw new Error('more sets planned than the jumbos hold')
      const setsFromJumbo = Math.min(setsLeft, countSetsInLength(jumbo.lengthLeft, length))
      jumbo.lengthLeft = roundToDecimetre(jumbo.lengthLeft - setsFromJumbo * length)
      setsLeft -= setsFromJumbo
      for (const part of splitByUrgency(lanes, setsFromJumbo, orders, rollsLeft))
        drafts.push({ jumboId: jumbo.id, length, lanes, trim, ...part })
    }
  }
  return drafts
}
/**
 * Returns the fewest jumbos of one width that yield a number of sets: all that are already begun, then the longest, and
 * as the last one the shortest that suffices.
 */
function chooseFewestPieces(pieces: readonly JumboPiece[], length: number, sets: number): JumboPiece[] {
  const countSets = (piece: JumboPiece) => countSetsInLength(piece.lengthLeft, length)
  const isBegun = (piece: JumboPiece) => piece.lengthLeft < piece.fullLength
  const chosenPieces = pieces.filter(isBegun)
  let setsLeft = chosenPieces.reduce((sum, piece) => sum - countSets(piece), sets)
  const untouchedPieces = pieces
    .filter((piece) => !isBegun(piece))
    .toSorted((a, b) => countSets(b) - countSets(a) || a.lengthLeft - b.lengthLeft)
  while (setsLeft > 0 && untouchedPieces.length > 0) {
    const smallestSufficient = untouchedPieces.findLast((piece) => countSets(piece) >= setsLeft)
    // The first of equal jumbos is the oldest.
    const index = untouchedPieces.findIndex((piece) => piece.lengthLeft === smallestSufficient?.lengthLeft)
    const [piece] = untouchedPieces.splice(Math.max(0, index), 1)
    chosenPieces.push(piece!)
    setsLeft -= countSets(piece!)
  }
  return chosenPieces
}
/**
 * Returns the jumbo from which the sets are cut: a jumbo that is already begun, else the shortest jumbo that holds all
 * sets, else the longest jumbo. This keeps long jumbos for orders of long rolls and begins as few jumbos as possible.
 */
function chooseJumbo(pieces: readonly JumboPiece[], width: number, length: number, sets: number): JumboPiece | null {
  let bestJumbo: JumboPiece | null = null
  let lowestRank = Infinity
  for (const piece of pieces) {
    const setCapacity = countSetsInLength(piece.lengthLeft, length)
    if (piece.width !== width || setCapacity === 0) continue
    const remnantM = piece.lengthLeft - Math.min(sets, setCapacity) * length
    // Begun jumbos rank before untouched ones (1e9). Within each group, jumbos that hold all sets rank first (5e8).
    const rank =
      (piece.lengthLeft < piece.fullLength ? 0 : 1e9) + (setCapacity >= sets ? remnantM : 5e8 - piece.lengthLeft)
    if (rank < lowestRank) {
      bestJumbo = piece
      lowestRank = rank
    }
  }
  return bestJumbo
}
/**
 * Assigns the rolls of consecutive sets to orders, most urgent first, and splits the sets into parts whose most urgent
 * order has the same due date. Each part lists its rolls by order.
 */
export function splitByUrgency(
  lanes: PlannedCut['lanes'],
  sets: number,
  orders: readonly OpenOrder[],
  rollsLeft: Map<string, number>,
): Pick<CutDraft, 'sets' | 'rolls' | 'dueAt'>[] {
  const parts: { sets: number; rolls: { orderId: string; width: number; rolls: number }[]; dueAt: number }[] = []
  for (let setIndex = 0; setIndex < sets; setIndex++) {
    const rolls: { orderId: string; width: number; rolls: number }[] = []
    let dueAt = Infinity
    for (const lane of lanes) {
      let lanesLeft = lane.count
      for (const order of orders) {
        const assignedRolls = order.width === lane.width ? Math.min(lanesLeft, rollsLeft.get(order.id)!) : 0
        if (assignedRolls === 0) continue
        rollsLeft.set(order.id, rollsLeft.get(order.id)! - assignedRolls)
        lanesLeft -= assignedRolls
        dueAt = Math.min(dueAt, order.dueAt)
        rolls.push({ orderId: order.id, width: lane.width, rolls: assignedRolls })
      }
    }
    const lastPart = parts.at(-1)
    if (lastPart?.dueAt !== dueAt) parts.push({ sets: 1, rolls, dueAt })
    else {
      lastPart.sets += 1
      addRolls(lastPart.rolls, rolls)
    }
  }
  return parts
}
/** Adds rolls to the entries of the same order and width. */
export function addRolls(
  totals: { orderId: string; width: number; rolls: number }[],
  addedRolls: PlannedCut['rolls'],
): void {
  for (const roll of addedRolls) {
    const existingEntry = totals.find((entry) => entry.orderId === roll.orderId && entry.width === roll.width)
    if (existingEntry) existingEntry.rolls += roll.rolls
    else totals.push({ ...roll })
  }
}
