/** Current stock, and stock at the end of any day. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import type { WithoutFilledNames } from '@/contract/field-values'
import { addDays, type Day } from '@/plant/rules/plant-time'
import { assertDayNotInFuture, assertDayRange, resolveBusinessSpan, resolveShift } from '@/plant/server/plant'
import {
  listStockChanges,
  loadStockNow,
  loadStockOn,
  findFirstMovementDay,
  type StockGroup,
} from '@/areas/packing/server/queries/roll-stock'
import type { Grade } from '@/areas/rolls/rules/grade'
import type { AgeClassName, StockKey, StockKind } from '@/areas/packing/rules/roll-stock'
import type { Context } from '@/server/context'
import { MAX_STOCK_GROUPS, type stockHistory, type currentStock } from '../contract/stock-endpoints'
import { calculateDailyStock } from '../rules/daily-stock'

type CurrentStockInput = EndpointInput<typeof currentStock>
type StockHistoryInput = EndpointInput<typeof stockHistory>
type StockRows = WithoutFilledNames<EndpointOutput<typeof currentStock>>['rows']
/** Default and maximum number of days in the history. */
const DEFAULT_HISTORY_DAYS = 30
const MAX_HISTORY_DAYS = 400

/** Returns the distinct dimensions to group by; product, width and grade by default. */
export const getGroupDimensions = ({
  by,
  second,
  third,
}: Pick<CurrentStockInput, 'by' | 'second' | 'third'>): StockKey[] => {
  const selectedKeys = [by, second, third].filter((key): key is StockKey => key != null)
  return selectedKeys.length > 0 ? [...new Set(selectedKeys)] : ['product', 'width', 'grade']
}
/** GET /GET_STOCKS_INFO: loads current stock by groups, the heaviest first. */
export async function loadCurrentStock(
  ctx: Context,
  input: CurrentStockInput,
  maxGroups = MAX_STOCK_GROUPS,
): Promise<WithoutFilledNames<EndpointOutput<typeof currentStock>>> {
  const stockRows = await loadStockNow(ctx, {
    groupBy: getGroupDimensions(input),
    filter: input,
    maxGroups,
  })
  return { at: ctx.now.toISOString(), ...buildStockAnswer(stockRows, maxGroups) }
}
/**
 * Loads stock at the end of a day, and at the end of each day of a period (`course`).
 * @throws 4013 for a day in the future, or a period that is too long
 */
export async function loadStockHistory(
  ctx: Context,
  input: Omit<StockHistoryInput, 'format'>,
  maxGroups = MAX_STOCK_GROUPS,
): Promise<WithoutFilledNames<EndpointOutput<typeof stockHistory>>> {
  const { businessDate: today } = await resolveShift(ctx)
  const requestedDay = input.day ?? input.to ?? today
  if (requestedDay > today) assertDayNotInFuture(ctx, requestedDay, 'day')
  // Until its first shift begins, a calendar day still belongs to the previous production day.
  const day = requestedDay > today ? today : requestedDay
  const { from, to } = getHistoryDays(input, today)
  const { to: dayEnd } = await resolveBusinessSpan(ctx, { from: day, to: day })
  const nowIso = ctx.now.toISOString()
  const stockRows = await loadStockOn(ctx, day, {
    groupBy: getGroupDimensions(input),
    moment: dayEnd < nowIso ? dayEnd : nowIso,
    filter: input,
    maxGroups,
  })
  const changes = await listStockChanges(ctx, { from, filter: input })
  // The history has no packages, because movements do not record them.
  const { packages: _allPackages, rows, ...totals } = buildStockAnswer(stockRows, maxGroups)
  return {
    day,
    since: await findFirstMovementDay(ctx),
    ...totals,
    rows: rows.map(({ packages: _groupPackages, ...row }) => row),
    course: calculateDailyStock(changes, from, to),
  }
}
/** Returns the first and last day of the period. @throws 4013 if they are in the wrong order or too far apart */
function getHistoryDays(input: Pick<StockHistoryInput, 'from' | 'to' | 'day'>, today: Day): { from: Day; to: Day } {
  const requestedTo = input.to ?? today
  const to = requestedTo > today ? today : requestedTo
  const from = input.from ?? addDays(to, 1 - DEFAULT_HISTORY_DAYS)
  assertDayRange({ from, to }, MAX_HISTORY_DAYS)
  return { from, to }
}

/** Builds the answer: the totals and the groups. */
function buildStockAnswer(stockRows: readonly StockGroup[], maxGroups: number) {
  const total = stockRows.find(({ all }) => all)
  const groups = stockRows.filter(({ all }) => !all).slice(0, maxGroups)
  const rows: StockRows = groups.map((group) => ({
    productId: group.product ?? null,
    widthMm: group.width == null ? null : Number(group.width),
    grade: (group.grade ?? null) as Grade | null,
    workOrderId: group.order ?? null,
    age: (group.age ?? null) as AgeClassName | null,
    place: group.place ?? null,
    kind: (group.kind ?? null) as StockKind | null,
    rolls: group.rolls,
    kg: group.kg,
    packages: group.packages,
    oldestAt: group.oldestAt,
  }))
  const { rolls = 0, kg = 0, packages = 0, oldestAt = null, groups: count = 0 } = total ?? {}
  return { rolls, kg, packages, oldestAt, groups: count, rows }
}
