import { firstFitDecreasing } from './first-fit'
import type { Cut, OpenOrder, Slitter, UncutJumbo, Unplanned } from './orders'
import { setCost, uncut, type Problem, type Use } from './stock'
import type { WholePlan } from './whole-sets'

/** The metres of a jumbo that are still free while a plan is made. */
export interface Piece {
  readonly id: string
  readonly product: string
  readonly width: number
  /** Metres of the untouched jumbo. */
  readonly whole: number
  left: number
}
/** Returns the untouched pieces of the jumbos. */
export const piecesOf = (jumbos: readonly UncutJumbo[]): Piece[] =>
  jumbos.map(({ id, product, width, length }) => ({ id, product, width, whole: length, left: length }))

/**
 * Orders of one product and length that are planned together. `together` uses patterns over all their widths, `manual`
 * does the same by first-fit decreasing. The other methods cut a single order in the fewest sets, or from the first,
 * widest or narrowest jumbos. `only` restricts the batch to jumbos of that width.
 */
export interface Batch {
  readonly orders: readonly OpenOrder[]
  readonly how: 'together' | 'manual' | Alone
  readonly only?: number
}
export const aloneWays = ['fewest', 'first', 'widest', 'narrowest'] as const
export type Alone = (typeof aloneWays)[number]
/** Sets of a cut with the same due date, before they are scheduled. */
export interface Draft extends Omit<Cut, 'startsAt' | 'endsAt'> {
  readonly dueAt: number
}
/** Returns the key of orders that can lie side by side: same product, same length. */
export const keyOf = (order: OpenOrder): string => `${order.product} ${order.length}`

/** Groups all orders into one batch per product and length. */
export const batchesOfAll = (orders: readonly OpenOrder[], how: Batch['how'], only?: number): Batch[] =>
  [...new Set(orders.map(keyOf))].map((key) => ({
    orders: orders.filter((order) => keyOf(order) === key),
    how,
    ...(only === undefined ? {} : { only }),
  }))

/**
 * Builds the demands and stocks of orders that can lie side by side. The number of sets is capped at the rolls ordered,
 * as more make no difference.
 */
export function problemOf(orders: readonly OpenOrder[], pieces: readonly Piece[], slitter: Slitter): Problem {
  const { length } = orders[0]!
  const widths = [...new Set(orders.map((o) => o.width))].sort((a, b) => b - a)
  const rolls = orders.reduce((n, o) => n + o.rolls, 0)
  return {
    demands: widths.map((width) => ({
      width,
      count: orders.reduce((n, o) => n + (o.width === width ? o.rolls : 0), 0),
    })),
    stocks: [...new Set(pieces.map((p) => p.width))].map((width) => ({
      width: width - slitter.minTrim,
      webWidth: width,
      sets: Math.min(
        rolls,
        pieces.reduce((n, p) => n + (p.width === width ? Math.floor(p.left / length) : 0), 0),
      ),
    })),
    lanes: slitter.knives - 1,
  }
}

/** Plans a batch and takes its metres from the pieces. */
export function planBatch(
  batch: Batch,
  pieces: readonly Piece[],
  slitter: Slitter,
  whole: (problem: Problem) => WholePlan,
): { drafts: Draft[]; unplanned: Unplanned[] } {
  const { product, length } = batch.orders[0]!
  const ofProduct = pieces.filter((p) => p.product === product)
  const widest = ofProduct.reduce((w, p) => Math.max(w, p.width - slitter.minTrim), 0)
  const fitting = ofProduct.filter((p) => p.left >= length && (batch.only === undefined || p.width === batch.only))
  const most = fitting.reduce((w, p) => Math.max(w, p.width - slitter.minTrim), 0)
  const can = batch.orders.filter((o) => o.width >= slitter.minWidth && o.width <= most)
  const unplanned = batch.orders
    .filter((o) => !can.includes(o))
    .map((o): Unplanned => ({
      orderId: o.id,
      rolls: o.rolls,
      reason: o.width < slitter.minWidth ? 'tooNarrow' : widest > 0 && o.width > widest ? 'tooWide' : 'noJumbo',
    }))
  if (can.length === 0) return { drafts: [], unplanned }
  const problem = problemOf(can, fitting, slitter)
  if (batch.how !== 'together' && batch.how !== 'manual') {
    const { drafts, left } = cutAlone(can[0]!, batch.how, fitting, slitter)
    if (left > 0) unplanned.push({ orderId: can[0]!.id, rolls: left, reason: 'noJumbo' })
    return { drafts, unplanned }
  }
  const uses = batch.how === 'manual' ? firstFitDecreasing(problem) : whole(problem).uses
  for (const [i, missing] of uncut(problem, uses).entries()) {
    // Uncut rolls are taken from the orders that are due last.
    let left = missing
    for (const order of can.filter((o) => o.width === problem.demands[i]!.width).toReversed()) {
      const rolls = Math.min(left, order.rolls)
      if (rolls > 0) unplanned.push({ orderId: order.id, rolls, reason: 'noJumbo' })
      left -= rolls
    }
  }
  return { drafts: allot(uses, problem, can, fitting), unplanned }
}

