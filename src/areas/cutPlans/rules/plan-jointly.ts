/**
 * Plans all lengths of a product in one integer program, which also chooses the rolls to cut if the jumbos are short.
 */
import { roundToDecimetre } from '@/plant/rules/quantity'
import { layOutLanes, sortUsesByDueDate, splitByUrgency } from './allocate-sets'
import { fitsAnyJumbo } from './choose-cuttable-orders'
import { buildBatches, planBatch, removeUncutRolls, toJumboPieces, type CutDraft, type JumboPiece } from './cut-batch'
import { getSetCost, type PatternUse } from './cutting-stock-problem'
import type { IntegerAnswer, SearchResources } from './integer-program'
import { buildJointProgram, toIntegerProgram, type JointObjective, type JointProgram } from './joint-program'
import type { OpenOrder, SlitterSpec, Termination, UncutJumbo, UnplannedRolls } from './cut-plan-types'
import { groupOrdersByRank, sortByDueDate } from './order-rank'
import { removeExcessLanes } from './solve-whole-sets'

/** Share of the search's time for the plan of all lengths together, and the share of it for each of its criteria. */
export const jointTimeShares = { total: 0.5, criterion: 0.25 }
/** The same shares when that plan is improved at the end, in the time that nothing else needs. */
export const finalJointTimeShares = { total: 0.95, criterion: 0.75 }

export interface JointPlan {
  readonly drafts: readonly CutDraft[]
  readonly unplanned: readonly UnplannedRolls[]
  /** Jumbo pieces; their `lengthLeft` excludes the metres of `drafts`. */
  readonly pieces: readonly JumboPiece[]
  /** How the solver ended for each criterion; `timeLimit` if there was no time for it. */
  readonly terminations: readonly Termination[]
}
type ProductPlan = Omit<JointPlan, 'pieces'>

/**
 * Plans orders of any products. Criteria in order: the uncut area of each group of equally important orders, the number
 * of jumbos, the area of web. Due dates only decide which rolls of a width come first.
 * @param criterionTimeShare largest share of the time for a single hard criterion, so that time is left for the others
 * @returns null without a solver or a solution, or if the program of a product is too large
 */
export function planJointly(
  orders: readonly OpenOrder[],
  jumbos: readonly UncutJumbo[],
  slitter: SlitterSpec,
  { solve, secondsLeft }: SearchResources,
  criterionTimeShare: number,
): JointPlan | null {
  const pieces = toJumboPieces(jumbos)
  const products = [...new Set(orders.map((order) => order.product))]
  const plans: ProductPlan[] = []
  for (const [index, product] of products.entries()) {
    const isOfProduct = (row: { readonly product: string }) => row.product === product
    const productJumbos = jumbos.filter(isOfProduct)
    const fitsJumbo = (order: OpenOrder) => fitsAnyJumbo(order, productJumbos, slitter)
    const productOrders = orders.filter(isOfProduct)
    const unfittingOrders = productOrders.filter((order) => !fitsJumbo(order))
    // Orders that fit no jumbo are planned without any pattern, only to learn why their rolls stay unplanned.
    for (const batch of buildBatches(unfittingOrders, 'together')) {
      const { unplanned } = planBatch(batch, toJumboPieces(jumbos), slitter, () => ({ uses: [] }))
      plans.push({ drafts: [], unplanned, terminations: [] })
    }
    if (unfittingOrders.length === productOrders.length) continue
    const secondsOfOthers = secondsLeft() * (1 - 1 / (products.length - index))
    const resources = { solve, secondsLeft: () => secondsLeft() - secondsOfOthers }
    const plan = planProduct(
      productOrders.filter(fitsJumbo),
      pieces.filter(isOfProduct),
      slitter,
      resources,
      criterionTimeShare,
    )
    if (!plan) return null
    plans.push(plan)
  }
  return {
    drafts: plans.flatMap(({ drafts }) => drafts),
    unplanned: plans.flatMap(({ unplanned }) => unplanned),
    pieces,
    terminations: plans.flatMap(({ terminations }) => terminations),
  }
}

/** Returns what kept a plan from being proven. Without a plan although time is left, the program was too large. */
export const findProofLimit = (plan: JointPlan | null, hasTimeLeft: boolean): Termination =>
  plan?.terminations.find((termination) => termination !== 'optimal') ?? (hasTimeLeft ? 'nodeLimit' : 'timeLimit')

