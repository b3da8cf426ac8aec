/**
 * Plans slitting patterns 门幅搭配 from open orders and uncut jumbos. Criteria in order: uncut rolls, due dates, no more
 * trim than the manual plan and plans of one width, jumbos begun, width used, jumbos remounted.
 */
import { aloneWays, batchesOfAll, keyOf, piecesOf, type Alone, type Batch } from './batch'
import { leastArea } from './bound'
import { relax } from './column-generation'
import { unaided, type Means } from './integer'
import { isBetterPlan, toMerits, type Merits } from './merits'
import type { CutPlan, OpenOrder, Slitter, UncutJumbo } from './orders'
import { gatherJumbos, planBatches, type BatchesPlan } from './plan-batches'
import { setCost, type Problem } from './stock'
import type { Termination } from './termination'
import { rollArea, trimShare } from './trim'
import { planWholeSets, type WholePlan } from './whole-sets'

/** Numbers of neighbours by due date that are tried in one batch. */
const SPANS = [32, 8, 4, 2, 2]

/**
 * Proposes what to cut from `startsAt` on; orders that fit nowhere are returned with a reason. The search starts with
 * simple plans: each order alone by due date, and the manual plan. It then plans all compatible orders at once. If that
 * makes an order late, it joins neighbours of the best plan as long as no due date suffers. At equal dates the proposal
 * never trims more than a simple plan. The same input gives the same plan unless time runs out.
 * @param onBetterPlan called with every plan that is better than those before
 */
export function proposeCuts(
  orders: readonly OpenOrder[],
  jumbos: readonly UncutJumbo[],
  slitter: Slitter,
  startsAt: number,
  means: Means = unaided,
  found: (plan: CutPlan) => void = () => {},
): CutPlan {
  const search = new Search(orders, jumbos, slitter, startsAt, means, found)
  search.begin()
  search.join()
  search.finish()
  return search.answer()
}

interface Tried {
  readonly batches: readonly Batch[]
  readonly plan: BatchesPlan
  readonly merits: Merits
}
class Search {
  readonly #urgent: readonly OpenOrder[]
  readonly #known = new Map<string, WholePlan>()
  readonly #references: Merits[] = []
  /** Seconds reserved for the integer solver at the end. */
  #forSolver: number
  #isCutOff = false
  /** How the integer solver ended for each batch of the last plan it improved. */
  #solverEnds: Termination[] = []
  #best: Tried | null = null

