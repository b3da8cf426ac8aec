/** What tools cost the orders that used them up. */
import type { Moment } from '@/plant/rules/plant-time'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { madeForOrders, type OrdersAsked } from '@/areas/rolls/server/queries/for-tools'
import { tool } from '../contract/tool'
import { toolUse } from '../contract/tool-use'
import { costOfUse, expectedLife, type ExpectedFrom } from '../rules/tool-cost'
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
 * (`rules/tool-cost`). A tool whose life is in hours has those of its mounting, shared by the metres that were made in it.
 * Of orders, whatever their age; or of all that came off from `from` on and before `to`. Three statements, however many orders.
 */
export async function toolCosts(ctx: Context, asked: OrdersAsked): Promise<ToolCost[]> {
  const mountings = await mountingsIn(ctx, 'from' in asked ? asked : null)
  const made = await madeForOrders(
    ctx,
    mountings.flatMap(({ id, lineId, occurredAt, removedAt }) =>
      lineId ? [{ key: id, lineId, from: occurredAt, to: removedAt }] : [],
    ),
    asked,
  )
  if (made.length === 0) return []
  const known = knownLives(await livedTools(ctx))
  const by = new Map(mountings.map((one) => [one.id, one]))
  const sums = new Map<string, { of: Mounting; orderId: string | null; used: number }>()
  for (const { key, orderId, metres, kg } of made) {
    const of = by.get(key)!
    const used = { m: metres, kg, h: of.metres ? ((of.hours ?? 0) * metres) / of.metres : 0 }[of.lifeUnit]
    const sum = `${orderId}/${of.toolId}/${of.lineId}`
    sums.set(sum, { of, orderId, used: used + (sums.get(sum)?.used ?? 0) })
  }
  return [...sums.values()].map(({ of, orderId, used }) => {
    const expected = expectedLife(of, known)
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
      expectedLife: expected?.life ?? null,
      expectedFrom: expected?.from ?? null,
      cost: costOfUse(used, of.price, expected?.life ?? null),
    }
  })
}
const mountingsIn = (ctx: Context, time: { from: Moment; to: Moment } | null): Promise<Mounting[]> =>
  ctx.query(
    sql`select ${used}, ${named} from tool_use u join tool t on t.site_id = u.site_id and t.id = u.tool_id
      where u.site_id = ${ctx.site} and u.kind = ${options(toolUse.fields.kind, 'mounted')}
        and (${time?.to ?? null}::timestamptz is null or u.occurred_at < ${time?.to ?? null}) and (${time?.from ?? null}::timestamptz is null or u.removed_at is null or u.removed_at > ${time?.from ?? null})`,
  )