/** Plans the orders of one product, which all fit a jumbo. */
function planProduct(
  orders: readonly OpenOrder[],
  pieces: readonly JumboPiece[],
  slitter: SlitterSpec,
  { solve, secondsLeft }: SearchResources,
  criterionTimeShare: number,
): ProductPlan | null {
  if (!solve) return null
  const groups = groupOrdersByRank(orders)
  const joint = buildJointProgram(groups, pieces, slitter, secondsLeft)
  if (!joint) return null
  const totalSeconds = secondsLeft()
  let bestAnswer: IntegerAnswer | null = null
  const terminations: Termination[] = []
  const maxUncutAreas = groups.map(() => Number.POSITIVE_INFINITY)
  let maxJumbos = pieces.length
  /** Improves the solution for one criterion. Returns false if no time is left. */
  const minimize = (criterion: JointObjective['minimize']): boolean => {
    if (secondsLeft() <= 0) {
      terminations.push('timeLimit')
      return false
    }
    const program = toIntegerProgram(joint, { maxUncutAreas, maxJumbos, minimize: criterion })
    // The limit keeps time for the other criteria; most criteria take only milliseconds.
    const answer = solve(
      program,
      Math.min(secondsLeft(), totalSeconds * criterionTimeShare),
      bestAnswer?.values ?? null,
    )
    terminations.push(answer?.termination ?? 'timeLimit')
    if (answer) bestAnswer = answer
    return answer !== null
  }
  if (!minimize({ uncutGroups: groups.map((_, group) => group) })) return null
  // The solution above minimizes the sum over all groups. Bisection then finds how many of the most important groups
  // can be cut completely.
  let completeGroups = 0
  if (sumUncutArea(joint, bestAnswer!, () => true) === 0) completeGroups = groups.length
  for (let upperBound = groups.length; completeGroups < upperBound && secondsLeft() > 0;) {
    const middle = Math.ceil((completeGroups + upperBound) / 2)
    minimize({ uncutGroups: groups.slice(0, middle).map((_, group) => group) })
    if (sumUncutArea(joint, bestAnswer!, (group) => group < middle) === 0) completeGroups = middle
    else upperBound = middle - 1
  }
  maxUncutAreas.fill(0, 0, completeGroups)
  for (let group = completeGroups; group < groups.length; group++) {
    if (!minimize({ uncutGroups: [group] })) break
    maxUncutAreas[group] = sumUncutArea(joint, bestAnswer!, (index) => index === group)
  }
  if (minimize('jumbos')) {
    maxJumbos = sumValues(joint.splits.map((_, index) => bestAnswer!.values[index]!))
    minimize('web')
  }
  return { ...toCuts(joint, bestAnswer!), terminations }
}
const sumValues = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
/** Sums the uncut area of some groups, mm·m. */
function sumUncutArea(
  { splits, patternColumns, uncutColumns }: JointProgram,
  { values }: IntegerAnswer,
  isCounted: (group: number) => boolean,
): number {
  const firstColumn = splits.length + patternColumns.length
  return sumValues(
    uncutColumns.map(({ group, area }, index) => (isCounted(group) ? values[firstColumn + index]! * area : 0)),
  )
}

/** Converts a solution to cuts. Each cut names its jumbo and the rolls of each order. */
function toCuts(joint: JointProgram, { values }: IntegerAnswer): Omit<ProductPlan, 'terminations'> {
  const metresByPiece = divideJumbos(joint, values)
  const drafts: CutDraft[] = []
  const unplanned: UnplannedRolls[] = []
  for (const [lengthIndex, { length, orders, problem }] of joint.lengths.entries()) {
    const wantedUses = joint.patternColumns.flatMap((column, index): PatternUse[] =>
      column.lengthIndex === lengthIndex && values[joint.splits.length + index]! > 0
        ? [{ pattern: column.pattern, sets: values[joint.splits.length + index]! }]
        : [],
    )
    const uses = removeExcessLanes(problem, wantedUses)
    const ordersByDue = sortByDueDate(orders)
    const rollsLeft = removeUncutRolls(problem, uses, ordersByDue, unplanned)
    for (const use of sortUsesByDueDate(uses, problem, ordersByDue, rollsLeft)) {
      const webWidth = getSetCost(problem.stocks[use.pattern.stock]!)
      const { lanes, trim } = layOutLanes(use.pattern, problem)
      let setsLeft = use.sets
      for (const { piece, sets: setsByLength } of metresByPiece) {
        const sets = piece.width === webWidth ? Math.min(setsLeft, setsByLength[lengthIndex]!) : 0
        if (sets === 0) continue
        setsByLength[lengthIndex]! -= sets
        setsLeft -= sets
        piece.lengthLeft = roundToDecimetre(piece.lengthLeft - sets * length)
        for (const part of splitByUrgency(lanes, sets, ordersByDue, rollsLeft))
          drafts.push({ jumboId: piece.id, length, lanes, trim, ...part })
      }
      if (setsLeft > 0) throw new Error('more sets planned than the jumbos hold')
    }
  }
  return { drafts, unplanned }
}
/** Returns the jumbos that are begun, each with its number of sets by index of the length. */
function divideJumbos(
  { classes, splits }: JointProgram,
  values: readonly number[],
): { piece: JumboPiece; sets: number[] }[] {
  const begunJumbos: { piece: JumboPiece; sets: number[] }[] = []
  const nextPieceIndexes = classes.map(() => 0)
  for (const [index, { jumboClass, sets }] of splits.entries()) {
    for (let count = 0; count < values[index]!; count++)
      begunJumbos.push({ piece: classes[jumboClass]!.pieces[nextPieceIndexes[jumboClass]!++]!, sets: [...sets] })
  }
  return begunJumbos
}
