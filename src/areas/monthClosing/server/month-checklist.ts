/** Open items of a month, and whether it can be closed. */
import type { EndpointOutput } from '@/contract/endpoint'
import { listPeopleWithPermission } from '@/areas/access/server/queries/key-holders'
import { countIncompleteOrders } from '@/areas/cost/server/queries'
import { loadEnergyGaps } from '@/areas/energy/server/queries'
import { listFedInMonths } from '@/areas/feeding/server/queries/cost-sources'
import { loadMetricsFreshness } from '@/areas/figures/server/queries'
import { countUnsignedHandovers } from '@/areas/handover/server/queries/handover-signatures'
import { listMaterialPrices } from '@/areas/prices/server/queries'
import { countUnweighedJumbos, listUnweighedJumbos } from '@/areas/slitting/server/queries/finished-output'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { plantMonth } from '@/plant/contract/plant-month'
import { validateMonthClosing, getMonthDays, type Month } from '@/plant/rules/month'
import { listClosedMonths } from '@/plant/server/queries'
import { countUnexplainedStops } from '@/plant/server/queries/stops-by-business-date'
import { findRowName, resolveMonth, resolveShift } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { askQuestion } from '@/server/events'
import { computed, options, sql } from '@/server/sql'
import { lateItem, monthChecklist } from '../contract/closing'
import {
  blockingItems,
  buildClosingItemLink,
  closingItems,
  listMonthApprovals,
  type ClosingItem,
  type MonthApproval,
} from '../rules/closing'
import { monthApprovals } from './events'
import { handle } from '@/server/area'

type ItemCounter = (ctx: Context, period: { month: Month; from: string; to: string }) => Promise<number>
/** Counts the open rows of each item with a few queries, independent of the size of the month. */
const COUNTER_BY_ITEM: Readonly<Record<ClosingItem, ItemCounter>> = {
  handovers: countUnsignedHandovers,
  stops: countUnexplainedStops,
  prices: countLotsWithoutPrice,
  // Counted in days.
  readings: async (ctx, dayRange) => {
    const { uncountedDays, missingHours } = await loadEnergyGaps(ctx, dayRange)
    return uncountedDays + Math.ceil(missingHours / 24)
  },
  inputOutput: async (ctx, { month }) => {
    const approvals = await askQuestion(ctx, monthApprovals, { month })
    const missingApprovalsByState = { entered: 2, statistical: 1, financial: 0 }
    return missingApprovalsByState[approvals?.state ?? 'entered']
  },
  jumbos: countUnweighedJumbos,
  orders: (ctx, { month }) => countIncompleteOrders(ctx, month),
  figures: async (ctx, dayRange) => (await loadMetricsFreshness(ctx, dayRange)).waiting,
  late: async (ctx, { month }) => {
    const [row] = await ctx.query(
      sql`select ${computed<{ n: number }>`count(*)::int as n`} from late_item
        where site_id = ${ctx.site} and month = ${month} and state = ${options(lateItem.fields.state, 'waiting')}`,
    )
    return row?.n ?? 0
  },
}
/** Counts lots, and materials without lots, that were fed in a month and have no price. */
async function countLotsWithoutPrice(ctx: Context, { month }: { month: Month }): Promise<number> {
  const feeds = await listFedInMonths(ctx, { from: month, to: month })
  const fedLotByKey = new Map(
    feeds.map(({ materialId, lotId, receivedOn, firstOn }) => [
      `${materialId} ${lotId}`,
      { materialId, lotId, on: receivedOn ?? firstOn },
    ]),
  )
  if (fedLotByKey.size === 0) return 0
  const prices = await listMaterialPrices(ctx, [...fedLotByKey.values()])
  return prices.filter(({ price }) => price === null).length
}
async function loadChecklistItems(ctx: Context, month: Month) {
  const period = { month, ...getMonthDays(month) }
  const items = []
  for (const item of closingItems)
    items.push({
      item,
      count: await COUNTER_BY_ITEM[item](ctx, period),
      blocking: blockingItems.has(item),
      link: buildClosingItemLink(item, period),
    })
  return items
}
const MAX_NAMED_ROWS = 20
const MAX_APPROVERS = 50
/** Lists open rows of an item by name; empty for items whose rows have no codes. */
async function listNamedRows(ctx: Context, item: ClosingItem, dayRange: { from: string; to: string }) {
  if (item !== 'jumbos') return []
  const rolls = await listUnweighedJumbos(ctx, dayRange, MAX_NAMED_ROWS)
  return rolls.map(({ id, number, businessDate }) => ({
    id,
    resource: jumboRoll.name,
    name: number ?? '',
    day: businessDate,
  }))
}
/** Adds the people who may perform the step, unless it is done. */
async function addApprovers(ctx: Context, { permission, excludedPersonId, ...approval }: MonthApproval) {
  const holders = approval.doneBy ? [] : await listPeopleWithPermission(ctx, permission)
  const people = holders
    .filter(({ id }) => id !== excludedPersonId)
    .slice(0, MAX_APPROVERS)
    .map(({ id, label, detail }) => ({ id, name: label, role: detail }))
  return { ...approval, people }
}
/** Returns the first blocking item as a sentence; null if no item blocks the closing of the month. */
function describeBlockingItem(ctx: Context, items: Awaited<ReturnType<typeof loadChecklistItems>>): string | null {
  const blockingItem = items.find(({ blocking, count }) => blocking && count > 0)
  return blockingItem ? ctx.t(`monthClosing:closing.why.${blockingItem.item}`, { count: blockingItem.count }) : null
}
/** Answers `openMonthItems`: the number of open items, and why the month cannot be closed. */
export async function summarizeOpenItems(ctx: Context, { month }: { month: Month }) {
  const items = await loadChecklistItems(ctx, month)
  return {
    why: describeBlockingItem(ctx, items),
    open: items.filter(({ count }) => count > 0).length,
  }
}

