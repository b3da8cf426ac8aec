/** Working hours of people from signed handovers, with manual corrections. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import type { CreateInput, Row } from '@/contract/resource'
import { listSignedPeople, type PersonSigned } from '@/areas/handover/server/queries/handover-signatures'
import { HOUR_MS, toMillis } from '@/plant/rules/plant-time'
import { getShiftsOfDay, getTeamOnShift, getPatternOn, type PlantCalendar } from '@/plant/rules/shift'
import { loadPlantCalendar, requirePerson } from '@/plant/server/plant'
import { assertRecordShiftPlausible } from '@/plant/server/shift-record-head'
import type { Context } from '@/server/context'
import { loadNames } from '@/server/crud/load-names'
import { columns, computed, limit, sql } from '@/server/sql'
import { hoursCorrection, hoursRow, type hoursSheet } from '../contract/detail-sheets'
import { countedUntil, daysOf, keysOf, type Days } from './days'
import { keyed, labelsOf, MOST_LINES } from './figure-sheet'
import { blankOf, sumOf, toGrams } from './lines'

export const hoursKeys = ['person', 'team', 'line', 'day', 'month', 'shift'] as const
export type HoursKey = (typeof hoursKeys)[number]
type Sheet = EndpointOutput<typeof hoursSheet>
type Line = Sheet['rows'][number]
interface Worked {
  readonly key: Readonly<Record<HoursKey, string | null>>
  readonly userId: string | null
  readonly signed: number
  readonly corrected: number
}

/** Returns a lookup of the length of a shift in hours. Each day is calculated once. */
function shiftHours({ pattern, timeZone }: PlantCalendar): (day: string, shift: string) => number {
  const known = new Map<string, ReadonlyMap<string, number>>()
  return (day, shift) => {
    let of = known.get(day)
    if (!of) {
      of = new Map(
        getShiftsOfDay(day, pattern, timeZone).map((one) => [
          one.shift,
          (toMillis(one.endsAt) - toMillis(one.startsAt)) / HOUR_MS,
        ]),
      )
      known.set(day, of)
    }
    return of.get(shift) ?? 0
  }
}
const keyOf = (row: {
  businessDate: string
  shift: string
  lineId: string
  team: string | null
  userId: string | null
}) => ({
  person: row.userId,
  team: row.team,
  line: row.lineId,
  day: row.businessDate,
  month: `${row.businessDate.slice(0, 7)}-01`,
  shift: row.shift,
})
type Chosen = { lineId?: string | null; team?: string | null; shift?: string | null; userId?: string | null }
/**
 * Loads signed hours and corrections of a period. Hours of a person at several lines in one shift are divided by the
 * lines.
 * Two queries.
 */
async function workedIn(ctx: Context, days: Days, chosen: Chosen): Promise<Worked[]> {
  const hoursOf = shiftHours(await loadPlantCalendar(ctx))
  const signed = await listSignedPeople(ctx, { ...days, lineId: chosen.lineId, team: chosen.team })
  const corrections = await ctx.query(
    sql`select ${columns(hoursCorrection, ['businessDate', 'shift', 'lineId', 'team', 'userId', 'hours'])} from hours_correction
      where site_id = ${ctx.site} and business_date >= ${days.from} and business_date <= ${days.to}
        and (${chosen.lineId ?? null}::uuid is null or line_id = ${chosen.lineId ?? null})
        and (${chosen.team ?? null}::text is null or team = ${chosen.team ?? null}) ${limit(20_000)}`,
  )
  const hours = (one: PersonSigned): number => hoursOf(one.businessDate, one.shift) / one.lines
  return [
    ...signed.map((one) => ({ key: keyOf(one), userId: one.userId, signed: hours(one), corrected: 0 })),
    ...corrections.map((one) => ({ key: keyOf(one), userId: one.userId, signed: 0, corrected: one.hours })),
  ].filter(
    ({ key, userId }) => (!chosen.shift || key.shift === chosen.shift) && (!chosen.userId || userId === chosen.userId),
  )
}