/** Cuts the width of one order as often side by side as fits, the remainder in a last set. */
function cutAlone(
  order: OpenOrder,
  how: Alone,
  pieces: readonly Piece[],
  slitter: Slitter,
): { drafts: Draft[]; left: number } {
  const { id: orderId, width, length, dueAt } = order
  const fits = (piece: Piece) => Math.min(slitter.knives - 1, Math.floor((piece.width - slitter.minTrim) / width))
  const drafts: Draft[] = []
  let left = order.rolls
  const rank: Record<Alone, (piece: Piece) => number> = {
    fewest: (piece) => piece.width - Math.min(left, fits(piece)) * 1e6,
    first: () => 0,
    widest: (piece) => -piece.width,
    narrowest: (piece) => piece.width,
  }
  while (left > 0) {
    const free = pieces.filter((p) => p.left >= length && fits(p) > 0)
    if (free.length === 0) break
    const ranks = free.map(rank[how])
    const piece = free[ranks.indexOf(Math.min(...ranks))]!
    const count = Math.min(left, fits(piece))
    const sets = Math.min(Math.floor(piece.left / length), Math.floor(left / count))
    piece.left -= sets * length
    left -= sets * count
    drafts.push({
      jumboId: piece.id,
      length,
      sets,
      lanes: [{ width, count }],
      trim: piece.width - count * width,
      rolls: [{ orderId, width, rolls: sets * count }],
      dueAt,
    })
  }
  return { drafts, left }
}

/** Assigns sets to jumbos and lanes to orders, most urgent first. */
function allot(
  uses: readonly Use[],
  problem: Problem,
  orders: readonly OpenOrder[],
  pieces: readonly Piece[],
): Draft[] {
  const { length } = orders[0]!
  const left = new Map(orders.map((o) => [o.id, o.rolls]))
  const due = (use: Use) =>
    Math.min(
      ...orders
        .filter((o) => use.pattern.counts.some((c, i) => c > 0 && problem.demands[i]!.width === o.width))
        .map((o) => o.dueAt),
    )
  const drafts: Draft[] = []
  const byDue = uses.map((use) => ({ use, at: due(use) })).sort((a, b) => a.at - b.at || b.use.sets - a.use.sets)
  for (const { use } of byDue) {
    const width = setCost(problem.stocks[use.pattern.stock]!)
    const lanes = use.pattern.counts.flatMap((count, i) =>
      count > 0 ? [{ width: problem.demands[i]!.width, count }] : [],
    )
    const trim = width - lanes.reduce((sum, l) => sum + l.width * l.count, 0)
    for (let sets = use.sets; sets > 0;) {
      const jumbo = bestPiece(pieces, width, length, sets)
      if (!jumbo) throw new Error('more sets planned than the jumbos hold')
      const now = Math.min(sets, Math.floor(jumbo.left / length))
      jumbo.left -= now * length
      sets -= now
      for (const part of byUrgency(lanes, now, orders, left))
        drafts.push({ jumboId: jumbo.id, length, lanes, trim, ...part })
    }
  }
  return drafts
}
/**
 * Returns the jumbo to cut the given number of sets from: one already begun, else the shortest that holds them all,
 * else the longest; the first of equals. This keeps long jumbos for orders of long rolls and begins as few as possible.
 */
function bestPiece(pieces: readonly Piece[], width: number, length: number, sets: number): Piece | null {
  let best: Piece | null = null
  let least = Infinity
  for (const piece of pieces) {
    const holds = Math.floor(piece.left / length)
    if (piece.width !== width || holds === 0) continue
    const rest = piece.left - Math.min(sets, holds) * length
    const rank = (piece.left < piece.whole ? 0 : 1e9) + (holds >= sets ? rest : 5e8 - piece.left)
    if (rank < least) {
      best = piece
      least = rank
    }
  }
  return best
}
/** Splits consecutive sets by the due date of their most urgent order, with the rolls that they give to each order. */
function byUrgency(
  lanes: Cut['lanes'],
  sets: number,
  orders: readonly OpenOrder[],
  left: Map<string, number>,
): Pick<Draft, 'sets' | 'rolls' | 'dueAt'>[] {
  const parts: { sets: number; rolls: { orderId: string; width: number; rolls: number }[]; dueAt: number }[] = []
  for (let n = 0; n < sets; n++) {
    const rolls: { orderId: string; width: number; rolls: number }[] = []
    let dueAt = Infinity
    for (const lane of lanes) {
      let open = lane.count
      for (const order of orders) {
        const now = order.width === lane.width ? Math.min(open, left.get(order.id)!) : 0
        if (now === 0) continue
        left.set(order.id, left.get(order.id)! - now)
        open -= now
        dueAt = Math.min(dueAt, order.dueAt)
        rolls.push({ orderId: order.id, width: lane.width, rolls: now })
      }
    }
    const last = parts.at(-1)
    if (last?.dueAt !== dueAt) parts.push({ sets: 1, rolls, dueAt })
    else {
      last.sets += 1
      addRolls(last.rolls, rolls)
    }
  }
  return parts
}
/** Adds rolls to the entries of the same order and width. */
export function addRolls(sum: { orderId: string; width: number; rolls: number }[], more: Cut['rolls']): void {
  for (const roll of more) {
    const same = sum.find((r) => r.orderId === roll.orderId && r.width === roll.width)
    if (same) same.rolls += roll.rolls
    else sum.push({ ...roll })
  }
}
