/** Working hours of people from signed handovers, with manual corrections. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import type { CreateInput, Row } from '@/contract/resource'
import { listSignedPeople, type SignedPerson } from '@/areas/handover/server/queries/handover-signatures'
import { HOUR_MS, toMillis } from '@/plant/rules/plant-time'
import { getShiftsOfDay, getTeamOnShift, getPatternOn, type PlantCalendar } from '@/plant/rules/shift'
import { loadPlantCalendar, requirePerson } from '@/plant/server/plant'
import { assertRecordShiftPlausible } from '@/plant/server/shift-record-head'
import type { Context } from '@/server/context'
import { loadNames } from '@/server/crud/load-names'
import { columns, computed, limit, sql } from '@/server/sql'
import { hoursCorrection, hoursRow, type hoursReport } from '../contract/detail-reports'
import { loadReportFreshness, resolveReportDays, resolveReportKeys, type ReportDays } from './report-period'
import { buildKeyColumns, loadKeyLabels, MAX_SHOWN_ROWS } from './metric-report'
import { buildEmptyLine, sumBy, roundToThousandth } from './report-lines'

export const hoursGroupKeys = ['person', 'team', 'line', 'day', 'month', 'shift'] as const
export type HoursGroupKey = (typeof hoursGroupKeys)[number]
type HoursReport = EndpointOutput<typeof hoursReport>
type HoursLine = HoursReport['rows'][number]
interface WorkedHours {
  readonly key: Readonly<Record<HoursGroupKey, string | null>>
  readonly userId: string | null
  readonly signed: number
  readonly corrected: number
}

/** Returns a lookup of the length of a shift in hours. Each day is calculated once. */
function createShiftHoursLookup({ pattern, timeZone }: PlantCalendar): (day: string, shift: string) => number {
  const hoursByDay = new Map<string, ReadonlyMap<string, number>>()
  return (day, shift) => {
    let hoursByShift = hoursByDay.get(day)
    if (!hoursByShift) {
      hoursByShift = new Map(
        getShiftsOfDay(day, pattern, timeZone).map((one) => [
          one.shift,
          (toMillis(one.endsAt) - toMillis(one.startsAt)) / HOUR_MS,
        ]),
      )
      hoursByDay.set(day, hoursByShift)
    }
    return hoursByShift.get(shift) ?? 0
  }
}
const buildHoursKey = (row: {
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
type HoursFilters = { lineId?: string | null; team?: string | null; shift?: string | null; userId?: string | null }
/**
 * Loads signed hours and corrections of a period. Hours of a person at several lines in one shift are divided by the
 * lines.
 * Two queries.
 */
async function loadWorkedHours(ctx: Context, days: ReportDays, filters: HoursFilters): Promise<WorkedHours[]> {
  const getShiftHours = createShiftHoursLookup(await loadPlantCalendar(ctx))
  const signedPeople = await listSignedPeople(ctx, { ...days, lineId: filters.lineId, team: filters.team })
  const corrections = await ctx.query(
    sql`select ${columns(hoursCorrection, ['businessDate', 'shift', 'lineId', 'team', 'userId', 'hours'])} from hours_correction
      where site_id = ${ctx.site} and business_date >= ${days.from} and business_date <= ${days.to}
        and (${filters.lineId ?? null}::uuid is null or line_id = ${filters.lineId ?? null})
        and (${filters.team ?? null}::text is null or team = ${filters.team ?? null}) ${limit(20_000)}`,
  )
  const calculateShare = (one: SignedPerson): number => getShiftHours(one.businessDate, one.shift) / one.lines
  return [
    ...signedPeople.map((one) => ({
      key: buildHoursKey(one),
      userId: one.userId,
      signed: calculateShare(one),
      corrected: 0,
    })),
    ...corrections.map((one) => ({ key: buildHoursKey(one), userId: one.userId, signed: 0, corrected: one.hours })),
  ].filter(
    ({ key, userId }) =>
      (!filters.shift || key.shift === filters.shift) && (!filters.userId || userId === filters.userId),
  )
}

interface HoursGroup {
  readonly key: Readonly<Partial<Record<HoursGroupKey, string | null>>>
  readonly people: Set<string>
  readonly shifts: Set<string>
  signed: number
  corrected: number
}
function groupHours(worked: readonly WorkedHours[], by: readonly HoursGroupKey[]): HoursGroup[] {
  const groups = new Map<string, HoursGroup>()
  for (const one of worked) {
    const groupKey = by.map((key) => one.key[key] ?? '').join('\n')
    let group = groups.get(groupKey)
    if (!group) {
      const key = Object.fromEntries(by.map((each) => [each, one.key[each]]))
      groups.set(groupKey, (group = { key, people: new Set(), shifts: new Set(), signed: 0, corrected: 0 }))
    }
    if (one.userId) group.people.add(one.userId)
    if (one.signed > 0) group.shifts.add(`${one.key.day} ${one.key.shift}`)
    group.signed += one.signed
    group.corrected += one.corrected
  }
  return [...groups.values()]
}
const buildHoursColumns = ({ people, shifts, signed, corrected }: HoursGroup) => ({
  shifts: shifts.size,
  people: people.size,
  signedHours: roundToThousandth(signed),
  correctedHours: roundToThousandth(corrected),
  hours: roundToThousandth(signed + corrected),
})

/** Loads the report of working hours (GET /time_sheets). */
export async function loadHoursReport(
  ctx: Context,
  input: Omit<EndpointInput<typeof hoursReport>, 'format'>,
  maxRows: number = MAX_SHOWN_ROWS,
): Promise<HoursReport> {
  const by = resolveReportKeys<HoursGroupKey>(input.by, hoursGroupKeys, ['person', 'team'])
  const days = resolveReportDays(ctx, input, by)
  const worked = await loadWorkedHours(ctx, days, input)
  const groups = groupHours(worked, by)
  const names = await loadNames(
    ctx,
    'user',
    groups.flatMap(({ key }) => key.person ?? []),
  )
  const sortedGroups = [...groups].sort((a, b) =>
    buildSortText(a, by, names).localeCompare(buildSortText(b, by, names), ctx.language),
  )
  const visibleGroups = sortedGroups.slice(0, maxRows)
  const labels = await loadKeyLabels(ctx, by, visibleGroups)
  const rows = visibleGroups.map((sum): HoursLine => ({
    ...buildEmptyLine(hoursRow),
    ...buildKeyColumns(
      by.filter((key) => key !== 'person'),
      sum.key,
      labels,
    ),
    userId: sum.key.person ?? null,
    person: sum.key.person ? (names[sum.key.person] ?? null) : null,
    ...buildHoursColumns(sum),
  }))
  const [totalGroup] = groupHours(worked, [])
  return {
    ...(await loadReportFreshness(ctx, days)),
    cut: groups.length > visibleGroups.length,
    by: [...by],
    rows,
    total: totalGroup ? [{ ...buildEmptyLine(hoursRow), ...buildHoursColumns(totalGroup) }] : [],
  }
}
const buildSortText = (
  { key }: HoursGroup,
  by: readonly HoursGroupKey[],
  names: Readonly<Record<string, string>>,
): string => by.map((each) => (each === 'person' ? (names[key.person ?? ''] ?? '~') : (key[each] ?? '~'))).join(' ')

/**
 * Adds an offsetting entry of hours (POST /time_sheets).
 * @throws 4013 for an unknown shift, 6000 if the hours of the shift would fall below zero
 */
export async function addHoursCorrection(
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
  const worked = await loadWorkedHours(ctx, { from: day, to: day }, scope)
  const currentHours = sumBy(worked, (one) => one.signed + one.corrected)
  if (currentHours + input.hours < 0)
    throw refuse('sheets:refusals.hoursBelowZero', { hours: roundToThousandth(currentHours) })
  const person = requirePerson(ctx)
  return ctx.rows.insert(hoursCorrection, {
    ...input,
    team: input.team ?? getTeamOnShift(day, input.shift, getPatternOn(day, calendar.pattern)),
    enteredBy: person.id,
    enteredAt: ctx.now.toISOString(),
  })
}
