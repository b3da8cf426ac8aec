/** The search for the best cut plan. `proposeCutPlan` calls its steps in order. */
import {
  singleOrderMethods,
  buildBatches,
  getBatchKey,
  joinBatches,
  sortLongestFirst,
  toOptimizedBatch,
  type SingleOrderMethod,
  type CutBatch,
} from './cut-batch'
import { fillSetsOfBatches } from './fill-sets'
import { planFirstFitDecreasing } from './first-fit'
import { chooseCuttableOrders, subtractShortRolls } from './choose-cuttable-orders'
import { reducePatterns } from './reduce-patterns'
import { calculateLeastArea, calculateLeastWidth, countUncuttableRolls } from './plan-bounds'
import { compareOrderRank, sortByDueDate } from './order-rank'
import type { IntegerSolver, SearchResources } from './integer-program'
import {
  evaluateBatches,
  evaluateJointPlan,
  reduceSetupsOfEvaluatedPlan,
  type EvaluatedPlan,
  type PatternPlanner,
} from './evaluate-plan'
import { isBetterPlan, type Merits } from './merits'
import type { CutPlan, OpenOrder, SlitterSpec, UncutJumbo, Termination } from './cut-plan-types'
import { finalJointTimeShares, findProofLimit, jointTimeShares, planJointly, type JointPlan } from './plan-jointly'
import { countUncutRolls, type CuttingStockProblem, type PatternUse } from './cutting-stock-problem'
import { calculateRollArea, calculateTrimPercentOfArea } from './cut-metrics'
import { planWholeSets, type WholeSetPlan } from './whole-sets'

/** Number of batches, adjacent by due date, that each pass tries to join into one. The last pass repeats the previous. */
const BATCH_SPANS = [32, 8, 4, 2, 2]
/** Time limit of the integer solver for each problem that decides which orders are cut. */
const MAX_CHOICE_SECONDS = 0.5
const sumNumbers = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
const countRolls = (orders: readonly OpenOrder[]): number => sumNumbers(orders.map(({ rolls }) => rolls))
/** A search that keeps the best plan so far and the solved problems. */
export class CutPlanSearch {
  readonly #ordersByDueDate: readonly OpenOrder[]
  /** The orders that the jumbos suffice for, with the rolls to cut of each; all orders until a shortage is found. */
  #cuttableOrders: readonly OpenOrder[]
  /** Solved problems, by the JSON text of the problem. */
  readonly #planByProblem = new Map<string, WholeSetPlan>()
  readonly #references: Merits[] = []
  /** Seconds reserved for the integer solver at the end. */
  #solverReserveSeconds: number
  /** True if the time limit has stopped the search. */
  #isCutOff = false
  /** How the integer solver ended for each batch of the best plan and of all orders at once. */
  #solverTerminations: Termination[] = []
  /** How the integer solver ended when it helped to choose orders. */
  readonly #choiceTerminations: Termination[] = []
  #bestPlan: EvaluatedPlan | null = null
  /** True if the solver needed more than its share of the time for the plan of all lengths together. */
  #isJointPlanUnproven = false

