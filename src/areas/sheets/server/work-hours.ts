/** Working hours of people from signed handovers, with manual corrections. */
import type { ReportInput } from '@/contract/report'
import { refuse, refuseInput } from '@/contract/errno'
import { listSignedPeople, type SignedPerson } from '@/areas/handover/server/queries/handover-signatures'
import { HOUR_MS, toMillis } from '@/plant/rules/plant-time'
import { getShiftsOfDay, getTeamOnShift, getPatternOn, type PlantCalendar } from '@/plant/rules/shift'
import { loadPlantCalendar, requirePerson } from '@/plant/server/plant'
import { assertRecordShiftPlausible } from '@/plant/server/shift-record-head'
import type { Context } from '@/server/context'
import { loadNames } from '@/server/crud/refs'
import { columns, computed, limit, sql } from '@/server/sql'
import { hoursCorrection, hoursRow, type hoursReport } from '../contract/detail-reports'
import {
  buildEmptyLine,
  sumBy,
  loadReportFreshness,
  resolveReportDays,
  resolveSelectedKeys,
  type ReportDays,
} from './report-period'
import { buildKeyColumns } from './metric-report'
import { MAX_ANSWER_ROWS, type LoadedReport } from '@/plant/server/report/handle-report'
import { roundToThousandth } from '@/plant/rules/quantity'
import { handle } from '@/server/area'

const MAX_CORRECTIONS = 20_000
export const hoursGroupKeys = ['person', 'team', 'line', 'day', 'month', 'shift'] as const
export type HoursGroupKey = (typeof hoursGroupKeys)[number]
type HoursReport = LoadedReport<typeof hoursReport>
type HoursLine = HoursReport['rows'][number]
interface WorkedHours {
  readonly key: Readonly<Record<HoursGroupKey, string | null>>
  readonly userId: string | null
  readonly signedHours: number
  readonly correctedHours: number
}

