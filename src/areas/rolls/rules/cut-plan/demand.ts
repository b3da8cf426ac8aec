import { countLanes, parseSlittingPattern } from '@/areas/orders/rules/slitting-pattern'
import { webKg } from '@/areas/orders/rules/web'

/** What a work order says of the rolls it wants. Widths in mm, lengths in m, masses in kg, grammage in g/m². */
export interface Wanted {
  readonly slittingPattern: string | null
  readonly widthMm: number | null
  readonly rollLengthM: number | null
  readonly orderedRolls: number | null
  readonly orderedKg: number | null
  readonly rollKg: number | null
  readonly gsm: number | null
}
export interface WidthDemand {
  readonly width: number
  readonly rolls: number
}
export type Demand =
  | { readonly ok: true; readonly length: number; readonly widths: readonly WidthDemand[] }
  | { readonly ok: false; readonly reason: 'noWidth' | 'noLength' | 'noCount' }

/**
 * How many rolls of which width an order still wants: of its own width, that of its slit rolls (a slitting pattern then says
 * beside which others it may lie); an order without one, or with one that its slitting pattern does not cut, wants the widths of
 * its slitting pattern in their proportions. Rolls as ordered, else by mass. @param made rolls cut already, by width
 */
export function demandOf(order: Wanted, made: ReadonlyMap<number, number>): Demand {
  const lanes = parseSlittingPattern(order.slittingPattern ?? '') ?? []
  const own = order.widthMm !== null && (lanes.length === 0 || lanes.some((l) => l.width === order.widthMm))
  const shares = own ? [{ width: order.widthMm!, count: 1 }] : lanes
  if (shares.length === 0) return { ok: false, reason: 'noWidth' }
  if (!order.rollLengthM) return { ok: false, reason: 'noLength' }
  const length = order.rollLengthM
  const total = countLanes(shares)
  const oneEach = shares.reduce((sum, s) => sum + s.count * (order.gsm ? webKg(order.gsm, s.width, length) : 0), 0)
  const rolls =
    order.orderedRolls ??
    (order.orderedKg && order.rollKg
      ? order.orderedKg / order.rollKg
      : order.orderedKg && oneEach > 0
        ? (order.orderedKg / oneEach) * total
        : null)
  if (!rolls) return { ok: false, reason: 'noCount' }
  const byWidth = new Map<number, number>()
  for (const { width, count } of shares) byWidth.set(width, (byWidth.get(width) ?? 0) + count)
  const widths = [...byWidth].map(([width, count]) => ({
    width,
    rolls: Math.max(0, Math.ceil((rolls * count) / total - 1e-9) - (made.get(width) ?? 0)),
  }))
  return { ok: true, length, widths: widths.filter((w) => w.rolls > 0) }
}
