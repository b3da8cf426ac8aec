/** From open orders and uncut jumbos to slitting patterns 门幅搭配: least trim among the plans that keep the most due dates. */
import { relax } from './column-generation'
import type { Cut, CutPlan, OpenOrder, Slitter, UncutJumbo, Unplanned } from './orders'
import { uncut, type Problem, type Use } from './stock'
import { planWholeSets } from './whole-sets'

const MINUTE = 60_000
/** How often a plan is begun anew with the most urgent part of the orders first. */
const SPLITS = [1, 0.5, 0.25, 0.75]

/** Proposes what to cut, from `startsAt` on. The same input gives the same plan. Orders that nothing fits are said with the reason. */
export function proposeCuts(
  orders: readonly OpenOrder[],
  jumbos: readonly UncutJumbo[],
  slitter: Slitter,
  startsAt: number,
): CutPlan {
  const urgent = [...orders].sort((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1))
  const plans: CutPlan[] = []
  for (const part of SPLITS) {
    const first = Math.ceil(urgent.length * part)
    plans.push(planInTurns([urgent.slice(0, first), urgent.slice(first)], jumbos, slitter, startsAt))
    if (plans.at(-1)!.late.length === 0) break
  }
  const best = plans.reduce((a, b) => (isBetter(b, a) ? b : a))
  // The bound of cutting all at once holds for every plan that cuts all; of fewer rolls each plan says its own.
  const all = plans.find((plan) => plan.unplanned.length === 0 && plan.boundPercent !== null)
  return best.unplanned.length === 0 && all ? { ...best, boundPercent: all.boundPercent } : best
}
function isBetter(a: CutPlan, b: CutPlan): boolean {
  const merits = (plan: CutPlan) => [
    plan.unplanned.reduce((sum, u) => sum + u.rolls, 0),
    plan.late.length,
    plan.late.reduce((sum, l) => sum + l.endsAt - l.dueAt, 0),
    plan.trimPercent,
  ]
  const theirs = merits(b)
  const differs = merits(a)
    .map((merit, i) => merit - theirs[i]!)
    .find((difference) => difference !== 0)
  return differs !== undefined && differs < 0
}

interface Piece {
  id: string
  product: string
  width: number
  length: number
}
interface Draft extends Omit<Cut, 'startsAt' | 'endsAt'> {
  dueAt: number
}
function planInTurns(
  turns: readonly (readonly OpenOrder[])[],
  jumbos: readonly UncutJumbo[],
  slitter: Slitter,
  startsAt: number,
): CutPlan {
  const pieces: Piece[] = jumbos.map((j) => ({ ...j }))
  const drafts: Draft[] = []
  const unplanned: Unplanned[] = []
  let used = 0
  let needed: number | null = 0
  for (const turn of turns) {
    for (const group of groupsOf(turn)) {
      const made = planGroup(group, pieces, jumbos, slitter)
      drafts.push(...made.drafts)
      unplanned.push(...made.unplanned)
      used += made.area
      needed = needed === null || made.bound === null ? null : needed + made.bound
    }
  }
  // Rolls that could have lain side by side were planned apart: each turn's bound holds, their sum does not.
  const [first, ...later] = turns.map((turn) => new Set(turn.map(keyOf)))
  if (later.some((keys) => [...keys].some((key) => first!.has(key)))) needed = null
  const cuts = inTime(drafts, slitter, startsAt)
  const cut = cuts.reduce((sum, c) => sum + c.sets * c.length * c.lanes.reduce((w, l) => w + l.width * l.count, 0), 0)
  const percent = (area: number) => (area > 0 ? (1 - cut / area) * 100 : 0)
  return {
    cuts,
    unplanned,
    late: lateOrders(cuts, turns.flat()),
    trimPercent: percent(used),
    boundPercent: needed === null ? null : percent(needed),
  }
}
const keyOf = (order: OpenOrder): string => `${order.product} ${order.length}`
/** Orders that can lie side by side: one product, one length; the most urgent group first. */
function groupsOf(orders: readonly OpenOrder[]): OpenOrder[][] {
  const groups = new Map<string, OpenOrder[]>()
  for (const order of orders) {
    const key = keyOf(order)
    groups.set(key, [...(groups.get(key) ?? []), order])
  }
  return [...groups.values()]
}

