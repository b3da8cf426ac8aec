/**
 * Plans slitting patterns 门幅搭配 for open orders on uncut jumbos. Criteria in order: uncut rolls, due dates, no more trim
 * than simple plans, number of jumbos, area of web, lateness, remounted jumbos (see `isBetterPlan`).
 */
import {
  singleOrderMethods,
  buildBatches,
  getBatchKey,
  toJumboPieces,
  type SingleOrderMethod,
  type CutBatch,
  buildProblem,
} from './cut-batch'
import { solveRelaxation } from './column-generation'
import { heuristicsOnly, type SearchResources } from './integer-program'
import { isBetterPlan, toMerits, type Merits } from './merits'
import type { CutPlan, OpenOrder, SlitterSpec, UncutJumbo, Termination } from './cut-plan-types'
import { groupPlanByJumbo, planBatches, type BatchesPlan } from './plan-batches'
import { getSetCost, type CuttingStockProblem } from './cutting-stock-problem'
import { calculateRollArea, calculateTrimPercentOfArea } from './cut-metrics'
import { planWholeSets, type WholeSetPlan } from './whole-sets'

/**
 * How many batches, neighbours by due date, each pass of the search tries to join into one. The last repeats a pass.
 */
const BATCH_SPANS = [32, 8, 4, 2, 2]

/**
 * Proposes a cut plan from `startsAt` on; rolls that fit no jumbo are returned with a reason. The search starts with
 * simple plans: each order alone by due date, and the manual plan. It then plans all compatible orders at once. If
 * another plan remains the best, e.g. because of due dates, the search joins its neighbouring batches as long as that
 * improves it. A proposal with the same dates as a simple plan never trims more. The same input gives the same plan
 * unless time runs out.
 * @param onBetterPlan called with every plan that is better than all previous plans
 */
export function proposeCutPlan(
  orders: readonly OpenOrder[],
  jumbos: readonly UncutJumbo[],
  slitter: SlitterSpec,
  startsAt: number,
  resources: SearchResources = heuristicsOnly,
  onBetterPlan: (plan: CutPlan) => void = () => {},
): CutPlan {
  const search = new CutPlanSearch(orders, jumbos, slitter, startsAt, resources, onBetterPlan)
  search.trySimplePlans()
  search.joinNeighbours()
  search.solveWithSolver()
  return search.getCutPlan()
}

interface EvaluatedPlan {
  readonly batches: readonly CutBatch[]
  readonly plan: BatchesPlan
  readonly merits: Merits
}
/** Search that keeps the best plan so far and the solved problems. */
class CutPlanSearch {
  readonly #ordersByDueDate: readonly OpenOrder[]
  readonly #planByProblem = new Map<string, WholeSetPlan>()
  readonly #references: Merits[] = []
  /** Seconds reserved for the integer solver at the end. */
  #solverReserveSeconds: number
  /** True if the time limit has stopped the search. */
  #isCutOff = false
  /** How the integer solver ended for each batch of the last plan it improved. */
  #solverTerminations: Termination[] = []
  #bestPlan: EvaluatedPlan | null = null

