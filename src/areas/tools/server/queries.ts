/** What tools cost the orders that used them up. */
import { toMillis, toMoment, type Moment } from '@/plant/rules/plant-time'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { cutFor, woundFor, type MadeForOrder, type OrdersAsked } from '@/areas/rolls/server/queries/for-tools'
import { listStopsOfOrders } from '@/plant/server/queries/stops-in-period'
import { tool } from '../contract/tool'
import { toolUse } from '../contract/tool-use'
import { costOfUse, expectedLife, type ExpectedFrom, type KindOfTool, type LivesKnown } from '../rules/tool-cost'
import { madeWithin } from '../rules/made-within'
import type { LifeUnit, ToolKind } from '../rules/tool'
import { knownLives, livedTools } from './lives'

/** What one tool cost one order. */
export interface ToolCost {
  /** Null: it made rolls of no order. */
  readonly orderId: string | null
  readonly toolId: string
  readonly code: string
  readonly kind: ToolKind
  readonly maker: string | null
  /** The line or slitter. */
  readonly lineId: string
  readonly unit: LifeUnit
  /** Life used for the order, in `unit`: hours, metres or kg. */
  readonly used: number
  /** CNY; null: nobody entered it. */
  readonly price: number | null
  /** In `unit`; null: neither a limit nor enough lives that ended. */
  readonly expectedLife: number | null
  readonly expectedFrom: ExpectedFrom | null
  /** CNY, not rounded: used × price ÷ expected life; null where price or expected life is missing. */
  readonly cost: number | null
}

const used = columns(toolUse, ['id', 'toolId', 'lineId', 'occurredAt', 'removedAt', 'hours', 'metres'], 'u')
const named = columns(tool, ['code', 'kind', 'maker', 'price', 'lifeUnit', 'lifeLimit'], 't')
type Mounting = Pick<
  Row<typeof toolUse>,
  'id' | 'toolId' | 'lineId' | 'occurredAt' | 'removedAt' | 'hours' | 'metres'
> &
  Pick<Row<typeof tool>, 'code' | 'kind' | 'maker' | 'price' | 'lifeUnit' | 'lifeLimit'>

/**
 * Tools that orders used up, one row a tool and order: life used in the order's run × price ÷ expected life
 * (`rules/tool-cost`). A tool whose life is in hours has those that the order's rolls were wound while it was on, without the
 * stops meanwhile; at a slitter those of its mounting, shared by the metres that were cut in it. Of orders, whatever their
 * age; or of all that came off from `from` on and before `to`. Five statements, however many orders: what was wound and cut for
 * them, when they stood, the tools that were mounted meanwhile, and the lives of all.
 * @param cut what `cutFor` answers, where it is known already
 */
export async function toolCosts(ctx: Context, asked: OrdersAsked, cut?: readonly MadeForOrder[]): Promise<ToolCost[]> {
  const wound = await woundFor(ctx, asked)
  const stood = (await listStopsOfOrders(ctx, asked)).map((stop) => ({ ...stop, metres: 0, kg: 0, hours: -stop.hours }))
  const made = [...wound, ...stood, ...ownOf(cut ?? (await cutFor(ctx, asked)), asked)].sort((a, b) => a.at - b.at)
  const [first, last] = [made[0], made.at(-1)]
  if (!first || !last) return []
  const mountings = await mountingsIn(ctx, {
    lineIds: [...new Set(made.map(({ lineId }) => lineId))],
    from: toMoment(first.at),
    to: toMoment(last.at),
  })
  const spans = mountings.map((of) => ({
    of,
    lineId: of.lineId!,
    from: toMillis(of.occurredAt),
    to: of.removedAt ? toMillis(of.removedAt) : Infinity,
  }))
  const expected = expectations(knownLives(await livedTools(ctx)))
  const sums = new Map<string, { of: Mounting; orderId: string | null; used: number }>()
  for (const { span, orderId, metres, kg, hours } of madeWithin(made, spans)) {
    const { of } = span
    const shared = of.metres ? ((of.hours ?? 0) * metres) / of.metres : 0
    const used = { m: metres, kg, h: Math.max(0, hours ?? shared) }[of.lifeUnit]
    if (used === 0) continue
    const key = `${orderId}/${of.toolId}/${of.lineId}`
    const held = sums.get(key)
    if (held) held.used += used
    else sums.set(key, { of, orderId, used })
  }
  return [...sums.values()].map(({ of, orderId, used }) => {
    const life = expected(of)
    return {
      orderId,
      toolId: of.toolId,
      code: of.code,
      kind: of.kind,
      maker: of.maker,
      lineId: of.lineId!,
      unit: of.lifeUnit,
      used,
      price: of.price,
      expectedLife: life?.life ?? null,
      expectedFrom: life?.from ?? null,
      cost: costOfUse(used, of.price, life?.life ?? null),
    }
  })
}
/** Of what was cut in the shifts of orders what is theirs. */
function ownOf(cut: readonly MadeForOrder[], asked: OrdersAsked): readonly MadeForOrder[] {
  if (!('orderIds' in asked)) return cut
  const own = new Set(asked.orderIds)
  return cut.filter(({ orderId }) => orderId !== null && own.has(orderId))
}
/** Tools that were on some machines in a stretch of time, its last moment included. */
const mountingsIn = (
  ctx: Context,
  { lineIds, from, to }: { lineIds: readonly string[]; from: Moment; to: Moment },
): Promise<Mounting[]> =>
  ctx.query(
    sql`select ${used}, ${named} from tool_use u join tool t on t.site_id = u.site_id and t.id = u.tool_id
      where u.site_id = ${ctx.site} and u.kind = ${options(toolUse.fields.kind, 'mounted')} and u.line_id = any(${lineIds}::uuid[])
        and u.occurred_at <= ${to} and (u.removed_at is null or u.removed_at > ${from}) order by u.id`,
  )
/** Expected lives, each worked out once: a survival curve takes all tools of the kind. */
function expectations(known: LivesKnown): (of: KindOfTool) => ReturnType<typeof expectedLife> {
  const kept = new Map<string, ReturnType<typeof expectedLife>>()
  return ({ kind, maker, lifeUnit, lifeLimit }) => {
    const key = JSON.stringify([kind, maker, lifeUnit, lifeLimit])
    if (!kept.has(key)) kept.set(key, expectedLife({ kind, maker, lifeUnit, lifeLimit }, known))
    return kept.get(key) ?? null
  }
}