/** Creates a lookup of the length of a shift in hours. It calculates the shifts of each day only once. */
function createShiftHoursLookup({ rotation, timeZone }: PlantCalendar): (day: string, shift: string) => number {
  const hoursByDay = new Map<string, ReadonlyMap<string, number>>()
  return (day, shift) => {
    let hoursByShift = hoursByDay.get(day)
    if (!hoursByShift) {
      hoursByShift = new Map(
        getShiftsOfDay(day, rotation, timeZone).map((dayShift) => [
          dayShift.shift,
          (toMillis(dayShift.endsAt) - toMillis(dayShift.startsAt)) / HOUR_MS,
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
 * Loads the signed hours and the corrections of a period with two queries. If a person worked at several lines in one
 * shift, each line gets an equal part of the hours.
 */
async function loadWorkedHours(ctx: Context, dayRange: ReportDays, filters: HoursFilters): Promise<WorkedHours[]> {
  const getShiftHours = createShiftHoursLookup(await loadPlantCalendar(ctx))
  const signedPeople = await listSignedPeople(ctx, { ...dayRange, lineId: filters.lineId, team: filters.team })
  const corrections = await ctx.query(
    sql`select ${columns(hoursCorrection, ['businessDate', 'shift', 'lineId', 'team', 'userId', 'hours'])} from hours_correction
      where site_id = ${ctx.site} and business_date >= ${dayRange.from} and business_date <= ${dayRange.to}
        and (${filters.lineId ?? null}::uuid is null or line_id = ${filters.lineId ?? null})
        and (${filters.team ?? null}::text is null or team = ${filters.team ?? null}) ${limit(MAX_CORRECTIONS)}`,
  )
  const calculateHoursPerLine = (signedPerson: SignedPerson): number =>
    getShiftHours(signedPerson.businessDate, signedPerson.shift) / signedPerson.lines
  return [
    ...signedPeople.map((signedPerson) => ({
      key: buildHoursKey(signedPerson),
      userId: signedPerson.userId,
      signedHours: calculateHoursPerLine(signedPerson),
      correctedHours: 0,
    })),
    ...corrections.map((correction) => ({
      key: buildHoursKey(correction),
      userId: correction.userId,
      signedHours: 0,
      correctedHours: correction.hours,
    })),
  ].filter(
    ({ key, userId }) =>
      (!filters.shift || key.shift === filters.shift) && (!filters.userId || userId === filters.userId),
  )
}

interface HoursGroup {
  readonly key: Readonly<Partial<Record<HoursGroupKey, string | null>>>
  readonly people: Set<string>
  readonly shifts: Set<string>
  signedHours: number
  correctedHours: number
}
function groupHours(workedHoursList: readonly WorkedHours[], groupKeys: readonly HoursGroupKey[]): HoursGroup[] {
  const groups = new Map<string, HoursGroup>()
  for (const workedHours of workedHoursList) {
    const groupKey = groupKeys.map((key) => workedHours.key[key] ?? '').join('\n')
    let group = groups.get(groupKey)
    if (!group) {
      const key = Object.fromEntries(groupKeys.map((name) => [name, workedHours.key[name]]))
      groups.set(groupKey, (group = { key, people: new Set(), shifts: new Set(), signedHours: 0, correctedHours: 0 }))
    }
    if (workedHours.userId) group.people.add(workedHours.userId)
    if (workedHours.signedHours > 0) group.shifts.add(`${workedHours.key.day} ${workedHours.key.shift}`)
    group.signedHours += workedHours.signedHours
    group.correctedHours += workedHours.correctedHours
  }
  return [...groups.values()]
}
const buildHoursColumns = ({ people, shifts, signedHours, correctedHours }: HoursGroup) => ({
  shifts: shifts.size,
  people: people.size,
  signedHours: roundToThousandth(signedHours),
  correctedHours: roundToThousandth(correctedHours),
  hours: roundToThousandth(signedHours + correctedHours),
})

/** Loads the report of working hours (GET /time_sheets). */
export async function loadHoursReport(
  ctx: Context,
  input: Omit<ReportInput<typeof hoursReport>, 'format'>,
  maxRows: number = MAX_ANSWER_ROWS,
): Promise<HoursReport> {
  const groupKeys = resolveSelectedKeys<HoursGroupKey>(input.by, hoursGroupKeys, ['person', 'team'])
  const dayRange = await resolveReportDays(ctx, input, groupKeys)
  const workedHoursList = await loadWorkedHours(ctx, dayRange, input)
  const groups = groupHours(workedHoursList, groupKeys)
  const names = await loadNames(
    ctx,
    'user',
    groups.flatMap(({ key }) => key.person ?? []),
  )
  const sortedGroups = [...groups].sort((a, b) =>
    buildSortText(a, groupKeys, names).localeCompare(buildSortText(b, groupKeys, names), ctx.language),
  )
  const visibleGroups = sortedGroups.slice(0, maxRows)
  const rows = visibleGroups.map((hoursGroup): HoursLine => ({
    ...buildEmptyLine(hoursRow),
    ...buildKeyColumns(groupKeys, hoursGroup.key),
    ...buildHoursColumns(hoursGroup),
  }))
  const [totalGroup] = groupHours(workedHoursList, [])
  return {
    ...(await loadReportFreshness(ctx, dayRange)),
    cut: groups.length > visibleGroups.length,
    by: [...groupKeys],
    rows,
    total: totalGroup ? [{ ...buildEmptyLine(hoursRow), ...buildHoursColumns(totalGroup) }] : [],
  }
}
/** Builds the text that a group is sorted by; `~` sorts groups without a value last. */
const buildSortText = (
  { key }: HoursGroup,
  groupKeys: readonly HoursGroupKey[],
  names: Readonly<Record<string, string>>,
): string =>
  groupKeys.map((name) => (name === 'person' ? (names[key.person ?? ''] ?? '~') : (key[name] ?? '~'))).join(' ')

/**
 * Adds a correction of working hours (POST /time_sheets).
 * @throws 4013 for an unknown shift, 6000 if the hours of the shift would fall below zero
 */
export const addHoursCorrection = handle(hoursCorrection.endpoints.create, async (ctx, input) => {
  if (input.hours === 0) throw refuseInput([{ path: ['hours'], code: 'tooSmall', params: { limit: 0 } }])
  const calendar = await loadPlantCalendar(ctx)
  const day = input.businessDate
  const shift = getShiftsOfDay(day, calendar.rotation, calendar.timeZone).find(
    (candidate) => candidate.shift === input.shift,
  )
  if (!shift) throw refuseInput([{ path: ['shift'], code: 'notAnOption', params: { options: '' } }])
  await assertRecordShiftPlausible(ctx, input)
  // Serializes corrections of the same line and day, so that each sees the remaining hours.
  await ctx.query(
    sql`select ${computed<{ lock: string }>`pg_advisory_xact_lock(hashtext(${`hours ${input.lineId} ${day}`}), ${ctx.site})::text as lock`}`,
  )
  const scope = { lineId: input.lineId, shift: input.shift, ...(input.userId ? { userId: input.userId } : {}) }
  const workedHoursList = await loadWorkedHours(ctx, { from: day, to: day }, scope)
  const currentHours = sumBy(workedHoursList, ({ signedHours, correctedHours }) => signedHours + correctedHours)
  if (currentHours + input.hours < 0)
    throw refuse('sheets:refusals.hoursBelowZero', { hours: roundToThousandth(currentHours) })
  const person = requirePerson(ctx)
  return ctx.rows.insert(hoursCorrection, {
    ...input,
    team: input.team ?? getTeamOnShift(day, input.shift, getPatternOn(day, calendar.rotation)),
    enteredBy: person.id,
    enteredAt: ctx.now.toISOString(),
  })
})