  constructor(
    orders: readonly OpenOrder[],
    readonly jumbos: readonly UncutJumbo[],
    readonly slitter: SlitterSpec,
    readonly startsAt: number,
    readonly resources: SearchResources,
    readonly onBetterPlan: (plan: CutPlan) => void,
  ) {
    this.#ordersByDueDate = [...orders].sort((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1))
    this.#solverReserveSeconds = resources.solve ? resources.secondsLeft() / 2 : 0
  }
  /** Tries simple plans, then all orders at once; if the jumbos do not suffice, also the longest rolls first. */
  trySimplePlans(): void {
    const sortLongestFirst = (batches: CutBatch[]) =>
      batches.toSorted((a, b) => b.orders[0]!.length - a.orders[0]!.length)
    const buildSingleBatches = (method: SingleOrderMethod) =>
      this.#ordersByDueDate.map((order): CutBatch => ({ orders: [order], method }))
    const widths = [...new Set(this.jumbos.map((j) => j.width))]
    // Reference plans are quick. They guarantee an answer when time runs out, and due dates that a person could keep.
    this.#tryReferences([
      ...singleOrderMethods.map(buildSingleBatches),
      buildBatches(this.#ordersByDueDate, 'firstFit'),
      ...(widths.length > 1 ? widths.map((width) => buildBatches(this.#ordersByDueDate, 'firstFit', width)) : []),
    ])
    if (!this.#hasTime()) return
    this.#tryBatches(buildBatches(this.#ordersByDueDate, 'together'))
    if (this.#isComplete()) {
      // A plan with jumbos of a single width may use more web but fewer jumbos.
      for (const width of widths.length > 1 ? widths : []) {
        if (!this.#hasTime()) return
        this.#tryBatches(buildBatches(this.#ordersByDueDate, 'together', width))
      }
      return
    }
    this.#tryBatches(sortLongestFirst(buildBatches(this.#ordersByDueDate, 'together')))
    for (const method of singleOrderMethods)
      if (this.#bestPlan!.merits.uncutRolls > 0) this.#tryBatches(sortLongestFirst(buildSingleBatches(method)))
    this.#tryOtherMethods()
  }
  /** Tries other methods for single orders while rolls are uncut or orders late. */
  #tryOtherMethods(): void {
    for (let index = 0; index < this.#bestPlan!.batches.length && !this.#isComplete() && this.#hasTime(); index++) {
      for (const method of singleOrderMethods) {
        const batch = this.#bestPlan!.batches[index]!
        if (singleOrderMethods.includes(batch.method as SingleOrderMethod) && batch.method !== method)
          this.#tryBatches(this.#bestPlan!.batches.with(index, { ...batch, method }))
      }
    }
  }
  /** Joins compatible neighbours by due date as long as the plan improves. */
  joinNeighbours(): void {
    for (const span of BATCH_SPANS) {
      for (const key of new Set(this.#ordersByDueDate.map(getBatchKey))) {
        for (let index = 0; ; index++) {
          const batches = this.#bestPlan!.batches
          const sameKeyBatches = batches.filter((b) => getBatchKey(b.orders[0]!) === key)
          const neighbours = sameKeyBatches.slice(index, index + span)
          if (neighbours.length < 2) break
          if (!this.#hasTime()) return
          const orders = neighbours.flatMap((b) => b.orders).sort((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1))
          const joinedBatch: CutBatch = { orders, method: 'together' }
          const otherBatches = batches.filter((b) => !neighbours.includes(b))
          const firstNeighbourIndex = batches.indexOf(neighbours[0]!)
          const insertIndex = otherBatches.filter((b) => batches.indexOf(b) < firstNeighbourIndex).length
          const isImproved = this.#tryBatches(otherBatches.toSpliced(insertIndex, 0, joinedBatch))
          if (!isImproved && span > 2) index += span - 1
        }
      }
    }
  }
  /**
   * Solves the batches of the best plan with the integer solver, each with an equal share of the remaining time. If the
   * search was cut off to reserve that time and the solver needed less, the search continues.
   */
  solveWithSolver(): void {
    this.#solveBatches()
    if (!this.resources.solve || !this.#isCutOff || this.resources.secondsLeft() <= 0) return
    this.#solverReserveSeconds = this.resources.secondsLeft() / 3
    this.#isCutOff = false
    if (this.#isComplete()) this.#tryBatches(buildBatches(this.#ordersByDueDate, 'together'))
    this.joinNeighbours()
    this.#solveBatches()
  }
  #solveBatches(): void {
    const { solve, secondsLeft } = this.resources
    if (!solve) return
    const batches = this.#bestPlan!.batches.map((batch): CutBatch =>
      batch.method === 'firstFit' ? { ...batch, method: 'together' } : batch,
    )
    let unsolvedBatches = batches.filter((b) => b.method === 'together').length
    if (unsolvedBatches === 0) return
    this.#solverTerminations = []
    const planWithSolver = (problem: CuttingStockProblem) => {
      const key = JSON.stringify(problem)
      const previousPlan = this.#planByProblem.get(key)
      const secondsForOtherBatches = secondsLeft() * (1 - 1 / Math.max(1, unsolvedBatches--))
      if (previousPlan?.termination === 'optimal' || secondsLeft() <= 0)
        return previousPlan ?? this.#planWithHeuristics(problem)
      const wholeSetPlan = planWholeSets(problem, { solve, secondsLeft: () => secondsLeft() - secondsForOtherBatches })
      this.#planByProblem.set(key, wholeSetPlan)
      return wholeSetPlan
    }
    this.#tryBatches(batches, (problem) => {
      const wholeSetPlan = planWithSolver(problem)
      this.#solverTerminations.push(wholeSetPlan.termination)
      return wholeSetPlan
    })
  }
  getCutPlan(): CutPlan {
    return this.#toCutPlan(this.#bestPlan!)
  }

  /** True if no order is late and only uncuttable rolls are uncut. */
  #isComplete(): boolean {
    const { uncutRolls, lateOrders } = this.#bestPlan!.merits
    return uncutRolls === this.#countUncuttableRolls() && lateOrders === 0
  }
  /** Counts the rolls that no plan can cut because they fit no jumbo. */
  #countUncuttableRolls(): number {
    return this.#bestPlan!.plan.unplanned.reduce((sum, { orderId, reason, rolls }) => {
      const order = this.#ordersByDueDate.find((o) => o.id === orderId)!
      const fitsJumbo = this.jumbos.some(
        (jumbo) =>
          jumbo.product === order.product &&
          jumbo.length >= order.length &&
          jumbo.width - this.slitter.minTrim >= order.width,
      )
      return sum + (reason === 'noJumbo' && fitsJumbo ? 0 : rolls)
    }, 0)
  }
  #secondsLeft(): number {
    return this.resources.secondsLeft() - this.#solverReserveSeconds
  }
  /** Returns whether time is left; if not, records that the search was cut off. */
  #hasTime(): boolean {
    if (this.#secondsLeft() > 0) return true
    this.#isCutOff = true
    return false
  }
  #planWithHeuristics(problem: CuttingStockProblem): WholeSetPlan {
    const key = JSON.stringify(problem)
    const knownPlan = this.#planByProblem.get(key)
    if (knownPlan) return knownPlan
    const wholeSetPlan = planWholeSets(problem, { solve: null, secondsLeft: () => this.#secondsLeft() })
    this.#planByProblem.set(key, wholeSetPlan)
    return wholeSetPlan
  }
  #evaluate(
    batches: readonly CutBatch[],
    planProblem = (problem: CuttingStockProblem) => this.#planWithHeuristics(problem),
  ): EvaluatedPlan {
    const plan = planBatches(
      batches,
      { ...this.#getPlanningContext(), pieces: toJumboPieces(this.jumbos) },
      planProblem,
    )
    return { batches, plan, merits: toMerits(plan) }
  }
  #getPlanningContext() {
    return { orders: this.#ordersByDueDate, slitter: this.slitter, startsAt: this.startsAt }
  }
  #tryReferences(batchLists: readonly (readonly CutBatch[])[]): void {
    const referencePlans = batchLists.map((batches) => this.#evaluate(batches))
    this.#references.push(...referencePlans.map(({ merits }) => merits))
    for (const referencePlan of referencePlans) this.#storeIfBetter(referencePlan)
  }
  /** Plans these batches. Returns true if the plan is the best so far. */
  #tryBatches(batches: readonly CutBatch[], planProblem?: (problem: CuttingStockProblem) => WholeSetPlan): boolean {
    return this.#storeIfBetter(this.#evaluate(batches, planProblem))
  }
  #storeIfBetter(candidate: EvaluatedPlan): boolean {
    if (this.#bestPlan && !isBetterPlan(candidate.merits, this.#bestPlan.merits, this.#references)) return false
    const plan = groupPlanByJumbo(candidate.plan, this.#getPlanningContext())
    this.#bestPlan = { ...candidate, plan, merits: toMerits(plan) }
    this.onBetterPlan(this.#toCutPlan(this.#bestPlan, true))
    return true
  }
  #toCutPlan({ plan }: EvaluatedPlan, isInterim = false): CutPlan {
    const { cuts, late, unplanned, area, trimPercent } = plan
    const rollsArea = calculateRollArea(cuts.map(({ sets, length, lanes }) => ({ sets, lengthM: length, lanes })))
    const leastArea = calculateLeastArea(plan, this.#ordersByDueDate, this.jumbos, this.slitter, (problem) =>
      this.#calculateLeastWidth(problem, isInterim),
    )
    return {
      cuts,
      late,
      unplanned,
      trimPercent,
      boundPercent: Math.min(trimPercent, calculateTrimPercentOfArea(rollsArea, leastArea)),
      // An interim plan becomes the answer only when time runs out.
      termination: isInterim ? 'timeLimit' : this.#determineTermination(area <= leastArea * (1 + 1e-12)),
    }
  }
  #determineTermination(hasLeastArea: boolean): Termination {
    const isCutOff = this.#isCutOff || this.resources.secondsLeft() <= 0
    if (hasLeastArea && (!isCutOff || this.#isComplete())) return 'optimal'
    const terminations = this.resources.solve
      ? this.#solverTerminations
      : [...this.#planByProblem.values()].map(({ termination }) => termination)
    if (isCutOff || terminations.includes('timeLimit')) return 'timeLimit'
    return terminations.includes('nodeLimit') ? 'nodeLimit' : 'feasible'
  }
  /**
   * Returns a lower bound of the web width that the sets of a problem take, in mm. This is the bound of the relaxation
   * if there is time, else the total width of the rolls.
   */
  #calculateLeastWidth(problem: CuttingStockProblem, isInterim: boolean): number {
    const knownPlan = this.#planByProblem.get(JSON.stringify(problem))
    if (knownPlan?.bound) return knownPlan.bound
    const minCostPerMm = Math.min(...problem.stocks.map((stock) => getSetCost(stock) / stock.width))
    const rollsBound = problem.demands.reduce((sum, demand) => sum + demand.width * demand.count, 0) * minCostPerMm
    if (isInterim || knownPlan || this.resources.secondsLeft() <= 0) return rollsBound
    const relaxation = solveRelaxation(problem, [], this.resources.secondsLeft)
    return relaxation.isProven ? relaxation.bound : rollsBound
  }
}

/**
 * Returns a lower bound of the area (mm·m) that any plan needs for the rolls of this plan, ignoring due dates. Each
 * product and length is bounded separately, as if it could use all jumbos whole.
 * @param getLeastWidth returns the least width of web that the sets of a problem take
 */
function calculateLeastArea(
  plan: Pick<CutPlan, 'cuts'>,
  orders: readonly OpenOrder[],
  jumbos: readonly UncutJumbo[],
  slitter: SlitterSpec,
  getLeastWidth: (problem: CuttingStockProblem) => number,
): number {
  const rollsByOrder = new Map<string, number>()
  for (const { rolls } of plan.cuts)
    for (const { orderId, rolls: rollCount } of rolls)
      rollsByOrder.set(orderId, (rollsByOrder.get(orderId) ?? 0) + rollCount)
  const plannedOrders = orders.flatMap((o) =>
    rollsByOrder.has(o.id) ? [{ ...o, rolls: rollsByOrder.get(o.id)! }] : [],
  )
  let area = 0
  for (const key of new Set(plannedOrders.map(getBatchKey))) {
    const batchOrders = plannedOrders.filter((o) => getBatchKey(o) === key)
    const { product, length } = batchOrders[0]!
    const fittingPieces = toJumboPieces(jumbos).filter((p) => p.product === product && p.lengthLeft >= length)
    area += getLeastWidth(buildProblem(batchOrders, fittingPieces, slitter)) * length
  }
  return area
}
