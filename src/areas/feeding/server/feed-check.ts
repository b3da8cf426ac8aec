import { columns, computed, sql } from '@/server/sql'
import { canCall } from '@/contract/endpoint'
import { formatCodeAndName } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { refuse } from '@/contract/errno'
import type { workOrder } from '@/areas/orders/contract/work-order'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { hopper } from '@/areas/equipment/contract/hopper'
import { toPlantDay, loadPlantSettings, writtenMoment } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import {
  checkFeed,
  holdsAtOnce,
  feedWarnings,
  mayFeedAt,
  standardFor,
  type Feed,
  type FeedFinding,
  type Standard,
} from '../rules/feed'
import { material, type materialLot } from '../contract/material'
import { feed, overruleAccess } from '../contract/feed'

export type FeedRow = Row<typeof feed>
/** A feed about to be written, with the rows that the check needs; order and lot are locked. */
export interface Feeding {
  readonly order: Row<typeof workOrder>
  readonly material: Row<typeof material>
  readonly lot: Row<typeof materialLot> | null
  readonly lineId: string
  readonly kg: number
  /** Null for packing, which goes into no hopper. */
  readonly hopper: Row<typeof hopper> | null
  readonly reason: string | null
  readonly at: string
  readonly businessDate: string
}

/**
 * Checks a feed with the data of the server.
 * @returns the warnings to store with the line
 * @throws 6000 with the first refusal
 */
export async function findingsOf(ctx: Context, feeding: Feeding): Promise<FeedRow['findings']> {
  const found = checkFeed(await askedOf(ctx, feeding))
  const against = found.find((finding) => !finding.warning)
  if (against) throw refusalOf(ctx, against, feeding)
  return found.filter(isWarning).map(({ code, limit, value }) => ({
    code,
    limit: limit === undefined ? null : rounded(limit),
    value: value === undefined ? null : rounded(value),
  }))
}
type Warning = FeedFinding & { code: FeedRow['findings'][number]['code'] }
const isWarning = (finding: FeedFinding): finding is Warning =>
  (feedWarnings as readonly string[]).includes(finding.code)
const rounded = (value: number): number => Math.round(value * 1000) / 1000

async function askedOf(
  ctx: Context,
  { order, material: fed, lot, lineId, kg, at, businessDate, hopper: into, reason }: Feeding,
): Promise<Feed> {
  const sums = await ctx.query(
    sql`select ${columns(feed, ['materialId'])}, ${computed<{ kg: number }>`sum(kg) as kg`} from feed
     where site_id = ${ctx.site} and work_order_id = ${order.id} and kind <> 'pack' group by 1`,
  )
  return {
    kind: fed.kind,
    materialId: fed.id,
    kg,
    businessDate,
    day: toPlantDay(ctx, at),
    lot: lot && {
      kind: fed.kind,
      state: lot.state,
      receivedOn: lot.receivedOn,
      expiresOn: lot.expiresOn,
      leftKg: lot.leftKg,
      decidedLater: lot.decidedAt !== null && lot.decidedAt > at,
    },
    standard: await standardOf(ctx, order, lineId),
    fed: new Map(sums.map((s) => [s.materialId, s.kg])),
    orderMayProduce: mayFeedAt(order, at),
    holdsKg: holdsAtOnce(fed, into, await loadPlantSettings(ctx)),
    reason,
    takes: into?.takes ?? null,
    mayOverrule: canCall(overruleAccess, ctx.person),
  }
}
/** Finds the approved process standard of an order at a line; null if there is none. */
export async function standardOf(
  ctx: Context,
  order: Pick<Row<typeof workOrder>, 'productId' | 'processStandardId'>,
  lineId: string | null,
): Promise<Standard | null> {
  const rows = await ctx.rows.find(processStandard, {
    where: { productId: order.productId, variant: 'mainLine', newest: true, state: 'approved' },
    orderBy: 'code',
    limit: 50,
  })
  const row = standardFor(rows, lineId, order.processStandardId)
  return row && { approved: true, limits: row.ratios }
}
function refusalOf(
  ctx: Context,
  { code, limit, value }: FeedFinding,
  { order, material: fed, lot, hopper: into, at }: Feeding,
): Error {
  return refuse(`feeding:refusals.feed.${code}`, {
    limit: `${rounded(limit ?? 0)} kg`,
    value: `${rounded(value ?? 0)} kg`,
    order: order.number,
    orderState: ctx.t(`orders:workOrder.options.state.${order.state}`),
    lot: lot?.number ?? '',
    material: formatCodeAndName(material, fed, ctx.language),
    hopper: into ? formatCodeAndName(hopper, into, ctx.language) : '',
    takes: into?.takes ? ctx.t(`feeding:feed.options.kind.${into.takes}`) : '',
    kind: ctx.t(`feeding:feed.options.kind.${fed.kind}`),
    expiresOn: lot?.expiresOn ?? '',
    receivedOn: lot?.receivedOn ?? '',
    at: writtenMoment(ctx, at),
    reason: lot?.reason ?? '–',
  })
}
