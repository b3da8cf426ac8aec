/** The plant's clock and calendar, and common helpers for handlers of every area. */
import { errno, Refusal, refuseInput, type Issue } from '@/contract/errno'
import { plantSetting } from '../contract/plant-setting'
import { shiftRotation } from '../contract/rotation'
import { buildRotationHistory } from '../rules/rotation'
import { buildPlantSettings, type PlantSettings } from '../rules/settings'
import {
  addDays,
  resolveLocalTime,
  countDaysInRange,
  toLocalTime,
  toMillis,
  toMoment,
  type Day,
  type Moment,
} from '../rules/plant-time'
import { getShiftAt, getShiftsOfDay, type PlantCalendar, type Shift } from '../rules/shift'
import type { Context, Person } from '@/server/context'
import { loadNames } from '@/server/crud/refs'
import { cacheRead } from '@/server/cached-read'
import { addMonthsToMonth, getMonthStart, isMonth, toMonth, type Month } from '../rules/month'

/** Returns the calling person. Every call except jobs is authenticated, so it has a person. @throws errno.forbidden */
export function requirePerson(ctx: Context): Person {
  if (!ctx.person) throw new Refusal(errno.forbidden, 'contract:errors.signIn')
  return ctx.person
}

export {
  resolveOccurredAt,
  assertMomentNotAhead,
  createMomentRefusal,
  formatPlantMinute,
} from '@/server/entered-moments'

/** Returns the day of a moment on the plant's calendar. */
export const toPlantDay = (ctx: Context, moment: Moment): Day => toLocalTime(moment, ctx.timeZone).day
/** Returns the current day on the plant's calendar. */
export const getToday = (ctx: Context): Day => toPlantDay(ctx, ctx.now.toISOString())
/** Asserts that a reported day is not in the future. @throws errno.parameter naming the field */
export function assertDayNotInFuture(ctx: Context, day: Day | null | undefined, ...path: Issue['path']): void {
  if (day && day > getToday(ctx)) throw refuseInput([{ path, code: 'inFuture' }])
}
/** Returns the start of a day of the plant's calendar. */
export const getDayStart = (ctx: Context, day: Day): Moment => toMoment(resolveLocalTime(day, 0, ctx.timeZone))

/** Loads shifts and teams of the plant with all rotation patterns. Cached. */
export const loadPlantCalendar = cacheRead([shiftRotation], async (ctx): Promise<PlantCalendar> => ({
  rotation: buildRotationHistory(await ctx.rows.find(shiftRotation, { orderBy: 'effectiveFrom' })),
  timeZone: ctx.timeZone,
}))
/** Loads the settings of the plant: tolerances and times, with defaults for unset values. Cached. */
export const loadPlantSettings = cacheRead([plantSetting], async (ctx): Promise<PlantSettings> =>
  buildPlantSettings(await ctx.rows.find(plantSetting, {})),
)
/** Returns shift, team and business date of a moment, by default of now. */
export async function resolveShift(ctx: Context, moment?: Moment): Promise<Shift> {
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  return getShiftAt(moment ?? ctx.now.toISOString(), rotation, timeZone)
}
/** Returns the current business date: until the night shift ends, it is the day on which that shift began. */
export const findBusinessDate = async (ctx: Context): Promise<Day> => (await resolveShift(ctx)).businessDate
/** Returns the day with which a range ends by default: the current business date, or today if the range begins today. */
export async function findLastDay(ctx: Context, from: Day | null | undefined): Promise<Day> {
  const businessDate = await findBusinessDate(ctx)
  return from && from > businessDate && from === getToday(ctx) ? from : businessDate
}
/** Returns business date, shift and team of a moment, and the acting person. */
export async function resolveShiftAndPerson(ctx: Context, moment: Moment) {
  const { businessDate, shift, team } = await resolveShift(ctx, moment)
  return { businessDate, shift, team, userId: requirePerson(ctx).id }
}

/** Returns the elapsed share of the current business date, 0 to 1. */
export async function calculateElapsedShareOfToday(ctx: Context): Promise<number> {
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const { businessDate } = getShiftAt(ctx.now.toISOString(), rotation, timeZone)
  const shifts = getShiftsOfDay(businessDate, rotation, timeZone)
  const [dayStartMs, dayEndMs] = [toMillis(shifts[0]!.startsAt), toMillis(shifts.at(-1)!.endsAt)]
  return Math.min(1, Math.max(0, (ctx.now.getTime() - dayStartMs) / (dayEndMs - dayStartMs)))
}

/**
 * Asserts that a range of days, both ends included, has at least one and at most `maxDays` days.
 * @param field input that the refusal names
 * @throws errno.parameter
 */
export function assertDayRange(range: { readonly from: Day; readonly to: Day }, maxDays: number, field = 'to'): void {
  const days = countDaysInRange(range)
  if (days < 1) throw refuseInput([{ path: [field], code: 'endsFirst' }])
  if (days > maxDays) throw refuseInput([{ path: [field], code: 'tooManyDays', params: { limit: maxDays } }])
}

const MAX_PERIOD_DAYS = 1830
/**
 * Returns a range of business dates, both included; by default the current month up to the current business date.
 * A range that only has a beginning contains at least that day, which the night shift may not have reached yet.
 * @throws errno.parameter if it ends before it begins or is longer than five years
 */
export async function resolveBusinessDates(
  ctx: Context,
  input: { from?: Day | null; to?: Day | null },
): Promise<{ from: Day; to: Day }> {
  const to = input.to ?? (await findLastDay(ctx, input.from))
  const from = input.from ?? getMonthStart(to)
  assertDayRange({ from, to }, MAX_PERIOD_DAYS)
  return { from, to }
}

/** Resolves the requested month, by default the previous one. @throws errno.parameter for an invalid month */
export async function resolveMonth(ctx: Context, input: string | null | undefined): Promise<Month> {
  if (!input) return addMonthsToMonth(toMonth(await findBusinessDate(ctx)), -1)
  if (!isMonth(input)) throw refuseInput([{ path: ['month'], code: 'badFormat' }])
  return input
}

/** Returns the moments at which a range of business dates begins and ends, both days included. */
export async function resolveBusinessSpan(
  ctx: Context,
  dayRange: { from: Day; to: Day },
): Promise<{ from: Moment; to: Moment }> {
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const getBusinessDayStart = (day: Day): Moment =>
    getShiftsOfDay(day, rotation, timeZone)[0]?.startsAt ?? getDayStart(ctx, day)
  return { from: getBusinessDayStart(dayRange.from), to: getBusinessDayStart(addDays(dayRange.to, 1)) }
}

/**
 * Asserts that rows named inside a list field exist; `ctx.rows` only checks fields of the row itself. @throws
 * errno.parameter
 */
export async function assertRowsExist(
  ctx: Context,
  resource: string,
  ids: readonly string[],
  path: string,
): Promise<void> {
  const uniqueIds = [...new Set(ids)]
  const names = await loadNames(ctx, resource, uniqueIds)
  if (uniqueIds.some((id) => !(id in names))) throw refuseInput([{ path: [path], code: 'unknownId' }])
}
/** Returns the display name of one row, or its id if the row has no name. */
export const findRowName = async (ctx: Context, resource: string, id: string): Promise<string> =>
  (await loadNames(ctx, resource, [id]))[id] ?? id
