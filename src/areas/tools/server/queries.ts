/** Tool costs of orders. */
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

/** Cost of one tool for one order. */
export interface ToolCost {
  /** Null if the rolls belong to no order. */
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
  /** CNY; null if not entered. */
  readonly price: number | null
  /** In `unit`; null without a limit and without enough ended lives. */
  readonly expectedLife: number | null
  readonly expectedFrom: ExpectedFrom | null
  /** CNY, not rounded: used × price ÷ expected life; null if price or expected life is missing. */
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
 * Lists tool costs, one row per tool and order: life used × price ÷ expected life (`rules/tool-cost`). A life in
 * hours counts the winding time of the order's rolls while the tool was mounted, without stops; at a slitter it is the
 * mounting's hours, shared by the metres cut. Selects orders of any age, or everything that came off from `from` until
 * before `to`. Five statements for any number of orders: wound and cut output, stops, mountings, and the lives of all
 * tools.
 * @param cutOutputs result of `cutFor`, if the caller has it already
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
/** Keeps the cut output of the selected orders; `cutFor` returns that of their whole shifts. */
function ownOf(cut: readonly MadeForOrder[], asked: OrdersAsked): readonly MadeForOrder[] {
  if (!('orderIds' in asked)) return cut
  const own = new Set(asked.orderIds)
  return cut.filter(({ orderId }) => orderId !== null && own.has(orderId))
}
/** Lists mountings on machines in a period, its end included. */
const mountingsIn = (
  ctx: Context,
  { lineIds, from, to }: { lineIds: readonly string[]; from: Moment; to: Moment },
): Promise<Mounting[]> =>
  ctx.query(
    sql`select ${used}, ${named} from tool_use u join tool t on t.site_id = u.site_id and t.id = u.tool_id
      where u.site_id = ${ctx.site} and u.kind = ${options(toolUse.fields.kind, 'mounted')} and u.line_id = any(${lineIds}::uuid[])
        and u.occurred_at <= ${to} and (u.removed_at is null or u.removed_at > ${from}) order by u.id`,
  )
/** Creates a cached lookup of expected lives, because a survival curve needs all tools of the kind. */
function expectations(known: LivesKnown): (of: KindOfTool) => ReturnType<typeof expectedLife> {
  const kept = new Map<string, ReturnType<typeof expectedLife>>()
  return ({ kind, maker, lifeUnit, lifeLimit }) => {
    const key = JSON.stringify([kind, maker, lifeUnit, lifeLimit])
    if (!kept.has(key)) kept.set(key, expectedLife({ kind, maker, lifeUnit, lifeLimit }, known))
    return kept.get(key) ?? null
  }
}