interface Sum {
  readonly key: Readonly<Partial<Record<HoursKey, string | null>>>
  readonly people: Set<string>
  readonly shifts: Set<string>
  signed: number
  corrected: number
}
function grouped(worked: readonly Worked[], by: readonly HoursKey[]): Sum[] {
  const sums = new Map<string, Sum>()
  for (const one of worked) {
    const name = by.map((key) => one.key[key] ?? '').join('\n')
    let sum = sums.get(name)
    if (!sum) {
      const key = Object.fromEntries(by.map((each) => [each, one.key[each]]))
      sums.set(name, (sum = { key, people: new Set(), shifts: new Set(), signed: 0, corrected: 0 }))
    }
    if (one.userId) sum.people.add(one.userId)
    if (one.signed > 0) sum.shifts.add(`${one.key.day} ${one.key.shift}`)
    sum.signed += one.signed
    sum.corrected += one.corrected
  }
  return [...sums.values()]
}
const figuresOf = ({ people, shifts, signed, corrected }: Sum) => ({
  shifts: shifts.size,
  people: people.size,
  signedHours: toGrams(signed),
  correctedHours: toGrams(corrected),
  hours: toGrams(signed + corrected),
})

/** Loads the report of working hours (GET /time_sheets). */
export async function hours(
  ctx: Context,
  input: Omit<EndpointInput<typeof hoursSheet>, 'format'>,
  most: number = MOST_LINES,
): Promise<Sheet> {
  const by = keysOf<HoursKey>(input.by, hoursKeys, ['person', 'team'])
  const days = daysOf(ctx, input, by)
  const worked = await workedIn(ctx, days, input)
  const found = grouped(worked, by)
  const names = await loadNames(
    ctx,
    'user',
    found.flatMap(({ key }) => key.person ?? []),
  )
  const ordered = [...found].sort((a, b) => sortName(a, by, names).localeCompare(sortName(b, by, names), ctx.language))
  const shown = ordered.slice(0, most)
  const words = await labelsOf(ctx, by, shown)
  const rows = shown.map((sum): Line => ({
    ...blankOf(hoursRow),
    ...keyed(
      by.filter((key) => key !== 'person'),
      sum.key,
      words,
    ),
    userId: sum.key.person ?? null,
    person: sum.key.person ? (names[sum.key.person] ?? null) : null,
    ...figuresOf(sum),
  }))
  const [whole] = grouped(worked, [])
  return {
    ...(await countedUntil(ctx, days)),
    cut: found.length > shown.length,
    by: [...by],
    rows,
    total: whole ? [{ ...blankOf(hoursRow), ...figuresOf(whole) }] : [],
  }
}
const sortName = ({ key }: Sum, by: readonly HoursKey[], names: Readonly<Record<string, string>>): string =>
  by.map((each) => (each === 'person' ? (names[key.person ?? ''] ?? '~') : (key[each] ?? '~'))).join(' ')

/**
 * Adds an offsetting entry of hours (POST /time_sheets).
 * @throws 4013 for an unknown shift, 6000 if the hours of the shift would fall below zero
 */
export async function addCorrection(
  ctx: Context,
  input: CreateInput<typeof hoursCorrection>,
): Promise<Row<typeof hoursCorrection>> {
  if (input.hours === 0) throw refuseInput([{ path: ['hours'], code: 'tooSmall', params: { limit: 0 } }])
  const calendar = await loadPlantCalendar(ctx)
  const day = input.businessDate
  const shift = getShiftsOfDay(day, calendar.pattern, calendar.timeZone).find((one) => one.shift === input.shift)
  if (!shift) throw refuseInput([{ path: ['shift'], code: 'notAnOption', params: { options: '' } }])
  await assertRecordShiftPlausible(ctx, input)
  // Serializes corrections of the same line and day, so that each sees the remaining hours.
  await ctx.query(
    sql`select ${computed<{ held: string }>`pg_advisory_xact_lock(hashtext(${`hours ${input.lineId} ${day}`}), ${ctx.site})::text as held`}`,
  )
  const scope = { lineId: input.lineId, shift: input.shift, ...(input.userId ? { userId: input.userId } : {}) }
  const worked = await workedIn(ctx, { from: day, to: day }, scope)
  const before = sumOf(worked, (one) => one.signed + one.corrected)
  if (before + input.hours < 0) throw refuse('sheets:refusals.hoursBelowZero', { hours: toGrams(before) })
  const person = requirePerson(ctx)
  return ctx.rows.insert(hoursCorrection, {
    ...input,
    team: input.team ?? getTeamOnShift(day, input.shift, getPatternOn(day, calendar.pattern)),
    enteredBy: person.id,
    enteredAt: ctx.now.toISOString(),
  })
}
