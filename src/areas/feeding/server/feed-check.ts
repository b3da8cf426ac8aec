import { columns, computed, sql } from '@/server/sql'
import { canCall } from '@/contract/endpoint'
import { formatCodeAndName } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { refuse } from '@/contract/errno'
import { MAX_CLOCK_DRIFT_MS } from '@/contract/instant'
import type { workOrder } from '@/areas/orders/contract/work-order'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { hopper } from '@/areas/equipment/contract/hopper'
import { toMillis } from '@/plant/rules/plant-time'
import { toPlantDay, loadPlantSettings, formatPlantMinute } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import {
  checkFeed,
  getFeedCapacityKg,
  feedWarnings,
  canFeedAt,
  isFedBeforePreparation,
  isFeedable,
  PREPARATION_HOURS,
  chooseStandard,
  type FeedCheckInput,
  type FeedFinding,
  type FeedStandard,
} from '../rules/feed'
import { material, type materialLot } from '../contract/material'
import { feed, hopperOverrulePermission } from '../contract/feed'
import { roundToGram } from '@/plant/rules/quantity'

export type FeedRow = Row<typeof feed>
/** A feed about to be written, with the rows that the check needs; order and lot are locked. */
export interface FeedDraft {
  readonly order: Row<typeof workOrder>
  readonly material: Row<typeof material>
  readonly lot: Row<typeof materialLot> | null
  readonly lineId: string
  readonly kg: number
  /** Null for packing, which goes into no hopper. */
  readonly hopper: Row<typeof hopper> | null
  readonly reason: string | null
  readonly fedAt: string
  readonly businessDate: string
}

/**
 * Checks a feed with the data of the server.
 * @returns the warnings to store with the feed
 * @throws 6000 with the first refusal
 */
export async function validateFeed(ctx: Context, draft: FeedDraft): Promise<FeedRow['findings']> {
  const findings = checkFeed(await loadFeedCheckInput(ctx, draft))
  const refusal = findings.find((finding) => !finding.isWarning)
  if (refusal) throw buildRefusal(ctx, refusal, draft)
  return findings.filter(isWarning).map(({ code, limit, value }) => ({
    code,
    limit: limit === undefined ? null : roundToGram(limit),
    value: value === undefined ? null : roundToGram(value),
  }))
}
type FeedWarning = FeedFinding & { code: FeedRow['findings'][number]['code'] }
const isWarning = (finding: FeedFinding): finding is FeedWarning =>
  (feedWarnings as readonly string[]).includes(finding.code)

async function loadFeedCheckInput(
  ctx: Context,
  { order, material: fedMaterial, lot, lineId, kg, fedAt, businessDate, hopper: targetHopper, reason }: FeedDraft,
): Promise<FeedCheckInput> {
  const fedSums = await ctx.query(
    sql`select ${columns(feed, ['materialId'])}, ${computed<{ kg: number }>`sum(kg) as kg`} from feed
     where site_id = ${ctx.site} and work_order_id = ${order.id} and kind <> 'pack' group by 1`,
  )
  return {
    kind: fedMaterial.kind,
    materialId: fedMaterial.id,
    kg,
    businessDate,
    calendarDay: toPlantDay(ctx, fedAt),
    lot: lot && {
      kind: fedMaterial.kind,
      state: lot.state,
      receivedOn: lot.receivedOn,
      expiresOn: lot.expiresOn,
      leftKg: lot.leftKg,
      isDecidedAfterFeed: lot.decidedAt !== null && lot.decidedAt > fedAt,
      isReleasedAfterFeed:
        isFeedable(lot.state) &&
        lot.decidedAt !== null &&
        toMillis(lot.decidedAt) > toMillis(fedAt) + MAX_CLOCK_DRIFT_MS,
    },
    standard: await findFeedStandard(ctx, order, lineId),
    fedKgByMaterial: new Map(fedSums.map((sum) => [sum.materialId, sum.kg])),
    canOrderProduce: canFeedAt(order, fedAt),
    isBeforePreparation: isFedBeforePreparation(order, fedAt),
    capacityKg: getFeedCapacityKg(fedMaterial, targetHopper, await loadPlantSettings(ctx)),
    reason,
    hopperPurpose: targetHopper?.takes ?? null,
    canOverrule: canCall(hopperOverrulePermission, ctx.person),
  }
}
/** Finds the approved process standard of an order at a line; null if there is none. */
export async function findFeedStandard(
  ctx: Context,
  order: Pick<Row<typeof workOrder>, 'productId' | 'processStandardId'>,
  lineId: string | null,
): Promise<FeedStandard | null> {
  const rows = await ctx.rows.find(processStandard, {
    where: { productId: order.productId, variant: 'mainLine', newest: true, state: 'approved' },
    orderBy: 'code',
    limit: 50,
  })
  const standard = chooseStandard(rows, lineId, order.processStandardId)
  return standard && { isApproved: true, limits: standard.ratios }
}
function buildRefusal(
  ctx: Context,
  { code, limit, value }: FeedFinding,
  { order, material: fedMaterial, lot, hopper: targetHopper, fedAt }: FeedDraft,
): Error {
  return refuse(`feeding:refusals.feed.${code}`, {
    limit: `${roundToGram(limit ?? 0)} kg`,
    value: `${roundToGram(value ?? 0)} kg`,
    order: order.number,
    orderState: ctx.t(`orders:workOrder.options.state.${order.state}`),
    lot: lot?.number ?? '',
    material: formatCodeAndName(material, fedMaterial, ctx.language),
    hopper: targetHopper ? formatCodeAndName(hopper, targetHopper, ctx.language) : '',
    takes: targetHopper?.takes ? ctx.t(`feeding:feed.options.kind.${targetHopper.takes}`) : '',
    kind: ctx.t(`feeding:feed.options.kind.${fedMaterial.kind}`),
    expiresOn: lot?.expiresOn ?? '',
    receivedOn: lot?.receivedOn ?? '',
    at: formatPlantMinute(ctx, fedAt),
    startedAt: order.startedAt ? formatPlantMinute(ctx, order.startedAt) : '',
    hours: PREPARATION_HOURS,
    reason: lot?.reason ?? '–',
  })
}
