/** The plant's clock and calendar, and what handlers of every area ask of a call. */
import { errno, Refusal, refuseInput } from '@/contract/errno'
import type { PlantSettings } from '@/areas/equipment/rules/plant-settings'
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
} from '@/areas/handover/rules/plant-time'
import { shiftAt, type PlantCalendar, type Shift } from '@/areas/handover/rules/shift'
import type { HopperCount } from './area'
import type { Context, Person } from './context'
import { scopeOf, type KitContext } from './crud/operations'
import { namesOf } from './crud/refs'

/** The person calling. Every call but the jobs is guarded, so there is one. */
export function personOf(ctx: Context): Person {
  if (!ctx.person) throw new Refusal(errno.forbidden, 'contract:errors.signIn')
  return ctx.person
}

/**
 * When something happened: as entered, else when it was saved on the phone, else now. Never in the future (a clock
 * ahead of ours is no prophecy), and never before what must have come first.
 */
export function happenedAt(ctx: Context, entered?: Moment | null, notBefore?: Moment | null): Moment {
  const said = Math.min(toMillis(entered ?? ctx.origin.occurredAt ?? ctx.now.toISOString()), ctx.now.getTime())
  return toMoment(notBefore ? Math.max(said, toMillis(notBefore)) : said)
}

/** The day of a moment on the plant's calendar. */
export const dayOf = (ctx: Context, moment: Moment): Day => localClock(moment, ctx.timeZone).day
export const today = (ctx: Context): Day => dayOf(ctx, ctx.now.toISOString())
/** Begin of a day of the plant's calendar. */
export const startOf = (ctx: Context, day: Day): Moment => toMoment(atLocal(day, 0, ctx.timeZone))

/** Shifts and teams as the plant ordered them, each pattern from its day on. */
export const calendarOf = (ctx: Context): Promise<PlantCalendar> => (ctx as KitContext).app.calendar(ctx)
/** The figures that hold at this plant: tolerances, times; what it did not set is as usual. */
export const settingsOf = (ctx: Context): Promise<PlantSettings> => (ctx as KitContext).app.settings(ctx)
/** Which lots are in which rolls, and what the hoppers hold. */
export const hoppersOf = (ctx: Context): HopperCount => (ctx as KitContext).app.hoppers
/**
 * Holds a line until this transaction ends: who begins, doffs or feeds there next sees what was done. Rows that only name
 * the line may be written meanwhile. Always before an order, and that before a lot or a roll.
 */
export const lockLine = async (ctx: Context, lineId: string): Promise<void> => {
  await ctx.query('select 1 from line where site_id = $1 and id = $2 for no key update', [ctx.site, lineId])
}
/** Shift, team and business date of a moment; of now unless told. */
export async function shiftOf(ctx: Context, moment?: Moment): Promise<Shift> {
  const { pattern, timeZone } = await calendarOf(ctx)
  return shiftAt(moment ?? ctx.now.toISOString(), pattern, timeZone)
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

/** Rows named inside a list field must exist; the kit looks only at fields of the row itself. */
export async function mustKnow(ctx: Context, resource: string, ids: readonly string[], path: string): Promise<void> {
  const wanted = [...new Set(ids)]
  const known = await namesOf(scopeOf(ctx), resource, wanted)
  if (wanted.some((id) => !(id in known))) throw refuseInput([{ path: [path], code: 'unknownId' }])
}
/** The display name of one row, for a sentence. */
export const nameOf = async (ctx: Context, resource: string, id: string): Promise<string> =>
  (await namesOf(scopeOf(ctx), resource, [id]))[id] ?? id

/** `%word%` for `ilike`, or null without a word. */
export const likeWord = (keyword: string | null | undefined): string | null =>
  keyword?.trim() ? `%${keyword.trim().replace(/[\\%_]/g, '\\$&')}%` : null
