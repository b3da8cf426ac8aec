/** Closing and reopening the books of a month, and the guard of source rows in closed months. */
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { askQuestion, publishEvent } from '@/server/events'
import type { MonthGuard } from '@/server/crud/month-guard'
import { plantMonth, requestMonthReopening, closeMonth, keepMonthClosed, reopenMonth } from '../contract/plant-month'
import {
  validateReopeningApproval,
  validateMonthClosing,
  toMonth,
  validateMonthReopening,
  type Month,
} from '../rules/month'
import { addDays, toLocalTime, isDay, type Day } from '../rules/plant-time'
import { getShiftAt } from '../rules/shift'
import { sourceWriteRefused, sourceRowWritten, monthClosed, openMonthItems } from './events'
import { loadPlantCalendar, findRowName, requirePerson, resolveShift } from './plant'
import { listClosedMonths, lockMonths } from './queries/closed-months'
import { handle } from '@/server/area'

/** Closes the books of a month. POST /plant/month_close */
export const closePlantMonth = handle(closeMonth, async (ctx, { month, reason }) => {
  await lockMonths(ctx, { exclusive: true })
  const { businessDate } = await resolveShift(ctx)
  const closedMonths = await listClosedMonths(ctx)
  const problem = validateMonthClosing(month, { today: businessDate, closedMonths })
  if (problem) throw refuse(`plant:refusals.month.${problem}`, { month, who: await findCloserName(ctx, month) })
  const { why, open } = await askQuestion(ctx, openMonthItems, { month })
  if (why) throw refuse('plant:refusals.month.blocked', { month, why })
  if (open > 0 && !reason?.trim()) throw refuse('plant:refusals.month.openWithoutReason', { month, open })
  const closingValues = {
    state: 'closed',
    closedBy: requirePerson(ctx).id,
    closedAt: ctx.now.toISOString(),
    reason: reason ?? null,
    askedBy: null,
    askedAt: null,
  } as const
  const [existingRow] = await ctx.rows.find(plantMonth, { where: { month }, lock: true })
  const row = existingRow
    ? await ctx.rows.update(plantMonth, existingRow.id, closingValues)
    : await ctx.rows.insert(plantMonth, { month, ...closingValues })
  await publishEvent(ctx, monthClosed, { month, closed: true })
  return row
})
type PlantMonthRow = Row<typeof plantMonth>
/**
 * Locks and returns a month that can be reopened.
 * @throws errno.message if the month is not closed, or a later month is closed
 */
async function lockReopenableMonth(ctx: Context, month: string): Promise<PlantMonthRow> {
  await lockMonths(ctx, { exclusive: true })
  const problem = validateMonthReopening(month, { closedMonths: await listClosedMonths(ctx) })
  if (problem) throw refuse(`plant:refusals.month.${problem}`, { month })
  const [monthRow] = await ctx.rows.find(plantMonth, { where: { month }, lock: true })
  return monthRow!
}
/** Requests that a month is reopened. POST /plant/month_ask_reopen */
export const requestReopening = handle(requestMonthReopening, async (ctx, { month, reason }) => {
  const monthRow = await lockReopenableMonth(ctx, month)
  if (monthRow.askedBy && monthRow.askedBy !== requirePerson(ctx).id)
    throw refuse('plant:refusals.month.askedAlready', { month, who: await findRowName(ctx, 'user', monthRow.askedBy) })
  return ctx.rows.update(plantMonth, monthRow.id, {
    askedBy: requirePerson(ctx).id,
    askedAt: ctx.now.toISOString(),
    reason,
  })
})
/** Reopens a month; needs a second person. POST /plant/month_reopen */
export const reopenPlantMonth = handle(reopenMonth, async (ctx, { month }) => {
  const monthRow = await lockReopenableMonth(ctx, month)
  const personId = requirePerson(ctx).id
  const problem = validateReopeningApproval(monthRow, personId)
  if (problem) throw refuse(`plant:refusals.month.${problem}`, { month })
  const row = await ctx.rows.update(plantMonth, monthRow.id, {
    state: 'reopened',
    reopenedBy: personId,
    reopenedAt: ctx.now.toISOString(),
  })
  await publishEvent(ctx, monthClosed, { month, closed: false })
  return row
})
/** Rejects a request to reopen a month. POST /plant/month_keep_closed */
export const keepPlantMonthClosed = handle(keepMonthClosed, async (ctx, { month }) => {
  const monthRow = await lockReopenableMonth(ctx, month)
  if (!monthRow.askedBy) throw refuse('plant:refusals.month.notAsked', { month })
  return ctx.rows.update(plantMonth, monthRow.id, { askedBy: null, askedAt: null, reason: null })
})
const findCloserName = async (ctx: Context, month: string): Promise<string> => {
  const [row] = await ctx.rows.find(plantMonth, { where: { month }, limit: 1 })
  return row?.closedBy ? findRowName(ctx, 'user', row.closedBy) : ''
}

