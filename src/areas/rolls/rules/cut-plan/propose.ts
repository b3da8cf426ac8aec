/**
 * From open orders and uncut jumbos to slitting patterns 门幅搭配. What counts, one after the other: rolls that stay uncut, due
 * dates, jumbos begun, width used, jumbos put on again.
 */
import { aloneWays, keyOf, piecesOf, planBatch, type Alone, type Batch, type Draft } from './batch'
import { leastArea } from './bound'
import { relax } from './column-generation'
import { unaided, type Means } from './integer'
import type { CutPlan, OpenOrder, Slitter, UncutJumbo, Unplanned } from './orders'
import { inTime, latenessOf, mountsOf, together } from './sequence'
import type { Problem } from './stock'
import { rollArea, trimShare } from './trim'
import { planWholeSets, type WholePlan } from './whole-sets'

/** How many neighbours by due date are tried in one batch. */
const SPANS = [32, 8, 4, 2, 2]

/**
 * Proposes what to cut, from `startsAt` on; orders that nothing fits are said with the reason. Begun with all orders that can lie
 * side by side at once; where that makes one late, each is cut alone in due order, and neighbours are joined as long as no
 * date suffers. The same input gives the same plan as long as the time lasts.
 * @param found told of every plan that is better than those before
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
  readonly plan: Pick<CutPlan, 'cuts' | 'late' | 'unplanned'>
  readonly area: number
  readonly merits: readonly number[]
}
class Search {
  readonly #urgent: readonly OpenOrder[]
  readonly #known = new Map<string, WholePlan>()
  readonly #forSolver: number
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
  /** All at once, and each order alone in due order; where the jumbos do not last, also the longest rolls first. */
  begin(): void {
    const longest = (batches: Batch[]) => batches.toSorted((a, b) => b.orders[0]!.length - a.orders[0]!.length)
    const alone = (how: Alone) => this.#urgent.map((order): Batch => ({ orders: [order], how }))
    const widths = [...new Set(this.jumbos.map((j) => j.width))]
    // Quick to make: there is an answer when the time ends before anything better is found, and dates that are kept by
    // cutting as a person would, one order after the other, are kept by it.
    for (const how of ['fewest', 'first'] as const) this.#try(alone(how))
    if (this.#secondsLeft() <= 0) return
    const isBest = this.#try(this.#together())
    if (this.#isKept()) {
      for (const only of isBest && widths.length > 1 ? widths : []) this.#try(this.#together(only))
      return
    }
    this.#try(longest(this.#together()))
    for (const how of aloneWays) {
      this.#try(alone(how))
      if (this.#best!.merits[0]! > 0) this.#try(longest(alone(how)))
    }
    this.#vary()
  }
  /** Other ways for single orders, as long as some are late. */
  #vary(): void {
    for (let at = 0; at < this.#best!.batches.length && !this.#isKept() && this.#secondsLeft() > 0; at++) {
      for (const how of aloneWays) {
        const batch = this.#best!.batches[at]!
        if (batch.how !== 'together' && batch.how !== how) this.#try(this.#best!.batches.with(at, { ...batch, how }))
      }
    }
  }
  /** Joins neighbours by due date that can lie side by side, as long as that makes the plan better. */
  join(): void {
    for (const span of SPANS) {
      for (const key of new Set(this.#urgent.map(keyOf))) {
        for (let at = 0; this.#secondsLeft() > 0; at++) {
          const batches = this.#best!.batches
          const same = batches.filter((b) => keyOf(b.orders[0]!) === key)
          const some = same.slice(at, at + span)
          if (some.length < 2) break
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
  /** The same batches by the integer solver, each with its share of the time that is left. */
  finish(): void {
    const { solve, secondsLeft } = this.means
    if (!solve) return
    const batches = this.#best!.batches
    let open = batches.filter((b) => b.how === 'together').length
    const whole = (problem: Problem) => {
      const key = JSON.stringify(problem)
      const before = this.#known.get(key)
      const ends = secondsLeft() * (1 - 1 / Math.max(1, open--))
      if (before?.bound === before?.cost || secondsLeft() <= 0) return before ?? this.#quick(problem)
      const made = planWholeSets(problem, { solve, secondsLeft: () => secondsLeft() - ends })
      this.#known.set(key, made)
      return made
    }
    this.#try(batches, whole)
  }
  answer(): CutPlan {
    return this.#said(this.#best!)
  }

  #together(only?: number): Batch[] {
    return [...new Set(this.#urgent.map(keyOf))].map((key) => ({
      orders: this.#urgent.filter((o) => keyOf(o) === key),
      how: 'together',
      ...(only === undefined ? {} : { only }),
    }))
  }
  #isKept(): boolean {
    const [missing, late] = this.#best!.merits
    return missing === this.#never() && late === 0
  }
  /** Rolls that no plan cuts, as they fit no jumbo. */
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
  #quick(problem: Problem): WholePlan {
    const key = JSON.stringify(problem)
    const known = this.#known.get(key)
    if (known) return known
    const made = planWholeSets(problem, { solve: null, secondsLeft: () => this.#secondsLeft() })
    this.#known.set(key, made)
    return made
  }
  /** @returns whether these batches make the best plan so far */
  #try(batches: readonly Batch[], whole = (problem: Problem) => this.#quick(problem)): boolean {
    const pieces = piecesOf(this.jumbos)
    const drafts: Draft[] = []
    const unplanned: Unplanned[] = []
    for (const batch of batches) {
      const made = planBatch(batch, pieces, this.slitter, whole)
      drafts.push(...made.drafts)
      unplanned.push(...made.unplanned)
    }
    const timed = inTime(drafts, this.#urgent, this.slitter, this.startsAt)
    const widths = new Map(pieces.map((p) => [p.id, p.width]))
    const area = drafts.reduce((sum, d) => sum + d.sets * d.length * widths.get(d.jumboId)!, 0)
    const missing = unplanned.reduce((sum, u) => sum + u.rolls, 0)
    const begun = pieces.filter((p) => p.left < p.whole).length
    const meritsOf = ({ cuts, late }: typeof timed) => [
      missing,
      late.length,
      latenessOf(late),
      begun,
      area,
      mountsOf(cuts),
    ]
    if (this.#best && !isLess(meritsOf(timed), this.#best.merits)) return false
    const kept = together(timed, this.#urgent, this.slitter, this.startsAt)
    this.#best = { batches, plan: { ...kept, unplanned }, area, merits: meritsOf(kept) }
    this.found(this.#said(this.#best, true))
    return true
  }
  #said({ plan, area }: Tried, quickly = false): CutPlan {
    const cut = rollArea(plan.cuts.map(({ sets, length, lanes }) => ({ sets, lengthM: length, lanes })))
    const needed = leastArea(plan, this.#urgent, this.jumbos, this.slitter, (p) => this.#least(p, quickly))
    return { ...plan, trimPercent: trimShare(cut, area), boundPercent: trimShare(cut, needed) }
  }
  /** The least width that the sets of a problem take: the relaxation where there is time for it, else the rolls side by side. */
  #least(problem: Problem, quickly: boolean): number {
    const known = this.#known.get(JSON.stringify(problem))
    if (known?.bound) return known.bound
    const rolls = problem.demands.reduce((sum, d) => sum + d.width * d.count, 0)
    if (quickly || known || this.means.secondsLeft() <= 0) return rolls
    const relaxed = relax(problem, [], this.means.secondsLeft)
    return relaxed.proven ? relaxed.bound : rolls
  }
}
function isLess(a: readonly number[], b: readonly number[]): boolean {
  const i = a.findIndex((merit, k) => merit !== b[k])
  return i >= 0 && a[i]! < b[i]!
}
