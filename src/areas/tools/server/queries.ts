/** Tool costs of orders. */
import { toMillis, toMoment, type Moment } from '@/plant/rules/plant-time'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import {
  listCutOutput,
  listWoundOutput,
  type OrderOutput,
  type OutputFilter,
} from '@/areas/slitting/server/queries/machine-output'
import { listStopsOfOrders } from '@/plant/server/queries/stops-in-period'
import { tool } from '../contract/tool'
import { toolUse } from '../contract/tool-use'
import {
  calculateUseCost,
  estimateExpectedLife,
  type ExpectedLifeSource,
  type ToolClass,
  type LifeLookup,
} from '../rules/tool-cost'
import { sumOutputBySpan } from '../rules/output-by-span'
import type { LifeUnit, ToolKind } from '../rules/tool'
import { createLifeLookup, listUsedTools } from './lives'

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
  readonly expectedFrom: ExpectedLifeSource | null
  /** CNY, not rounded: used × price ÷ expected life; null if price or expected life is missing. */
  readonly cost: number | null
}

const mountingColumns = columns(toolUse, ['id', 'toolId', 'lineId', 'occurredAt', 'removedAt', 'hours', 'metres'], 'u')
const toolColumns = columns(tool, ['code', 'kind', 'maker', 'price', 'lifeUnit', 'lifeLimit'], 't')
type Mounting = Pick<
  Row<typeof toolUse>,
  'id' | 'toolId' | 'lineId' | 'occurredAt' | 'removedAt' | 'hours' | 'metres'
> &
  Pick<Row<typeof tool>, 'code' | 'kind' | 'maker' | 'price' | 'lifeUnit' | 'lifeLimit'>

/**
 * Lists tool costs, one row per tool and order: life used × price ÷ expected life (`rules/tool-cost`). A life in hours
 * counts the winding time of the order's rolls while the tool was mounted, without stops. At a slitter the hours of the
 * mounting are divided among the orders by the metres cut. Five SQL statements for any number of orders: wound and cut
 * output, stops, mountings, and the lives of all tools.
 * @param selection orders, or all rolls doffed from `from` until before `to`
 * @param cutOutputs result of `listCutOutput`, if the caller has loaded it already
 */
export async function listToolCosts(
  ctx: Context,
  selection: OutputFilter,
  cutOutputs?: readonly OrderOutput[],
): Promise<ToolCost[]> {
  const woundOutputs = await listWoundOutput(ctx, selection)
  // Negative hours: a stop reduces the winding time.
  const stopOutputs = (await listStopsOfOrders(ctx, selection)).map((stop) => ({
    ...stop,
    metres: 0,
    kg: 0,
    hours: -stop.hours,
  }))
  const outputs = [
    ...woundOutputs,
    ...stopOutputs,
    ...filterByOrders(cutOutputs ?? (await listCutOutput(ctx, selection)), selection),
  ].sort((a, b) => a.at - b.at)
  const firstOutput = outputs[0]
  const lastOutput = outputs.at(-1)
  if (!firstOutput || !lastOutput) return []
  const mountings = await listMountings(ctx, {
    lineIds: [...new Set(outputs.map(({ lineId }) => lineId))],
    from: toMoment(firstOutput.at),
    to: toMoment(lastOutput.at),
  })
  const spans = mountings.map((mounting) => ({
    mounting,
    lineId: mounting.lineId!,
    from: toMillis(mounting.occurredAt),
    to: mounting.removedAt ? toMillis(mounting.removedAt) : Infinity,
  }))
  const getExpectedLife = createExpectedLifeLookup(createLifeLookup(await listUsedTools(ctx)))
  const sumsByKey = new Map<string, { mounting: Mounting; orderId: string | null; usedLife: number }>()
  for (const { span, orderId, metres, kg, hours } of sumOutputBySpan(outputs, spans)) {
    const { mounting } = span
    const hoursSharedByMetres = mounting.metres ? ((mounting.hours ?? 0) * metres) / mounting.metres : 0
    const usedLife = { m: metres, kg, h: Math.max(0, hours ?? hoursSharedByMetres) }[mounting.lifeUnit]
    if (usedLife === 0) continue
    const sumKey = `${orderId}/${mounting.toolId}/${mounting.lineId}`
    const existingSum = sumsByKey.get(sumKey)
    if (existingSum) existingSum.usedLife += usedLife
    else sumsByKey.set(sumKey, { mounting, orderId, usedLife })
  }
  return [...sumsByKey.values()].map(({ mounting, orderId, usedLife }) => {
    const expectedLife = getExpectedLife(mounting)
    return {
      orderId,
      toolId: mounting.toolId,
      code: mounting.code,
      kind: mounting.kind,
      maker: mounting.maker,
      lineId: mounting.lineId!,
      unit: mounting.lifeUnit,
      used: usedLife,
      price: mounting.price,
      expectedLife: expectedLife?.life ?? null,
      expectedFrom: expectedLife?.from ?? null,
      cost: calculateUseCost(usedLife, mounting.price, expectedLife?.life ?? null),
    }
  })
}
/** Keeps the cut output of the selected orders, because `listCutOutput` returns all orders of their shifts. */
function filterByOrders(cutOutputs: readonly OrderOutput[], selection: OutputFilter): readonly OrderOutput[] {
  if (!('orderIds' in selection)) return cutOutputs
  const orderIds = new Set(selection.orderIds)
  return cutOutputs.filter(({ orderId }) => orderId !== null && orderIds.has(orderId))
}
/** Lists mountings on machines in a period, its end included. */
const listMountings = (
  ctx: Context,
  { lineIds, from, to }: { lineIds: readonly string[]; from: Moment; to: Moment },
): Promise<Mounting[]> =>
  ctx.query(
    sql`select ${mountingColumns}, ${toolColumns} from tool_use u join tool t on t.site_id = u.site_id and t.id = u.tool_id
      where u.site_id = ${ctx.site} and u.kind = ${options(toolUse.fields.kind, 'mounted')} and u.line_id = any(${lineIds}::uuid[])
        and u.occurred_at <= ${to} and (u.removed_at is null or u.removed_at > ${from}) order by u.id`,
  )
/** Creates a cached lookup of expected lives, because a survival curve needs all tools of the kind. */
function createExpectedLifeLookup(
  lifeLookup: LifeLookup,
): (toolClass: ToolClass) => ReturnType<typeof estimateExpectedLife> {
  const cache = new Map<string, ReturnType<typeof estimateExpectedLife>>()
  return ({ kind, maker, lifeUnit, lifeLimit }) => {
    const key = JSON.stringify([kind, maker, lifeUnit, lifeLimit])
    if (!cache.has(key)) cache.set(key, estimateExpectedLife({ kind, maker, lifeUnit, lifeLimit }, lifeLookup))
    return cache.get(key) ?? null
  }
}