/** Loads the checklist of a month (GET /sheet/month_checklist). */
export const loadMonthChecklist = handle(
  monthChecklist,
  async (ctx, input): Promise<EndpointOutput<typeof monthChecklist>> => {
    const month = await resolveMonth(ctx, input.month)
    const closedMonths = await listClosedMonths(ctx)
    const { businessDate } = await resolveShift(ctx)
    const [row] = await ctx.rows.find(plantMonth, { where: { month }, limit: 1 })
    const items = []
    for (const item of await loadChecklistItems(ctx, month))
      items.push({ ...item, rows: item.count > 0 ? await listNamedRows(ctx, item.item, getMonthDays(month)) : [] })
    const approvals = []
    for (const approval of listMonthApprovals(await askQuestion(ctx, monthApprovals, { month }), row ?? null))
      approvals.push(await addApprovers(ctx, approval))
    const problem = validateMonthClosing(month, { today: businessDate, closedMonths })
    const why = problem
      ? ctx.t(`plant:refusals.month.${problem}`, {
          month,
          who: row?.closedBy ? await findRowName(ctx, 'user', row.closedBy) : '',
        })
      : describeBlockingItem(ctx, items)
    return {
      month,
      ...getMonthDays(month),
      state: row?.state ?? (problem === 'notOver' ? 'running' : 'open'),
      why,
      open: items.filter(({ count }) => count > 0).length,
      items,
      approvals,
      closedBy: row?.closedBy ?? null,
      closedAt: row?.closedAt ?? null,
      askedBy: row?.askedBy ?? null,
      askedById: row?.askedBy ?? null,
      askedAt: row?.askedAt ?? null,
      reopenedBy: row?.reopenedBy ?? null,
      reopenedAt: row?.reopenedAt ?? null,
      reason: row?.reason ?? null,
    }
  },
)
