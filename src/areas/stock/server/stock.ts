/** Current stock, and stock at the end of any day. */
import { refuseInput } from '@/contract/errno'
import type { InOf, OutOf } from '@/contract/endpoint'
import { addDays, countDaysBetween, type Day } from '@/plant/rules/plant-time'
import { assertDayNotInFuture, resolveShift, getDayStart } from '@/plant/server/plant'
import { stockChanges, stockNow, stockOn, stockSince, type StockOf } from '@/areas/rolls/server/queries/for-stock'
import type { Grade } from '@/areas/rolls/rules/slit-roll'
import type { AgeName, StockKey, StockKind } from '@/areas/rolls/rules/stocked'
import { loadReferencedNames } from '@/server/crud/load-names'
import type { Context } from '@/server/context'
import { MOST_ROWS, type stockHistory, type stockInfo } from '../contract/stock-calls'
import { courseOf } from '../rules/course'

type NowIn = InOf<typeof stockInfo>
type HistoryIn = InOf<typeof stockHistory>
type Rows = OutOf<typeof stockInfo>['rows']
/** Default and maximum days of a course. */
const USUAL_DAYS = 30
const MOST_DAYS = 400

/** Returns the distinct dimensions to group by; product, width and grade by default. */
export const keysOf = ({ by, second, third }: Pick<NowIn, 'by' | 'second' | 'third'>): StockKey[] => {
  const asked = [by, second, third].filter((key): key is StockKey => key != null)
  return asked.length > 0 ? [...new Set(asked)] : ['product', 'width', 'grade']
}
/** GET /GET_STOCKS_INFO: loads current stock by groups. */
export async function now(ctx: Context, input: NowIn): Promise<OutOf<typeof stockInfo>> {
  const found = await stockNow(ctx, { by: keysOf(input), choice: input, most: MOST_ROWS })
  return { at: ctx.now.toISOString(), ...(await answered(ctx, found)) }
}
/**
 * Loads stock at the end of a day, and its course.
 * @throws 4013 for a day in the future, or a course that is too long
 */
export async function historyOf(ctx: Context, input: Omit<HistoryIn, 'format'>): Promise<OutOf<typeof stockHistory>> {
  const { businessDate: today } = await resolveShift(ctx)
  const asked = input.day ?? input.to ?? today
  assertDayNotInFuture(ctx, asked, 'day')
  // Until its first shift begins, a calendar day still belongs to the previous production day.
  const day = asked > today ? today : asked
  const { from, to } = courseDays(input, today)
  const end = getDayStart(ctx, addDays(day, 1))
  const moment = ctx.now.toISOString()
  const found = await stockOn(ctx, day, {
    by: keysOf(input),
    at: end < moment ? end : moment,
    choice: input,
    most: MOST_ROWS,
  })
  const changes = await stockChanges(ctx, { from, choice: input })
  const { packages: _all, rows, ...held } = await answered(ctx, found)
  return {
    day,
    since: await stockSince(ctx),
    ...held,
    rows: rows.map(({ packages: _some, ...row }) => row),
    course: courseOf(changes, from, to),
  }
}
/** Returns the first and last day of the course. @throws 4013 if they are in the wrong order or too far apart */
function courseDays(input: Pick<HistoryIn, 'from' | 'to' | 'day'>, today: Day): { from: Day; to: Day } {
  const asked = input.to ?? today
  const to = asked > today ? today : asked
  const from = input.from ?? addDays(to, 1 - USUAL_DAYS)
  const days = countDaysBetween(from, to)
  if (days < 0) throw refuseInput([{ path: ['to'], code: 'endsFirst' }])
  if (days >= MOST_DAYS) throw refuseInput([{ path: ['to'], code: 'tooManyDays', params: { limit: MOST_DAYS } }])
  return { from, to }
}

/** Builds the answer: the totals, and the groups with the names of products and orders. */
async function answered(ctx: Context, found: readonly StockOf[]) {
  const total = found.find(({ all }) => all)
  const groups = found.filter(({ all }) => !all).slice(0, MOST_ROWS)
  const names = {
    ...(await loadReferencedNames(ctx, 'product', groups, 'product')),
    ...(await loadReferencedNames(ctx, 'workOrder', groups, 'order')),
  }
  const rows: Rows = groups.map((one) => ({
    productId: one.product ?? null,
    product: one.product ? (names[one.product] ?? one.product) : null,
    widthMm: one.width == null ? null : Number(one.width),
    grade: (one.grade ?? null) as Grade | null,
    workOrderId: one.order ?? null,
    order: one.order ? (names[one.order] ?? one.order) : null,
    age: (one.age ?? null) as AgeName | null,
    place: one.place ?? null,
    kind: (one.kind ?? null) as StockKind | null,
    rolls: one.rolls,
    kg: one.kg,
    packages: one.packages,
    oldestAt: one.oldestAt,
  }))
  const { rolls = 0, kg = 0, packages = 0, oldestAt = null, groups: count = 0 } = total ?? {}
  return { rolls, kg, packages, oldestAt, groups: count, rows }
}