function planGroup(
  orders: readonly OpenOrder[],
  pieces: Piece[],
  jumbos: readonly UncutJumbo[],
  slitter: Slitter,
): { drafts: Draft[]; unplanned: Unplanned[]; area: number; bound: number | null } {
  const { product, length } = orders[0]!
  const fitting = pieces.filter((p) => p.product === product && p.length >= length)
  const widest = Math.max(0, ...pieces.filter((p) => p.product === product).map((p) => p.width - slitter.minTrim))
  const can = orders.filter((o) => o.width >= slitter.minWidth && o.width <= widest && fitting.length > 0)
  const unplanned = orders
    .filter((o) => !can.includes(o))
    .map((o): Unplanned => ({
      orderId: o.id,
      rolls: o.rolls,
      reason: o.width < slitter.minWidth ? 'tooNarrow' : widest > 0 && o.width > widest ? 'tooWide' : 'noJumbo',
    }))
  if (can.length === 0) return { drafts: [], unplanned, area: 0, bound: 0 }
  const widths = [...new Set(can.map((o) => o.width))].sort((a, b) => b - a)
  const stockWidths = [...new Set(fitting.map((p) => p.width))]
  const problem: Problem = {
    demands: widths.map((width) => ({ width, count: can.reduce((n, o) => n + (o.width === width ? o.rolls : 0), 0) })),
    stocks: stockWidths.map((width) => ({
      width: width - slitter.minTrim,
      sets: fitting.reduce((n, p) => n + (p.width === width ? Math.floor(p.length / length) : 0), 0),
    })),
    lanes: slitter.knives - 1,
  }
  const plan = planWholeSets(problem)
  const missing = uncut(problem, plan.uses)
  const drafts = allot(plan.uses, problem, can, fitting, stockWidths, length)
  for (const [i, count] of missing.entries()) {
    // What stays uncut is taken from the orders that are due last.
    let left = count
    for (const order of can.filter((o) => o.width === widths[i]).toReversed()) {
      const rolls = Math.min(left, order.rolls)
      if (rolls > 0) unplanned.push({ orderId: order.id, rolls, reason: 'noJumbo' })
      left -= rolls
    }
  }
  const widthOf = (use: Use) => stockWidths[use.pattern.stock]!
  const area = plan.uses.reduce((sum, use) => sum + use.sets * widthOf(use) * length, 0)
  // Where the jumbos do not last, the bound is that of the rolls which the plan does cut.
  const planned = missing.every((n) => n <= 0)
    ? problem
    : { ...problem, demands: problem.demands.map((d, i) => ({ ...d, count: d.count - Math.max(0, missing[i]!) })) }
  return {
    drafts,
    unplanned,
    area,
    bound: boundArea(
      planned,
      planned === problem ? plan.bound : leastWidth(planned),
      jumbos.filter((j) => j.product === product),
      length,
      slitter,
    ),
  }
}

/** The least width that rolls take in any plan; null when that was not proven. */
function leastWidth(problem: Problem): number | null {
  const relaxed = relax(problem)
  return relaxed.proven ? relaxed.bound : null
}
/**
 * The least area that these rolls take from untouched jumbos, whatever else is cut from them; null when not proven. The
 * relaxation counts the width between the trimmed edges: each set, of which there are at least bound ÷ widest, trims more.
 */
function boundArea(
  problem: Problem,
  bound: number | null,
  jumbos: readonly UncutJumbo[],
  length: number,
  { minTrim }: Slitter,
): number | null {
  const widths = [...new Set(jumbos.map((j) => j.width))]
  const stocks = widths.map((width) => ({
    width: width - minTrim,
    sets: jumbos.reduce((n, j) => n + (j.width === width ? Math.floor(j.length / length) : 0), 0),
  }))
  const setsOf = (stock: readonly { sets: number }[]) => stock.reduce((n, s) => n + s.sets, 0)
  const relaxed = setsOf(stocks) === setsOf(problem.stocks) ? null : relax({ ...problem, stocks })
  const least = relaxed === null ? bound : relaxed.proven ? relaxed.bound : null
  return least === null ? null : least * (1 + minTrim / Math.max(...stocks.map((s) => s.width))) * length
}

