import { canCall, type Endpoint, type EndpointOutput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, computed, limit, options, sql } from '@/server/sql'
import type { AppContext } from '@/server/crud/operations'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { clipIntervals, calculateCoveredLength } from '@/plant/rules/intervals'
import { addDays, HOUR_MS, toMillis } from '@/plant/rules/plant-time'
import { resolveBusinessSpan, toPlantDay, findBusinessDate } from '@/plant/server/plant'
import { listStopsInPeriod } from '@/plant/server/queries/stops-in-period'
import { equipment } from '@/areas/equipment/contract/equipment'
import { recordKindNames } from '@/areas/equipment/contract/option-endpoints'
import { countRecordsByKind } from '@/areas/equipment/server/queries/records'
import { listNextRounds } from '@/areas/rounds/server/queries/rounds'
import { equipmentSummary } from '../contract/machine-endpoints'
import { pmPlan } from '../contract/pm-plan'
import {
  calculateMtbf,
  calculateMttr,
  correctOperatingHours,
  type Indicator,
  type IndicatorPeriod,
  type RepairSource,
  type StopSource,
} from '../rules/indicators'
import { openRepairStates } from '../rules/repair'
import { repair } from '../contract/repair'
import { loadInUseSince } from './queries/lines-in-use'
import { loadOperatingCorrections } from './queries/operating-corrections'
import { repairSourceColumns, failedAtColumn } from './queries/repairs-in-period'
import { handle } from '@/server/area'

type MachineSummary = EndpointOutput<typeof equipmentSummary>
const DEFAULT_PERIOD_DAYS = 90
const MAX_LISTED_ROWS = 20

/** GET /book/summary: metrics, open work and record counts of a machine. */
export const buildMachineSummary = handle(equipmentSummary, async (ctx, input) => {
  const machine = await ctx.rows.get(equipment, input.id)
  const { from, to, period } = await resolveSummaryPeriod(ctx, input)
  const now = ctx.now.toISOString()
  const repairs = await listIndicatorRepairs(ctx, machine.id, period)
  const stops = await listMachineStops(ctx, machine, period)
  const mttr = calculateMttr(repairs, period)
  const installedOn = machine.installedOn ?? toPlantDay(ctx, machine.createdAt)
  const inUseSinceById = await loadInUseSince(ctx, [{ id: machine.id, lineId: machine.lineId, since: installedOn }])
  const getHoursCorrection = await loadOperatingCorrections(ctx, { from, to }, machine.lineId)
  const mtbf = correctOperatingHours(
    calculateMtbf(repairs, stops, period, now, inUseSinceById.get(machine.id)),
    getHoursCorrection(machine.lineId, { from, to }),
  )
  return {
    state: machine.state,
    condition: machine.condition,
    from,
    to,
    openRepairs: await listOpenRepairsOfMachine(ctx, machine.id),
    nextRounds: await listNextRounds(ctx, machine.id, MAX_LISTED_ROWS),
    nextPm: await listNextPm(ctx, machine.id),
    mttr: roundIndicator(mttr),
    mttrReason: 'reason' in mttr ? mttr.reason : null,
    mtbf: roundIndicator(mtbf),
    mtbfReason: 'reason' in mtbf ? mtbf.reason : null,
    breakdowns: mtbf.count,
    repairs: repairs.filter(({ reportedAt }) => reportedAt >= period.from && reportedAt < period.to).length,
    stopHours: calculateStopHours(
      stops.filter((stop) => stop.equipmentId === machine.id),
      period,
      now,
    ),
    records: await countVisibleRecords(ctx, machine.id),
  }
})