  constructor(
    orders: readonly OpenOrder[],
    readonly jumbos: readonly UncutJumbo[],
    readonly slitter: Slitter,
    readonly startsAt: number,
    readonly means: Means,
    readonly found: (plan: CutPlan) => void,
  ) {
    this.#urgent = [...orders].sort((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1))
    this.#forSolver = means.solve ? means.secondsLeft() / 2 : 0
  }
  /** Tries simple plans, then all orders at once; if the jumbos do not suffice, also the longest rolls first. */
  begin(): void {
    const longest = (batches: Batch[]) => batches.toSorted((a, b) => b.orders[0]!.length - a.orders[0]!.length)
    const alone = (how: Alone) => this.#urgent.map((order): Batch => ({ orders: [order], how }))
    const widths = [...new Set(this.jumbos.map((j) => j.width))]
    // Reference plans are quick. They guarantee an answer when time runs out, and due dates that a person could keep.
    this.#tryReferences([
      ...aloneWays.map(alone),
      batchesOfAll(this.#urgent, 'manual'),
      ...(widths.length > 1 ? widths.map((only) => batchesOfAll(this.#urgent, 'manual', only)) : []),
    ])
    if (!this.#hasTime()) return
    this.#try(batchesOfAll(this.#urgent, 'together'))
    if (this.#isKept()) {
      // Jumbos of a single width may take more web but be fewer.
      for (const only of widths.length > 1 ? widths : []) {
        if (!this.#hasTime()) return
        this.#try(batchesOfAll(this.#urgent, 'together', only))
      }
      return
    }
    this.#try(longest(batchesOfAll(this.#urgent, 'together')))
    for (const how of aloneWays) if (this.#best!.merits.uncutRolls > 0) this.#try(longest(alone(how)))
    this.#vary()
  }
  /** Tries other methods for single orders as long as some are late. */
  #vary(): void {
    for (let at = 0; at < this.#best!.batches.length && !this.#isKept() && this.#hasTime(); at++) {
      for (const how of aloneWays) {
        const batch = this.#best!.batches[at]!
        if (aloneWays.includes(batch.how as Alone) && batch.how !== how)
          this.#try(this.#best!.batches.with(at, { ...batch, how }))
      }
    }
  }
  /** Joins compatible neighbours by due date as long as the plan improves. */
  join(): void {
    for (const span of SPANS) {
      for (const key of new Set(this.#urgent.map(keyOf))) {
        for (let at = 0; ; at++) {
          const batches = this.#best!.batches
          const same = batches.filter((b) => keyOf(b.orders[0]!) === key)
          const some = same.slice(at, at + span)
          if (some.length < 2) break
          if (!this.#hasTime()) return
          const orders = some.flatMap((b) => b.orders).sort((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1))
          const joined: Batch = { orders, how: 'together' }
          const others = batches.filter((b) => !some.includes(b))
          const place = others.filter((b) => batches.indexOf(b) < batches.indexOf(some[0]!)).length
          const tried = this.#try(others.toSpliced(place, 0, joined))
          if (!tried && span > 2) at += span - 1
        }
      }
    }
  }
  /**
   * Solves the same batches with the integer solver, each with its share of the remaining time. If the search was cut
   * off to reserve that time and the solver needed less, the search continues.
   */
  finish(): void {
    this.#solveWhole()
    if (!this.means.solve || !this.#isCutOff || this.means.secondsLeft() <= 0) return
    this.#forSolver = this.means.secondsLeft() / 3
    this.#isCutOff = false
    if (this.#isKept()) this.#try(batchesOfAll(this.#urgent, 'together'))
    this.join()
    this.#solveWhole()
  }
  #solveWhole(): void {
    const { solve, secondsLeft } = this.means
    if (!solve) return
    const batches = this.#best!.batches.map((batch): Batch =>
      batch.how === 'manual' ? { ...batch, how: 'together' } : batch,
    )
    let open = batches.filter((b) => b.how === 'together').length
    if (open === 0) return
    this.#solverEnds = []
    const solveWhole = (problem: Problem) => {
      const key = JSON.stringify(problem)
      const before = this.#known.get(key)
      const ends = secondsLeft() * (1 - 1 / Math.max(1, open--))
      if (before?.termination === 'optimal' || secondsLeft() <= 0) return before ?? this.#quick(problem)
      const made = planWholeSets(problem, { solve, secondsLeft: () => secondsLeft() - ends })
      this.#known.set(key, made)
      return made
    }
    this.#try(batches, (problem) => {
      const whole = solveWhole(problem)
      this.#solverEnds.push(whole.termination)
      return whole
    })
  }
  answer(): CutPlan {
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
    return this.means.secondsLeft() - this.#forSolver
  }
  /** Returns whether time is left; if not, records that the search was cut off. */
  #hasTime(): boolean {
    if (this.#secondsLeft() > 0) return true
    this.#isCutOff = true
    return false
  }
  #quick(problem: Problem): WholePlan {
    const key = JSON.stringify(problem)
    const known = this.#known.get(key)
    if (known) return known
    const made = planWholeSets(problem, { solve: null, secondsLeft: () => this.#secondsLeft() })
    this.#known.set(key, made)
    return made
  }
  #evaluate(batches: readonly Batch[], whole = (problem: Problem) => this.#quick(problem)): Tried {
    const plan = planBatches(batches, this.#given(piecesOf(this.jumbos)), whole)
    return { batches, plan, merits: toMerits(plan) }
  }
  #given<T>(pieces: T) {
    return { orders: this.#urgent, pieces, slitter: this.slitter, startsAt: this.startsAt }
  }
  #tryReferences(batchLists: readonly (readonly Batch[])[]): void {
    const tried = batchLists.map((batches) => this.#evaluate(batches))
    this.#references.push(...tried.map(({ merits }) => merits))
    for (const one of tried) this.#keepIfBetter(one)
  }
  /** @returns whether these batches make the best plan so far */
  #try(batches: readonly Batch[], whole?: (problem: Problem) => WholePlan): boolean {
    return this.#keepIfBetter(this.#evaluate(batches, whole))
  }
  #keepIfBetter(tried: Tried): boolean {
    if (this.#best && !isBetterPlan(tried.merits, this.#best.merits, this.#references)) return false
    const plan = gatherJumbos(tried.plan, this.#given(null))
    this.#best = { ...tried, plan, merits: toMerits(plan) }
    this.found(this.#toCutPlan(this.#best, true))
    return true
  }
  #toCutPlan({ plan }: Tried, isInterim = false): CutPlan {
    const { cuts, late, unplanned, area, trimPercent } = plan
    const cut = rollArea(cuts.map(({ sets, length, lanes }) => ({ sets, lengthM: length, lanes })))
    const needed = leastArea(plan, this.#urgent, this.jumbos, this.slitter, (p) => this.#least(p, isInterim))
    return {
      cuts,
      late,
      unplanned,
      trimPercent,
      boundPercent: Math.min(trimPercent, trimShare(cut, needed)),
      // An interim plan becomes the answer only when time runs out.
      termination: isInterim ? 'timeLimit' : this.#terminationOf(area <= needed * (1 + 1e-12)),
    }
  }
  #terminationOf(hasLeastArea: boolean): Termination {
    const isCutOff = this.#isCutOff || this.means.secondsLeft() <= 0
    if (hasLeastArea && (!isCutOff || this.#isKept())) return 'optimal'
    const ends = this.means.solve ? this.#solverEnds : [...this.#known.values()].map(({ termination }) => termination)
    if (isCutOff || ends.includes('timeLimit')) return 'timeLimit'
    return ends.includes('nodeLimit') ? 'nodeLimit' : 'feasible'
  }
  /**
   * Returns the least width that the sets of a problem take: the relaxation if there is time, else the rolls side by
   * side.
   */
  #least(problem: Problem, quickly: boolean): number {
    const known = this.#known.get(JSON.stringify(problem))
    if (known?.bound) return known.bound
    const perWidth = Math.min(...problem.stocks.map((stock) => setCost(stock) / stock.width))
    const rolls = problem.demands.reduce((sum, d) => sum + d.width * d.count, 0) * perWidth
    if (quickly || known || this.means.secondsLeft() <= 0) return rolls
    const relaxed = relax(problem, [], this.means.secondsLeft)
    return relaxed.proven ? relaxed.bound : rolls
  }
}
