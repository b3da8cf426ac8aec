/** The plant's clock and calendar, and common helpers for handlers of every area. */
import { errno, Refusal, refuseInput, type Issue } from '@/contract/errno'
import { plantSetting } from '../contract/plant-setting'
import { shiftRotation } from '../contract/rotation'
import { rotationOf } from '../rules/rotation'
import { settingsFrom, type PlantSettings } from '../rules/settings'
import {
  addDays,
  atLocal,
  addMonths,
  daysBetween,
  localClock,
  toMillis,
  toMoment,
  type Day,
  type Moment,
} from '../rules/plant-time'
import { shiftAt, shiftsOfDay, type PlantCalendar, type Shift } from '../rules/shift'
import type { Context, Person } from '@/server/context'
import { namesIn } from '@/server/crud/names'
import { kept } from '@/server/kept'

/** Returns the calling person. Every call except jobs is authenticated, so there is one. @throws 401 */
export function personOf(ctx: Context): Person {
  if (!ctx.person) throw new Refusal(errno.forbidden, 'contract:errors.signIn')
  return ctx.person
}

export { happenedAt, mustNotLieAhead, refuseMoment, writtenMoment } from '@/server/moments'

/** Returns the day of a moment on the plant's calendar. */
export const dayOf = (ctx: Context, moment: Moment): Day => localClock(moment, ctx.timeZone).day
/** Returns the current day on the plant's calendar. */
export const today = (ctx: Context): Day => dayOf(ctx, ctx.now.toISOString())
/** Asserts that a reported day is not in the future. @throws 4013 naming the field */
export function mustHaveCome(ctx: Context, day: Day | null | undefined, ...path: Issue['path']): void {
  if (day && day > today(ctx)) throw refuseInput([{ path, code: 'inFuture' }])
}
/** Returns the start of a day of the plant's calendar. */
export const startOf = (ctx: Context, day: Day): Moment => toMoment(atLocal(day, 0, ctx.timeZone))

/** Loads shifts and teams of the plant with all rotation patterns. Cached. */
export const calendarOf = kept([shiftRotation], async (ctx): Promise<PlantCalendar> => ({
  pattern: rotationOf(await ctx.rows.find(shiftRotation, { orderBy: 'effectiveFrom' })),
  timeZone: ctx.timeZone,
}))
/** Loads the settings of the plant: tolerances and times, with defaults for unset values. Cached. */
export const settingsOf = kept([plantSetting], async (ctx): Promise<PlantSettings> =>
  settingsFrom(await ctx.rows.find(plantSetting, {})),
)
/** Returns shift, team and business date of a moment, by default of now. */
export async function shiftOf(ctx: Context, moment?: Moment): Promise<Shift> {
  const { pattern, timeZone } = await calendarOf(ctx)
  return shiftAt(moment ?? ctx.now.toISOString(), pattern, timeZone)
}

/** Returns the elapsed share of the current business date, 0 to 1. */
export async function passedOfToday(ctx: Context): Promise<number> {
  const { pattern, timeZone } = await calendarOf(ctx)
  const { businessDate } = shiftAt(ctx.now.toISOString(), pattern, timeZone)
  const shifts = shiftsOfDay(businessDate, pattern, timeZone)
  const [begin, end] = [toMillis(shifts[0]!.startsAt), toMillis(shifts.at(-1)!.endsAt)]
  return Math.min(1, Math.max(0, (ctx.now.getTime() - begin) / (end - begin)))
}

const MOST_DAYS = 1830
/**
 * Returns a period of whole days, both included; by default the current month up to today.
 * @throws 4013 if it ends before it begins or is longer than five years
 */
export function periodOf(
  ctx: Context,
  input: { from?: Day | null; to?: Day | null },
): { from: Moment; to: Moment; fromDay: Day; toDay: Day } {
  const to = input.to ?? today(ctx)
  const from = input.from ?? addMonths(to, 0, 1)
  const days = daysBetween(from, to)
  if (days < 0) throw refuseInput([{ path: ['to'], code: 'endsFirst' }])
  if (days > MOST_DAYS) throw refuseInput([{ path: ['to'], code: 'tooManyDays', params: { limit: MOST_DAYS } }])
  return { from: startOf(ctx, from), to: startOf(ctx, addDays(to, 1)), fromDay: from, toDay: to }
}

/** Returns the moments at which a range of business dates begins and ends, both days included. */
export async function businessSpanOf(
  ctx: Context,
  days: { from: Day; to: Day },
): Promise<{ from: Moment; to: Moment }> {
  const { pattern, timeZone } = await calendarOf(ctx)
  const beginOf = (day: Day): Moment => shiftsOfDay(day, pattern, timeZone)[0]?.startsAt ?? startOf(ctx, day)
  return { from: beginOf(days.from), to: beginOf(addDays(days.to, 1)) }
}

/** Asserts that rows named inside a list field exist; the kit checks only fields of the row itself. @throws 4013 */
export async function mustKnow(ctx: Context, resource: string, ids: readonly string[], path: string): Promise<void> {
  const wanted = [...new Set(ids)]
  const known = await namesIn(ctx, resource, wanted)
  if (wanted.some((id) => !(id in known))) throw refuseInput([{ path: [path], code: 'unknownId' }])
}
/** Returns the display name of one row; its id if there is none. */
export const nameOf = async (ctx: Context, resource: string, id: string): Promise<string> =>
  (await namesIn(ctx, resource, [id]))[id] ?? id