/** Returns the requested range of business dates, both included; by default the last 90 days. */
async function resolveSummaryPeriod(
  ctx: Context,
  input: { from?: string | null; to?: string | null },
): Promise<{ from: string; to: string; period: IndicatorPeriod }> {
  const to = input.to ?? (await findBusinessDate(ctx))
  const from = input.from ?? addDays(to, 1 - DEFAULT_PERIOD_DAYS)
  if (from > to) throw refuseInput([{ path: ['to'], code: 'tooSmall', params: { limit: from } }])
  return { from, to, period: await resolveBusinessSpan(ctx, { from, to }) }
}
const roundIndicator = ({ value }: Indicator): number | null =>
  value === null ? null : Math.round(value * 1000) / 1000

/** Lists repairs that were open at some time in the period. */
const listIndicatorRepairs = (
  ctx: Context,
  machineId: string,
  { from, to }: IndicatorPeriod,
): Promise<(RepairSource & { reportedAt: string })[]> =>
  ctx.query(
    sql`select ${repairSourceColumns}, ${failedAtColumn}, ${columns(repair, ['reportedAt'])} from repair
     where site_id = ${ctx.site} and equipment_id = ${machineId} and state <> ${options(repair.fields.state, 'withdrawn')}
       and least(stopped_at, reported_at) < ${to} and (repair_end_at is null or greatest(repair_end_at, reported_at) >= ${from}) limit 20000`,
  )

/**
 * Lists the stops of the machine's line, because a machine operates with its line. For a machine without a line, lists
 * the stops that the machine caused.
 */
const listMachineStops = (
  ctx: Context,
  machine: Row<typeof equipment>,
  { from, to }: IndicatorPeriod,
): Promise<(StopSource & { equipmentId: string | null })[]> =>
  listStopsInPeriod(ctx, {
    from,
    to,
    ...(machine.lineId ? { lineId: machine.lineId } : { equipmentId: machine.id }),
    keepIfTooMany: 'newest',
    maxRows: 20_000,
  })

/** Calculates the hours that the line was stopped by this machine. */
function calculateStopHours(stops: readonly StopSource[], period: IndicatorPeriod, now: string): number {
  const interval = { from: toMillis(period.from), to: Math.min(toMillis(period.to), toMillis(now)) }
  const stopIntervals = stops.map(({ startsAt, endsAt }) => ({
    from: toMillis(startsAt),
    to: endsAt === null ? interval.to : toMillis(endsAt),
  }))
  return Math.round((calculateCoveredLength(clipIntervals(stopIntervals, interval)) / HOUR_MS) * 1000) / 1000
}

const listOpenRepairsOfMachine = (ctx: Context, machineId: string): Promise<MachineSummary['openRepairs']> =>
  ctx.query(
    sql`select ${columns(repair, ['id', 'number', 'state', 'reportedAt'])} from repair
     where site_id = ${ctx.site} and equipment_id = ${machineId} and state in (${options(repair.fields.state, ...openRepairStates)}) order by reported_at desc ${limit(MAX_LISTED_ROWS)}`,
  )

async function listNextPm(ctx: Context, machineId: string): Promise<MachineSummary['nextPm']> {
  if (!canCall((pmPlan.endpoints.list as Endpoint).access, ctx.person)) return []
  return ctx.query(
    sql`select ${columns(pmPlan, ['id', { dueOn: 'nextDueOn' }, 'state', 'dueBy', 'dueReading', 'currentReading', 'meterUnit'])}, ${computed<{ title: string }>`${buildLocalizedFieldSql(pmPlan, 'title', ctx.language)} as title`}
     from pm_plan where site_id = ${ctx.site} and equipment_id = ${machineId} and not paused order by next_due_on nulls last, title ${limit(MAX_LISTED_ROWS)}`,
  )
}
/** Counts the records of each kind that the caller may see, with the time of the newest record. */
function countVisibleRecords(ctx: Context, machineId: string): Promise<MachineSummary['records']> {
  const { endpoints } = (ctx as AppContext).app
  const kinds = recordKindNames.filter((kind) => {
    const listEndpoint = endpoints.get(`${kind}.list`)?.endpoint
    return listEndpoint !== undefined && canCall(listEndpoint.access, ctx.person)
  })
  return countRecordsByKind(ctx, machineId, new Set(kinds))
}
