/**
 * Plans slitting patterns 门幅搭配 from open orders and uncut jumbos. Criteria in order: uncut rolls, due dates, no more
 * trim than the manual plan and plans of one width, jumbos begun, width used, jumbos remounted.
 */
import {
  singleOrderMethods,
  buildBatches,
  getBatchKey,
  toJumboPieces,
  type SingleOrderMethod,
  type CutBatch,
} from './cut-batch'
import { calculateLeastArea } from './least-area'
import { solveRelaxation } from './column-generation'
import { heuristicsOnly, type SearchResources } from './integer-program'
import { isBetterPlan, toMerits, type Merits } from './merits'
import type { CutPlan, OpenOrder, SlitterSpec, UncutJumbo } from './cut-plan-types'
import { groupPlanByJumbo, planBatches, type BatchesPlan } from './plan-batches'
import { getSetCost, type CuttingStockProblem } from './cutting-stock-problem'
import type { Termination } from './termination'
import { calculateRollArea, calculateTrimShare } from './trim'
import { planWholeSets, type WholeSetPlan } from './whole-sets'

/** Numbers of neighbours by due date that are tried in one batch. */
const BATCH_SPANS = [32, 8, 4, 2, 2]

/**
 * Proposes what to cut from `startsAt` on; orders that fit nowhere are returned with a reason. The search starts with
 * simple plans: each order alone by due date, and the manual plan. It then plans all compatible orders at once. If that
 * makes an order late, it joins neighbours of the best plan as long as no due date suffers. At equal dates the proposal
 * never trims more than a simple plan. The same input gives the same plan unless time runs out.
 * @param onBetterPlan called with every plan that is better than those before
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
class CutPlanSearch {
  readonly #urgent: readonly OpenOrder[]
  readonly #known = new Map<string, WholeSetPlan>()
  readonly #references: Merits[] = []
  /** Seconds reserved for the integer solver at the end. */
  #forSolver: number
  #isCutOff = false
  /** How the integer solver ended for each batch of the last plan it improved. */
  #solverEnds: Termination[] = []
  #best: EvaluatedPlan | null = null

  constructor(
    orders: readonly OpenOrder[],
    readonly jumbos: readonly UncutJumbo[],
    readonly slitter: SlitterSpec,
    readonly startsAt: number,
    readonly resources: SearchResources,
    readonly onBetterPlan: (plan: CutPlan) => void,
  ) {
    this.#urgent = [...orders].sort((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1))
    this.#forSolver = resources.solve ? resources.secondsLeft() / 2 : 0
  }
  /** Tries simple plans, then all orders at once; if the jumbos do not suffice, also the longest rolls first. */
  trySimplePlans(): void {
    const longest = (batches: CutBatch[]) => batches.toSorted((a, b) => b.orders[0]!.length - a.orders[0]!.length)
    const planSingly = (how: SingleOrderMethod) =>
      this.#urgent.map((order): CutBatch => ({ orders: [order], method: how }))
    const widths = [...new Set(this.jumbos.map((j) => j.width))]
    // Reference plans are quick. They guarantee an answer when time runs out, and due dates that a person could keep.
    this.#tryReferences([
      ...singleOrderMethods.map(planSingly),
      buildBatches(this.#urgent, 'manual'),
      ...(widths.length > 1 ? widths.map((only) => buildBatches(this.#urgent, 'manual', only)) : []),
    ])
    if (!this.#hasTime()) return
    this.#try(buildBatches(this.#urgent, 'together'))
    if (this.#isKept()) {
      // Jumbos of a single width may take more web but be fewer.
      for (const only of widths.length > 1 ? widths : []) {
        if (!this.#hasTime()) return
        this.#try(buildBatches(this.#urgent, 'together', only))
      }
      return
    }
    this.#try(longest(buildBatches(this.#urgent, 'together')))
    for (const how of singleOrderMethods) if (this.#best!.merits.uncutRolls > 0) this.#try(longest(planSingly(how)))
    this.#vary()
  }
  /** Tries other methods for single orders as long as some are late. */
  #vary(): void {
    for (let index = 0; index < this.#best!.batches.length && !this.#isKept() && this.#hasTime(); index++) {
      for (const how of singleOrderMethods) {
        const batch = this.#best!.batches[index]!
        if (singleOrderMethods.includes(batch.method as SingleOrderMethod) && batch.method !== how)
          this.#try(this.#best!.batches.with(index, { ...batch, method: how }))
      }
    }
  }
  /** Joins compatible neighbours by due date as long as the plan improves. */
  joinNeighbours(): void {
    for (const span of BATCH_SPANS) {
      for (const key of new Set(this.#urgent.map(getBatchKey))) {
        for (let index = 0; ; index++) {
          const batches = this.#best!.batches
          const sameKeyBatches = batches.filter((b) => getBatchKey(b.orders[0]!) === key)
          const neighbours = sameKeyBatches.slice(index, index + span)
          if (neighbours.length < 2) break
          if (!this.#hasTime()) return
          const orders = neighbours.flatMap((b) => b.orders).sort((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1))
          const joinedBatch: CutBatch = { orders, method: 'together' }
          const others = batches.filter((b) => !neighbours.includes(b))
          const place = others.filter((b) => batches.indexOf(b) < batches.indexOf(neighbours[0]!)).length
          const tried = this.#try(others.toSpliced(place, 0, joinedBatch))
          if (!tried && span > 2) index += span - 1
        }
      }
    }
  }
  /**
   * Solves the same batches with the integer solver, each with its share of the remaining time. If the search was cut
   * off to reserve that time and the solver needed less, the search continues.
   */
  solveWithSolver(): void {
    this.#solveWhole()
    if (!this.resources.solve || !this.#isCutOff || this.resources.secondsLeft() <= 0) return
    this.#forSolver = this.resources.secondsLeft() / 3
    this.#isCutOff = false
    if (this.#isKept()) this.#try(buildBatches(this.#urgent, 'together'))
    this.joinNeighbours()
    this.#solveWhole()
  }
  #solveWhole(): void {
    const { solve, secondsLeft } = this.resources
    if (!solve) return
    const batches = this.#best!.batches.map((batch): CutBatch =>
      batch.method === 'manual' ? { ...batch, method: 'together' } : batch,
    )
    let open = batches.filter((b) => b.method === 'together').length
    if (open === 0) return
    this.#solverEnds = []
    const solveWhole = (problem: CuttingStockProblem) => {
      const key = JSON.stringify(problem)
      const previousPlan = this.#known.get(key)
      const ends = secondsLeft() * (1 - 1 / Math.max(1, open--))
      if (previousPlan?.termination === 'optimal' || secondsLeft() <= 0) return previousPlan ?? this.#quick(problem)
      const wholePlan = planWholeSets(problem, { solve, secondsLeft: () => secondsLeft() - ends })
      this.#known.set(key, wholePlan)
      return wholePlan
    }
    this.#try(batches, (problem) => {
      const whole = solveWhole(problem)
      this.#solverEnds.push(whole.termination)
      return whole
    })
  }
  getCutPlan(): CutPlan {
    return this.#toCutPlan(this.#best!)
  }

  #isKept(): boolean {
    const { uncutRolls, lateOrders } = this.#best!.merits
    return uncutRolls === this.#never() && lateOrders === 0
  }
  /** Rolls that no plan can cut because they fit no jumbo. */
  #never(): number {
    return this.#best!.plan.unplanned.reduce((n, u) => {
      const order = this.#urgent.find((o) => o.id === u.orderId)!
      const fits = this.jumbos.some(
        (j) => j.product === order.product && j.length >= order.length && j.width - this.slitter.minTrim >= order.width,
      )
      return n + (u.reason === 'noJumbo' && fits ? 0 : u.rolls)
    }, 0)
  }
  #secondsLeft(): number {
    return this.resources.secondsLeft() - this.#forSolver
  }
  /** Returns whether time is left; if not, records that the search was cut off. */
  #hasTime(): boolean {
    if (this.#secondsLeft() > 0) return true
    this.#isCutOff = true
    return false
  }
  #quick(problem: CuttingStockProblem): WholeSetPlan {
    const key = JSON.stringify(problem)
    const knownPlan = this.#known.get(key)
    if (knownPlan) return knownPlan
    const wholePlan = planWholeSets(problem, { solve: null, secondsLeft: () => this.#secondsLeft() })
    this.#known.set(key, wholePlan)
    return wholePlan
  }
  #evaluate(
    batches: readonly CutBatch[],
    whole = (problem: CuttingStockProblem) => this.#quick(problem),
  ): EvaluatedPlan {
    const plan = planBatches(batches, this.#given(toJumboPieces(this.jumbos)), whole)
    return { batches, plan, merits: toMerits(plan) }
  }
  #given<T>(pieces: T) {
    return { orders: this.#urgent, pieces, slitter: this.slitter, startsAt: this.startsAt }
  }
  #tryReferences(batchLists: readonly (readonly CutBatch[])[]): void {
    const tried = batchLists.map((batches) => this.#evaluate(batches))
    this.#references.push(...tried.map(({ merits }) => merits))
    for (const one of tried) this.#keepIfBetter(one)
  }
  /** @returns whether these batches make the best plan so far */
  #try(batches: readonly CutBatch[], whole?: (problem: CuttingStockProblem) => WholeSetPlan): boolean {
    return this.#keepIfBetter(this.#evaluate(batches, whole))
  }
  #keepIfBetter(tried: EvaluatedPlan): boolean {
    if (this.#best && !isBetterPlan(tried.merits, this.#best.merits, this.#references)) return false
    const plan = groupPlanByJumbo(tried.plan, this.#given(null))
    this.#best = { ...tried, plan, merits: toMerits(plan) }
    this.onBetterPlan(this.#toCutPlan(this.#best, true))
    return true
  }
  #toCutPlan({ plan }: EvaluatedPlan, isInterim = false): CutPlan {
    const { cuts, late, unplanned, area, trimPercent } = plan
    const cut = calculateRollArea(cuts.map(({ sets, length, lanes }) => ({ sets, lengthM: length, lanes })))
    const leastNeeded = calculateLeastArea(plan, this.#urgent, this.jumbos, this.slitter, (p) =>
      this.#least(p, isInterim),
    )
    return {
      cuts,
      late,
      unplanned,
      trimPercent,
      boundPercent: Math.min(trimPercent, calculateTrimShare(cut, leastNeeded)),
      // An interim plan becomes the answer only when time runs out.
      termination: isInterim ? 'timeLimit' : this.#terminationOf(area <= leastNeeded * (1 + 1e-12)),
    }
  }
  #terminationOf(hasLeastArea: boolean): Termination {
    const isCutOff = this.#isCutOff || this.resources.secondsLeft() <= 0
    if (hasLeastArea && (!isCutOff || this.#isKept())) return 'optimal'
    const ends = this.resources.solve
      ? this.#solverEnds
      : [...this.#known.values()].map(({ termination }) => termination)
    if (isCutOff || ends.includes('timeLimit')) return 'timeLimit'
    return ends.includes('nodeLimit') ? 'nodeLimit' : 'feasible'
  }
  /**
   * Returns the least width that the sets of a problem take: the relaxation if there is time, else the rolls side by
   * side.
   */
  #least(problem: CuttingStockProblem, quickly: boolean): number {
    const knownPlan = this.#known.get(JSON.stringify(problem))
    if (knownPlan?.bound) return knownPlan.bound
    const perWidth = Math.min(...problem.stocks.map((stock) => getSetCost(stock) / stock.width))
    const rolls = problem.demands.reduce((sum, d) => sum + d.width * d.count, 0) * perWidth
    if (quickly || knownPlan || this.resources.secondsLeft() <= 0) return rolls
    const relaxed = solveRelaxation(problem, [], this.resources.secondsLeft)
    return relaxed.proven ? relaxed.bound : rolls
  }
}