/**
 * Guards source rows of closed months. The current month is never closed, so its writes need no query. It may be the
 * month of tomorrow, because the first shift of a business date may begin on the evening before. Writes of jobs are not
 * checked.
 */
export const closedMonthGuard: MonthGuard<Context> = {
  canConcernClosedMonth: ({ now, timeZone, origin }, values) =>
    origin.via !== 'job' &&
    values.some(
      (value) =>
        toMonth(toEarliestBusinessDate(value, timeZone)) <
        toMonth(addDays(toLocalTime(now.toISOString(), timeZone).day, 1)),
    ),
  assertMonthsOpen: async (ctx, resource, values) => {
    await lockMonths(ctx)
    const closedMonths = await listClosedMonths(ctx)
    if (closedMonths.length === 0) return
    const { rotation, timeZone } = await loadPlantCalendar(ctx)
    const days = values.map((value) => (isDay(value) ? value : getShiftAt(value, rotation, timeZone).businessDate))
    const closedDay = days.find((day) => closedMonths.includes(toMonth(day)))
    if (!closedDay) return
    const resourceName = ctx.t(`${resource.area}:${resource.name}.name`)
    throw await buildClosedMonthRefusal(ctx, toMonth(closedDay), resourceName, closedDay)
  },
  onSourceRowWritten: (ctx, resource, before, after) =>
    publishEvent(ctx, sourceRowWritten, { resource: resource.name, before, after }),
  onWriteRefused: async (ctx, { resource, values, ...attempt }) => {
    const { rotation, timeZone } = await loadPlantCalendar(ctx)
    const closedMonths = await listClosedMonths(ctx)
    const days = values.map((value) => (isDay(value) ? value : getShiftAt(value, rotation, timeZone).businessDate))
    const closedDay = days.find((candidate) => closedMonths.includes(toMonth(candidate)))
    const day = closedDay ?? days[0] ?? toLocalTime(ctx.now.toISOString(), timeZone).day
    await publishEvent(ctx, sourceWriteRefused, { resource: resource.name, day, month: toMonth(day), ...attempt })
  },
}
/** Lower bound of the business date: the calendar day may be one later. The exact month is checked afterwards. */
const toEarliestBusinessDate = (value: string, timeZone: string): Day => {
  if (isDay(value)) return value
  return toLocalTime(new Date(Date.parse(value) - MAX_NIGHT_SHIFT_OVERRUN_MS).toISOString(), timeZone).day
}
/** The last shift of a business date ends within this time after midnight. */
const MAX_NIGHT_SHIFT_OVERRUN_MS = 24 * 3_600_000

async function buildClosedMonthRefusal(ctx: Context, month: Month, resourceName: string, day: Day) {
  const [row] = await ctx.rows.find(plantMonth, { where: { month } })
  const closerName = row?.closedBy ? await findRowName(ctx, 'user', row.closedBy) : ''
  return refuse('plant:refusals.month.closed', { month, what: resourceName, day, who: closerName })
}
