/** Open items of a month, and whether it can be closed. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { countIncompleteOrders } from '@/areas/cost/server/queries'
import { loadEnergyGaps } from '@/areas/energy/server/queries'
import { listFedInMonths } from '@/areas/feeding/server/queries/cost-sources'
import { loadMetricsFreshness } from '@/areas/figures/server/queries'
import { countUnsignedHandovers } from '@/areas/handover/server/queries/handover-signatures'
import { listMaterialPrices } from '@/areas/prices/server/queries'
import { countUnweighedJumbos } from '@/areas/rolls/server/queries/for-sheets'
import { plantMonth } from '@/plant/contract/plant-month'
import { validateMonthClosing, getMonthDays, type Month } from '@/plant/rules/month'
import { closedMonths } from '@/plant/server/queries'
import { countUnexplainedStops } from '@/plant/server/queries/stops-by-business-date'
import { resolveShift } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { loadNames } from '@/server/crud/load-names'
import { computed, options, sql } from '@/server/sql'
import { lateItem, type monthChecklist } from '../contract/closing'
import { inputOutputMonth } from '../contract/input-output'
import { blocking, closingItems, rowsOf, type ClosingItem } from '../rules/closing'
import { monthAsked } from './days'

type Counter = (ctx: Context, of: { month: Month; from: string; to: string }) => Promise<number>
/** Counts the open rows of each item. A few queries each, independent of the size of the month. */
const counters: Readonly<Record<ClosingItem, Counter>> = {
  handovers: countUnsignedHandovers,
  stops: countUnexplainedStops,
  prices: lotsWithoutPrice,
  readings: async (ctx, days) => {
    const { uncountedDays, missingHours } = await loadEnergyGaps(ctx, days)
    return uncountedDays + Math.ceil(missingHours / 24)
  },
  inputOutput: async (ctx, { month }) => {
    const [row] = await ctx.rows.find(inputOutputMonth, { where: { month }, limit: 1 })
    return { entered: 2, statistical: 1, financial: 0 }[row?.state ?? 'entered']
  },
  jumbos: countUnweighedJumbos,
  orders: (ctx, { month }) => countIncompleteOrders(ctx, month),
  figures: async (ctx, days) => (await loadMetricsFreshness(ctx, days)).waiting,
  late: async (ctx, { month }) => {
    const [row] = await ctx.query(
      sql`select ${computed<{ n: number }>`count(*)::int as n`} from late_item
        where site_id = ${ctx.site} and month = ${month} and state = ${options(lateItem.fields.state, 'waiting')}`,
    )
    return row?.n ?? 0
  },
}
/** Counts lots, and materials without lots, that were fed in a month and have no price. */
async function lotsWithoutPrice(ctx: Context, { month }: { month: Month }): Promise<number> {
  const fed = await listFedInMonths(ctx, { from: month, to: month })
  const asked = new Map(
    fed.map(({ materialId, lotId, receivedOn, firstOn }) => [
      `${materialId} ${lotId}`,
      { materialId, lotId, on: receivedOn ?? firstOn },
    ]),
  )
  if (asked.size === 0) return 0
  const found = await listMaterialPrices(ctx, [...asked.values()])
  return found.filter(({ price }) => price === null).length
}
async function itemsOf(ctx: Context, month: Month) {
  const of = { month, ...getMonthDays(month) }
  const items = []
  for (const item of closingItems)
    items.push({ item, count: await counters[item](ctx, of), blocking: blocking.has(item), link: rowsOf(item, of) })
  return items
}
/** Answers `openInMonth`: the number of open items, and why the month cannot be closed. */
export async function openIn(ctx: Context, { month }: { month: Month }) {
  const items = await itemsOf(ctx, month)
  const [first] = items.filter((one) => one.blocking && one.count > 0)
  return {
    why: first ? ctx.t(`sheets:closing.why.${first.item}`, { count: first.count }) : null,
    open: items.filter((one) => one.count > 0).length,
  }
}

/** Loads the checklist of a month (GET /sheet/month_checklist). */
export async function checklist(
  ctx: Context,
  input: EndpointInput<typeof monthChecklist>,
): Promise<EndpointOutput<typeof monthChecklist>> {
  const month = await monthAsked(ctx, input.month)
  const closed = await closedMonths(ctx)
  const { businessDate } = await resolveShift(ctx)
  const [row] = await ctx.rows.find(plantMonth, { where: { month }, limit: 1 })
  const items = await itemsOf(ctx, month)
  const people = [row?.closedBy, row?.askedBy, row?.reopenedBy].flatMap((id) => id ?? [])
  const names = await loadNames(ctx, 'user', people)
  const nameOf = (id: string | null | undefined) => (id ? (names[id] ?? null) : null)
  const problem = validateMonthClosing(month, { today: businessDate, closedMonths: closed })
  const blocked = items.find((one) => one.blocking && one.count > 0)
  const why = problem
    ? ctx.t(`plant:refusals.month.${problem}`, { month, who: nameOf(row?.closedBy) ?? '' })
    : blocked
      ? ctx.t(`sheets:closing.why.${blocked.item}`, { count: blocked.count })
      : null
  return {
    month,
    ...getMonthDays(month),
    state: row?.state ?? (problem === 'notOver' ? 'running' : 'open'),
    why,
    open: items.filter(({ count }) => count > 0).length,
    items,
    closedBy: nameOf(row?.closedBy),
    closedAt: row?.closedAt ?? null,
    askedBy: nameOf(row?.askedBy),
    askedById: row?.askedBy ?? null,
    askedAt: row?.askedAt ?? null,
    reopenedBy: nameOf(row?.reopenedBy),
    reopenedAt: row?.reopenedAt ?? null,
    reason: row?.reason ?? null,
  }
}