/** Gives the sets to jumbos, oldest first, and the lanes to orders, most urgent first; urgent patterns are cut first. */
function allot(
  uses: readonly Use[],
  problem: Problem,
  orders: readonly OpenOrder[],
  pieces: Piece[],
  stockWidths: readonly number[],
  length: number,
): Draft[] {
  const left = new Map(orders.map((o) => [o.id, o.rolls]))
  const due = (use: Use) =>
    Math.min(
      ...orders
        .filter((o) => use.pattern.counts.some((c, i) => c > 0 && problem.demands[i]!.width === o.width))
        .map((o) => o.dueAt),
    )
  const drafts: Draft[] = []
  for (const use of [...uses].sort((a, b) => due(a) - due(b) || b.sets - a.sets)) {
    const width = stockWidths[use.pattern.stock]!
    const lanes = use.pattern.counts.flatMap((count, i) =>
      count > 0 ? [{ width: problem.demands[i]!.width, count }] : [],
    )
    for (let sets = use.sets; sets > 0;) {
      const jumbo = pieces.find((p) => p.width === width && p.length >= length)
      if (!jumbo) throw new Error('more sets planned than the jumbos hold')
      const now = Math.min(sets, Math.floor(jumbo.length / length))
      jumbo.length -= now * length
      sets -= now
      const rolls = lanes.flatMap((lane) => rollsFor(lane, now, orders, left))
      const dueAt = Math.min(...rolls.map((r) => orders.find((o) => o.id === r.orderId)!.dueAt))
      drafts.push({
        jumboId: jumbo.id,
        length,
        sets: now,
        lanes,
        trim: width - lanes.reduce((sum, l) => sum + l.width * l.count, 0),
        rolls,
        dueAt,
      })
    }
  }
  return drafts
}
function rollsFor(
  lane: { width: number; count: number },
  sets: number,
  orders: readonly OpenOrder[],
  left: Map<string, number>,
): Cut['rolls'][number][] {
  let rolls = lane.count * sets
  const given: Cut['rolls'][number][] = []
  for (const order of orders) {
    if (order.width !== lane.width || rolls === 0) continue
    const now = Math.min(rolls, left.get(order.id) ?? 0)
    if (now === 0) continue
    left.set(order.id, (left.get(order.id) ?? 0) - now)
    rolls -= now
    given.push({ orderId: order.id, width: lane.width, rolls: now })
  }
  return given
}

/** One after the other by due date; sets of one slitting pattern stay together. */
function inTime(drafts: readonly Draft[], slitter: Slitter, startsAt: number): Cut[] {
  let at = startsAt
  let before: string | null = null
  return [...drafts]
    .sort((a, b) => a.dueAt - b.dueAt)
    .map(({ dueAt: _due, ...draft }) => {
      const lanes = draft.lanes.map((l) => `${l.count}x${l.width}`).join('+')
      const minutes =
        draft.sets * (draft.length / slitter.speed + slitter.setMinutes) +
        (lanes === before ? 0 : slitter.changeoverMinutes)
      const cut = { ...draft, startsAt: at, endsAt: at + minutes * MINUTE }
      at = cut.endsAt
      before = lanes
      return cut
    })
}
function lateOrders(cuts: readonly Cut[], orders: readonly OpenOrder[]): CutPlan['late'] {
  const ends = new Map<string, number>()
  for (const cut of cuts)
    for (const { orderId } of cut.rolls) ends.set(orderId, Math.max(ends.get(orderId) ?? 0, cut.endsAt))
  return orders.flatMap((o) => {
    const endsAt = ends.get(o.id)
    return endsAt !== undefined && endsAt > o.dueAt ? [{ orderId: o.id, endsAt, dueAt: o.dueAt }] : []
  })
}
