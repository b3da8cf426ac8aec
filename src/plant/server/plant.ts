/** The plant's clock and calendar, and what handlers of every area ask of a call. */
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

/** The person calling. Every call but the jobs is guarded, so there is one. */
export function personOf(ctx: Context): Person {
  if (!ctx.person) throw new Refusal(errno.forbidden, 'contract:errors.signIn')
  return ctx.person
}

export { happenedAt, mustNotLieAhead, refuseMoment, writtenMoment } from '@/server/moments'

/** The day of a moment on the plant's calendar. */
export const dayOf = (ctx: Context, moment: Moment): Day => localClock(moment, ctx.timeZone).day
export const today = (ctx: Context): Day => dayOf(ctx, ctx.now.toISOString())
/** Of what a person says was on a day. @throws 4013 naming the field, for a day to come */
export function mustHaveCome(ctx: Context, day: Day | null | undefined, ...path: Issue['path']): void {
  if (day && day > today(ctx)) throw refuseInput([{ path, code: 'inFuture' }])
}
/** Begin of a day of the plant's calendar. */
export const startOf = (ctx: Context, day: Day): Moment => toMoment(atLocal(day, 0, ctx.timeZone))

/** Shifts and teams as the plant ordered them, each pattern from its day on. */
export const calendarOf = kept([shiftRotation], async (ctx): Promise<PlantCalendar> => ({
  pattern: rotationOf(await ctx.rows.find(shiftRotation, { orderBy: 'effectiveFrom' })),
  timeZone: ctx.timeZone,
}))
/** The figures that hold at this plant: tolerances, times; what it did not set is as usual. */
export const settingsOf = kept([plantSetting], async (ctx): Promise<PlantSettings> =>
  settingsFrom(await ctx.rows.find(plantSetting, {})),
)
/** Shift, team and business date of a moment; of now unless told. */
export async function shiftOf(ctx: Context, moment?: Moment): Promise<Shift> {
  const { pattern, timeZone } = await calendarOf(ctx)
  return shiftAt(moment ?? ctx.now.toISOString(), pattern, timeZone)
}

/** Share of the business date of now that is over, 0 to 1. */
export async function passedOfToday(ctx: Context): Promise<number> {
  const { pattern, timeZone } = await calendarOf(ctx)
  const { businessDate } = shiftAt(ctx.now.toISOString(), pattern, timeZone)
  const shifts = shiftsOfDay(businessDate, pattern, timeZone)
  const [begin, end] = [toMillis(shifts[0]!.startsAt), toMillis(shifts.at(-1)!.endsAt)]
  return Math.min(1, Math.max(0, (ctx.now.getTime() - begin) / (end - begin)))
}

const MOST_DAYS = 1830
/** A period of whole days, both included; this month unless told. @throws when it ends before it begins or is longer than five years */
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

/** The moments between which business dates lie, both days included. */
export async function businessSpanOf(
  ctx: Context,
  days: { from: Day; to: Day },
): Promise<{ from: Moment; to: Moment }> {
  const { pattern, timeZone } = await calendarOf(ctx)
  const beginOf = (day: Day): Moment => shiftsOfDay(day, pattern, timeZone)[0]?.startsAt ?? startOf(ctx, day)
  return { from: beginOf(days.from), to: beginOf(addDays(days.to, 1)) }
}

/** Rows named inside a list field must exist; the kit looks only at fields of the row itself. */
export async function mustKnow(ctx: Context, resource: string, ids: readonly string[], path: string): Promise<void> {
  const wanted = [...new Set(ids)]
  const known = await namesIn(ctx, resource, wanted)
  if (wanted.some((id) => !(id in known))) throw refuseInput([{ path: [path], code: 'unknownId' }])
}
/** The display name of one row, for a sentence. */
export const nameOf = async (ctx: Context, resource: string, id: string): Promise<string> =>
  (await namesIn(ctx, resource, [id]))[id] ?? id