  constructor(
    orders: readonly OpenOrder[],
    readonly jumbos: readonly UncutJumbo[],
    readonly slitter: SlitterSpec,
    readonly startsAt: number,
    readonly resources: SearchResources,
    readonly onBetterPlan: (plan: CutPlan) => void,
  ) {
    this.#ordersByDueDate = sortByDueDate(orders)
    this.#cuttableOrders = this.#ordersByDueDate
    this.#solverReserveSeconds = resources.solve ? resources.secondsLeft() / 2 : 0
  }
  /**
   * Tries simple plans, then all orders at once. If the jumbos do not suffice, chooses the orders to cut; if due dates
   * are missed, also tries the longest rolls first.
   */
  trySimplePlans(): void {
    const buildSingleBatches = (method: SingleOrderMethod, orders = this.#cuttableOrders) =>
      orders.map((order): CutBatch => ({ orders: [order], method }))
    const widths = [...new Set(this.jumbos.map((jumbo) => jumbo.width))]
    // Reference plans are quick. They guarantee an answer when time runs out, and due dates that a person could keep.
    this.#tryReferences([
      ...singleOrderMethods.map((method) => buildSingleBatches(method)),
      buildBatches(this.#ordersByDueDate, 'firstFit'),
      ...(widths.length > 1 ? widths.map((width) => buildBatches(this.#ordersByDueDate, 'firstFit', width)) : []),
    ])
    if (this.#hasShortage()) {
      const ordersByRank = this.#ordersByDueDate.toSorted(compareOrderRank)
      this.#tryReferences(singleOrderMethods.map((method) => buildSingleBatches(method, ordersByRank)))
    }
    if (!this.#hasTime()) return
    this.#tryBatches(buildBatches(this.#ordersByDueDate, 'together'))
    if (this.#hasShortage()) {
      if (!this.#tryJointPlan()) this.#chooseCuttableOrders()
      this.#tryBatches(buildBatches(this.#cuttableOrders, 'together'))
      this.#tryBatches(buildBatches(this.#cuttableOrders.toSorted(compareOrderRank), 'together'))
    }
    if (this.#isComplete()) {
      if (widths.length > 1 || new Set(this.#ordersByDueDate.map(getBatchKey)).size > 1) this.#tryJointPlan()
      // A plan with jumbos of a single width may use more web but fewer jumbos.
      for (const width of widths.length > 1 ? widths : []) {
        if (!this.#hasTime()) return
        this.#tryBatches(buildBatches(this.#cuttableOrders, 'together', width))
      }
      return
    }
    this.#tryBatches(sortLongestFirst(buildBatches(this.#cuttableOrders, 'together')))
    const ordersByRank = this.#cuttableOrders.toSorted(compareOrderRank)
    for (const method of singleOrderMethods) {
      if (!this.#hasShortage()) continue
      this.#tryBatches(sortLongestFirst(buildSingleBatches(method)))
      this.#tryBatches(buildSingleBatches(method, ordersByRank))
      this.#tryBatches(sortLongestFirst(buildSingleBatches(method, ordersByRank)))
    }
    this.#tryOtherMethods()
  }
  /**
   * Tries the plan of all lengths together, which also decides which orders are cut if the jumbos are short. Returns
   * true if its criteria are proven.
   */
  #tryJointPlan(): boolean {
    const secondsForOthers = this.#secondsLeft() * (1 - jointTimeShares.total)
    const jointPlan = this.#planJointly(() => this.#secondsLeft() - secondsForOthers, jointTimeShares.criterion)
    if (!jointPlan || this.#isJointPlanUnproven) return false
    this.#cuttableOrders = subtractShortRolls(this.#ordersByDueDate, jointPlan.unplanned)
    this.#choiceTerminations.push(...jointPlan.terminations)
    return true
  }
  #planJointly(secondsLeft: () => number, criterionTimeShare: number): JointPlan | null {
    const { solve } = this.resources
    let isSolverAsked = false
    const askSolver: IntegerSolver = (...problem) => {
      isSolverAsked = true
      return solve!(...problem)
    }
    const resources = { solve: solve && askSolver, secondsLeft }
    const jointPlan = planJointly(this.#ordersByDueDate, this.jumbos, this.slitter, resources, criterionTimeShare)
    // More time does not help if the program is too large to be solved.
    this.#isJointPlanUnproven = isSolverAsked && (!jointPlan || jointPlan.terminations.some((t) => t !== 'optimal'))
    if (jointPlan) this.#storeIfBetter(evaluateJointPlan(jointPlan, this.#getPlanningContext()))
    return jointPlan
  }
  /** Solves the plan of all lengths together once more in the remaining time, unless the best plan is proven. */
  improveJointPlan(): void {
    const { secondsLeft } = this.resources
    if (!this.#isJointPlanUnproven || secondsLeft() <= 0 || this.getCutPlan().termination === 'optimal') return
    const secondsForOthers = secondsLeft() * (1 - finalJointTimeShares.total)
    const jointPlan = this.#planJointly(() => secondsLeft() - secondsForOthers, finalJointTimeShares.criterion)
    if (this.#isJointPlanUnproven)
      this.#choiceTerminations.push(findProofLimit(jointPlan, secondsLeft() > secondsForOthers))
  }
  /** Fills sets one after the other: finds plans of many widths, for which the integer programs are too large. */
  tryFilledSets(): void {
    if (this.resources.secondsLeft() <= 0 || this.#hasShortage()) return
    const { plan, merits } = this.#bestPlan!
    const uncutRolls = sumNumbers(merits.uncutRolls)
    const maxArea = Math.min(...this.#references.flatMap((r) => (sumNumbers(r.uncutRolls) > uncutRolls ? [] : r.area)))
    const batches = buildBatches(this.#cuttableOrders, 'together')
    const filledPlans = fillSetsOfBatches(batches, this.#getPlanningContext(), plan, maxArea, this.resources)
    this.#tryBatches(batches, (p) => filledPlans.get(JSON.stringify(p)) ?? this.#planWithHeuristics(p))
  }
  #chooseCuttableOrders(): void {
    this.#cuttableOrders = sortByDueDate(
      chooseCuttableOrders(this.#ordersByDueDate, this.jumbos, this.slitter, {
        hasTime: () => this.#hasTime(),
        planProblem: (problem) => {
          const { solve } = this.resources
          const wholeSetPlan = this.#planWithHeuristics(problem)
          const cutsAll = countUncutRolls(problem, wholeSetPlan.uses).every((rolls) => rolls <= 0)
          if (!solve || cutsAll || wholeSetPlan.termination === 'optimal' || this.#secondsLeft() <= 0)
            return wholeSetPlan
          const deadline = this.#secondsLeft() - MAX_CHOICE_SECONDS
          const secondsLeft = () => this.#secondsLeft() - Math.max(0, deadline)
          const solvedPlan = planWholeSets(problem, { solve, secondsLeft })
          this.#choiceTerminations.push(solvedPlan.termination)
          this.#planByProblem.set(JSON.stringify(problem), solvedPlan)
          return solvedPlan
        },
      }),
    )
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
      for (const key of new Set(this.#cuttableOrders.map(getBatchKey))) {
        for (let index = 0; ; index++) {
          const batches = this.#bestPlan!.batches
          const sameKeyBatches = batches.filter((b) => getBatchKey(b.orders[0]!) === key)
          const neighbours = sameKeyBatches.slice(index, index + span)
          if (neighbours.length < 2) break
          if (!this.#hasTime()) return
          const isImproved = this.#tryBatches(joinBatches(batches, neighbours))
          // A span of several batches that does not improve the plan is skipped as a whole.
          if (!isImproved && span > 2) index += span - 1
        }
      }
    }
  }
  /**
   * Solves the batches of the best plan with the integer solver, each with an equal share of the remaining time, then
   * all orders at once. If the search was cut off to reserve that time and the solver needed less, the search continues.
   */
  solveWithSolver(): void {
    this.#solveBestBatches()
    if (!this.resources.solve || !this.#isCutOff || this.resources.secondsLeft() <= 0) return
    this.#solverReserveSeconds = this.resources.secondsLeft() / 3
    this.#isCutOff = false
    if (this.#isComplete()) this.#tryBatches(buildBatches(this.#cuttableOrders, 'together'))
    this.joinNeighbours()
    this.#solveBestBatches()
  }
  #solveBestBatches(): void {
    this.#solverTerminations = []
    this.#solveBatches(this.#bestPlan!.batches.map(toOptimizedBatch))
    // The best plan may cut each order alone only because the heuristics found nothing better.
    if (this.resources.secondsLeft() > 0) this.#solveBatches(buildBatches(this.#cuttableOrders, 'together'))
  }
  #solveBatches(batches: readonly CutBatch[]): void {
    const { solve, secondsLeft } = this.resources
    let unsolvedBatches = batches.filter((b) => b.method === 'together').length
    if (!solve || unsolvedBatches === 0) return
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
  /** Replaces patterns by fewer ones: in the best plan, and in the first-fit and solved plans of all orders at once. */
  reducePatterns(): void {
    const { batches, usesByProblem } = this.#bestPlan!
    const allTogether = buildBatches(this.#cuttableOrders, 'together')
    const tryReduced = (
      triedBatches: readonly CutBatch[],
      getUses: (problem: CuttingStockProblem) => readonly PatternUse[] | undefined,
    ) => {
      const plan = this.#evaluate(triedBatches.map(toOptimizedBatch), (problem) => ({
        uses: reducePatterns(problem, getUses(problem) ?? planFirstFitDecreasing(problem)),
      }))
      this.#storeIfBetter(reduceSetupsOfEvaluatedPlan(plan, this.#getPlanningContext()))
    }
    tryReduced(batches, (problem) => usesByProblem.get(JSON.stringify(problem)))
    tryReduced(allTogether, planFirstFitDecreasing)
    tryReduced(allTogether, (problem) => this.#planByProblem.get(JSON.stringify(problem))?.uses)
  }
  getCutPlan(): CutPlan {
    return this.#toCutPlan(this.#bestPlan!)
  }
  /** True if no order is late and nothing is uncut that can be cut. */
  #isComplete(): boolean {
    return this.#bestPlan!.plan.late.length === 0 && !this.#hasShortage()
  }
  /** True if the best plan leaves rolls uncut although they fit a jumbo and no more important rolls need it. */
  #hasShortage(): boolean {
    const { plan, merits } = this.#bestPlan!
    const uncuttableRolls = countUncuttableRolls(plan.unplanned, this.#ordersByDueDate, this.jumbos, this.slitter)
    const leftOutRolls = countRolls(this.#ordersByDueDate) - countRolls(this.#cuttableOrders)
    return sumNumbers(merits.uncutRolls) > uncuttableRolls + leftOutRolls
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
    const cachedPlan = this.#planByProblem.get(key)
    if (cachedPlan) return cachedPlan
    const wholeSetPlan = planWholeSets(problem, { solve: null, secondsLeft: () => this.#secondsLeft() })
    this.#planByProblem.set(key, wholeSetPlan)
    return wholeSetPlan
  }
  #evaluate(batches: readonly CutBatch[], planProblem?: PatternPlanner): EvaluatedPlan {
    return evaluateBatches(
      batches,
      this.#getPlanningContext(),
      planProblem ?? ((problem) => this.#planWithHeuristics(problem)),
    )
  }
  #getPlanningContext() {
    return { orders: this.#ordersByDueDate, jumbos: this.jumbos, slitter: this.slitter, startsAt: this.startsAt }
  }
  #tryReferences(batchLists: readonly (readonly CutBatch[])[]): void {
    const referencePlans = batchLists.map((batches) => this.#evaluate(batches))
    this.#references.push(...referencePlans.map(({ merits }) => merits))
    for (const referencePlan of referencePlans) this.#storeIfBetter(referencePlan)
  }
  /** Plans these batches. Returns true if the plan is the best so far. */
  readonly #tryBatches = (batches: readonly CutBatch[], planProblem?: PatternPlanner): boolean =>
    this.#storeIfBetter(this.#evaluate(batches, planProblem))
  #storeIfBetter(candidate: EvaluatedPlan): boolean {
    if (this.#bestPlan && !isBetterPlan(candidate.merits, this.#bestPlan.merits, this.#references)) return false
    this.#bestPlan = reduceSetupsOfEvaluatedPlan(candidate, this.#getPlanningContext())
    this.onBetterPlan(this.#toCutPlan(this.#bestPlan, true))
    return true
  }
  #toCutPlan({ plan }: EvaluatedPlan, isInterim = false): CutPlan {
    const { cuts, late, unplanned, area, trimPercent } = plan
    const rollsArea = calculateRollArea(cuts.map(({ sets, length, lanes }) => ({ sets, lengthM: length, lanes })))
    const leastArea = calculateLeastArea(plan, this.#ordersByDueDate, this.jumbos, this.slitter, (problem) =>
      calculateLeastWidth(
        problem,
        this.#planByProblem.get(JSON.stringify(problem)),
        isInterim ? () => 0 : this.resources.secondsLeft,
      ),
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
    // The least area proves nothing about due dates or about the orders that get the jumbos of a shortage.
    const isShort = this.#bestPlan!.plan.unplanned.some(({ reason }) => reason === 'noJumbo')
    if (hasLeastArea && this.#isComplete() && !isShort) return 'optimal'
    const terminations = this.resources.solve
      ? [...this.#solverTerminations, ...this.#choiceTerminations]
      : [...this.#planByProblem.values()].map(({ termination }) => termination)
    if (isCutOff || terminations.includes('timeLimit')) return 'timeLimit'
    return terminations.includes('nodeLimit') ? 'nodeLimit' : 'feasible'
  }
}
