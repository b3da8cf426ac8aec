/** Closing and reopening the books of a month, and the guard of source rows in closed months. */
import type { InOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { ask, tell } from '@/server/events'
import type { FactGuard } from '@/server/crud/facts'
import {
  plantMonth,
  type askToReopen,
  type closeMonth,
  type keepMonthClosed,
  type reopenMonth,
} from '../contract/plant-month'
import { agreeingProblem, closingProblem, monthOf, reopeningProblem, type Month } from '../rules/month'
import { localClock, isDay, type Day } from '../rules/plant-time'
import { shiftAt } from '../rules/shift'
import { factRefused, factWritten, monthClosed, openInMonth } from './month-events'
import { calendarOf, nameOf, personOf, shiftOf } from './plant'
import { closedMonths, holdMonths } from './queries/months'

/** Closes the books of a month. POST /plant/month_close */
export async function close(ctx: Context, { month, reason }: InOf<typeof closeMonth>): Promise<MonthRow> {
  await holdMonths(ctx, true)
  const { businessDate } = await shiftOf(ctx)
  const closed = await closedMonths(ctx)
  const problem = closingProblem(month, { today: businessDate, closed })
  if (problem) throw refuse(`plant:refusals.month.${problem}`, { month, who: await closedByWhom(ctx, month) })
  const { why, open } = await ask(ctx, openInMonth, { month })
  if (why) throw refuse('plant:refusals.month.blocked', { month, why })
  if (open > 0 && !reason?.trim()) throw refuse('plant:refusals.month.openWithoutReason', { month, open })
  const written = {
    state: 'closed',
    closedBy: personOf(ctx).id,
    closedAt: ctx.now.toISOString(),
    reason: reason ?? null,
    askedBy: null,
    askedAt: null,
  } as const
  const [known] = await ctx.rows.find(plantMonth, { where: { month }, lock: true })
  const row = known
    ? await ctx.rows.update(plantMonth, known.id, written)
    : await ctx.rows.insert(plantMonth, { month, ...written })
  await tell(ctx, monthClosed, { month, closed: true })
  return row
}
type MonthRow = Row<typeof plantMonth>
/** Locks and returns a month that can be reopened. @throws 6000 if it is not closed, or a later one is */
async function reopenable(ctx: Context, month: string): Promise<MonthRow> {
  await holdMonths(ctx, true)
  const problem = reopeningProblem(month, { closed: await closedMonths(ctx) })
  if (problem) throw refuse(`plant:refusals.month.${problem}`, { month })
  const [known] = await ctx.rows.find(plantMonth, { where: { month }, lock: true })
  return known!
}
/** Requests that a month is reopened. POST /plant/month_ask_reopen */
export async function askReopen(ctx: Context, { month, reason }: InOf<typeof askToReopen>): Promise<MonthRow> {
  const known = await reopenable(ctx, month)
  if (known.askedBy && known.askedBy !== personOf(ctx).id)
    throw refuse('plant:refusals.month.askedAlready', { month, who: await nameOf(ctx, 'user', known.askedBy) })
  return ctx.rows.update(plantMonth, known.id, {
    askedBy: personOf(ctx).id,
    askedAt: ctx.now.toISOString(),
    reason,
  })
}
/** Reopens a month; needs a second person. POST /plant/month_reopen */
export async function reopen(ctx: Context, { month }: InOf<typeof reopenMonth>): Promise<MonthRow> {
  const known = await reopenable(ctx, month)
  const me = personOf(ctx).id
  const problem = agreeingProblem(known, me)
  if (problem) throw refuse(`plant:refusals.month.${problem}`, { month })
  const row = await ctx.rows.update(plantMonth, known.id, {
    state: 'reopened',
    reopenedBy: me,
    reopenedAt: ctx.now.toISOString(),
  })
  await tell(ctx, monthClosed, { month, closed: false })
  return row
}
/** Rejects a request to reopen a month. POST /plant/month_keep_closed */
export async function keepClosed(ctx: Context, { month }: InOf<typeof keepMonthClosed>): Promise<MonthRow> {
  const known = await reopenable(ctx, month)
  if (!known.askedBy) throw refuse('plant:refusals.month.notAsked', { month })
  return ctx.rows.update(plantMonth, known.id, { askedBy: null, askedAt: null, reason: null })
}
const closedByWhom = async (ctx: Context, month: string): Promise<string> => {
  const [row] = await ctx.rows.find(plantMonth, { where: { month }, limit: 1 })
  return row?.closedBy ? nameOf(ctx, 'user', row.closedBy) : ''
}

/**
 * Guards source rows of closed months. The current month is never closed, so its writes need no query. Jobs are not
 * held up.
 */
export const factGuard: FactGuard<Context> = {
  concerns: ({ now, timeZone, origin }, values) =>
    origin.via !== 'job' &&
    values.some((value) => monthOf(dayIn(value, timeZone)) < monthOf(localClock(now.toISOString(), timeZone).day)),
  mustBeOpen: async (ctx, resource, values) => {
    await holdMonths(ctx)
    const closed = await closedMonths(ctx)
    if (closed.length === 0) return
    const { pattern, timeZone } = await calendarOf(ctx)
    const days = values.map((value) => (isDay(value) ? value : shiftAt(value, pattern, timeZone).businessDate))
    const day = days.find((each) => closed.includes(monthOf(each)))
    if (day) throw await refuseClosed(ctx, monthOf(day), ctx.t(`${resource.area}:${resource.name}.name`), day)
  },
  written: (ctx, resource, before, after) => tell(ctx, factWritten, { resource: resource.name, before, after }),
  refused: async (ctx, { resource, values, ...attempt }) => {
    const { pattern, timeZone } = await calendarOf(ctx)
    const closed = await closedMonths(ctx)
    const days = values.map((value) => (isDay(value) ? value : shiftAt(value, pattern, timeZone).businessDate))
    const day =
      days.find((each) => closed.includes(monthOf(each))) ?? days[0] ?? localClock(ctx.now.toISOString(), timeZone).day
    await tell(ctx, factRefused, { resource: resource.name, day, month: monthOf(day), ...attempt })
  },
}
/** Lower bound of the business date: the calendar day may be one later. The exact month is checked afterwards. */
const dayIn = (value: string, timeZone: string): Day => {
  if (isDay(value)) return value
  return localClock(new Date(Date.parse(value) - LONGEST_NIGHT_MS).toISOString(), timeZone).day
}
/** The last shift of a business date ends within this time after midnight. */
const LONGEST_NIGHT_MS = 24 * 3_600_000

async function refuseClosed(ctx: Context, month: Month, what: string, day: Day) {
  const [row] = await ctx.rows.find(plantMonth, { where: { month } })
  const who = row?.closedBy ? await nameOf(ctx, 'user', row.closedBy) : ''
  return refuse('plant:refusals.month.closed', { month, what, day, who })
}
