import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { listMachinesNotDiscarded } from '@/areas/equipment/server/queries/machines'
import { metrics } from '@/plant/rules/metrics'
import type { Context } from '@/server/context'
import { options, sql } from '@/server/sql'
import {
  indicatorsByEquipment,
  indicatorsByLine,
  mttr,
  waitedHours,
  pooled,
  type Indicator,
  type Indicators,
  type Period,
  type RepairFacts,
  type StopFacts,
} from '../rules/indicators'
import { repair } from '../contract/repair'
import type { repairStatistics } from '../contract/repair-reports'
import { facts, failed, failure } from './repair-facts'
import { getMonthDays, addMonthsToMonth, toMonth } from '@/plant/rules/month'
import type { Day } from '@/plant/rules/plant-time'
import { resolveBusinessSpan, resolvePeriod } from '@/plant/server/plant'
import { listLines } from '@/plant/server/queries/list-lines'
import { inUseSince } from './queries/lines-in-use'
import { listStopsInPeriod } from '@/plant/server/queries/stops-in-period'

type Input = EndpointInput<typeof repairStatistics>
type Answer = EndpointOutput<typeof repairStatistics>
type Frame = ReturnType<typeof resolvePeriod>
interface Named {
  id: string
  label: string
  lineId: string | null
  since: Day
}
interface Facts {
  repairs: RepairFacts[]
  stops: StopFacts[]
}
const MOST = 500
const MOST_STOPS = 200_000

/**
 * GET /repair/statistics over business dates, worst first. By month, it combines all lines unless a line or machine is
 * requested.
 */
export async function statistics(ctx: Context, input: Input): Promise<Answer> {
  const { fromDay, toDay } = resolvePeriod(ctx, input)
  const frame = { fromDay, toDay, ...(await resolveBusinessSpan(ctx, { from: fromDay, to: toDay })) }
  const facts = await factsOf(ctx, frame, input)
  const rows =
    input.by === 'equipment'
      ? await byEquipment(ctx, frame, facts, input)
      : input.by === 'line'
        ? await byLine(ctx, frame, facts, input)
        : await byMonth(ctx, frame, facts, input)
  return { from: frame.fromDay, to: frame.toDay, definitions: definitionsOf(ctx), rows }
}

async function factsOf(ctx: Context, { from, to }: Frame, input: Input): Promise<Facts> {
  const { lineId = null, equipmentId = null } = input
  const repairs = await ctx.query(
    sql`select ${facts}, ${failure} from repair
     where site_id = ${ctx.site} and state <> ${options(repair.fields.state, 'withdrawn')}
       and ((${failed} >= ${from} and ${failed} < ${to}) or (repair_end_at >= ${from} and repair_end_at < ${to}))
       and (${lineId}::uuid is null or line_id = ${lineId}) and (${equipmentId}::uuid is null or equipment_id = ${equipmentId})`,
  )
  const stops = await listStopsInPeriod(ctx, {
    from,
    to,
    lineId: input.lineId ?? null,
    keepFirst: 'newest',
    maxRows: MOST_STOPS,
  })
  return { repairs, stops }
}
const machinesOf = (ctx: Context, { lineId, equipmentId }: Input): Promise<Named[]> =>
  listMachinesNotDiscarded(ctx, { lineId: lineId ?? null, equipmentId: equipmentId ?? null })
const linesOf = async (ctx: Context, { lineId }: Input): Promise<Named[]> =>
  (await listLines(ctx, { lineId: lineId ?? null })).map(({ id, label, since }) => ({
    id,
    label,
    lineId: id,
    since,
  }))
async function byEquipment(
  ctx: Context,
  frame: Frame,
  { repairs, stops }: Facts,
  input: Input,
): Promise<Answer['rows']> {
  const machines = await machinesOf(ctx, input)
  return worstFirst(
    indicatorsByEquipment(machines, repairs, stops, frame, ctx.now.toISOString(), await inUseSince(ctx, machines)),
    machines,
  )
}
async function byLine(ctx: Context, frame: Frame, { repairs, stops }: Facts, input: Input): Promise<Answer['rows']> {
  const lines = await linesOf(ctx, input)
  return worstFirst(
    indicatorsByLine(
      lines.map((l) => l.id),
      repairs,
      stops,
      frame,
      ctx.now.toISOString(),
      await inUseSince(ctx, lines),
    ),
    lines,
  )
}
async function byMonth(ctx: Context, frame: Frame, { repairs, stops }: Facts, input: Input): Promise<Answer['rows']> {
  const now = ctx.now.toISOString()
  const things = input.equipmentId ? await machinesOf(ctx, input) : await linesOf(ctx, input)
  const since = await inUseSince(ctx, things)
  return (await monthsIn(ctx, frame)).map(({ month, ...part }) => {
    const each = input.equipmentId
      ? indicatorsByEquipment(things, repairs, stops, part, now, since)
      : indicatorsByLine(
          things.map((t) => t.id),
          repairs,
          stops,
          part,
          now,
          since,
        )
    const mine = { mttr: mttr(repairs, part), waitingHours: waitedHours(repairs, part) }
    return rowOf({ key: month, ...mine, mtbf: pooled(each.map((one) => one.mtbf)) }, month)
  })
}

/** Splits business dates into months; the first and the last are clipped. */
async function monthsIn(ctx: Context, { fromDay, toDay }: Frame): Promise<({ month: string } & Period)[]> {
  const months: ({ month: string } & Period)[] = []
  for (let month = toMonth(fromDay); month <= toMonth(toDay); month = addMonthsToMonth(month, 1)) {
    const { from, to } = getMonthDays(month)
    const days = { from: from < fromDay ? fromDay : from, to: to > toDay ? toDay : to }
    months.push({ month, ...(await resolveBusinessSpan(ctx, days)) })
  }
  return months
}

function worstFirst(all: readonly Indicators[], named: readonly Named[]): Answer['rows'] {
  const labels = new Map(named.map((n) => [n.id, n.label]))
  return all
    .map((one) => rowOf(one, labels.get(one.key) ?? one.key))
    .sort((a, b) => b.breakdowns - a.breakdowns || b.repairHours - a.repairHours)
    .slice(0, MOST)
}
const rounded = (hours: number) => Math.round(hours * 1000) / 1000
const value = (indicator: Indicator) => (indicator.value === null ? null : rounded(indicator.value))
const reason = (indicator: Indicator) => (indicator.value === null ? indicator.reason : null)
function rowOf({ key, mttr: repairTime, mtbf, waitingHours }: Indicators, label: string): Answer['rows'][number] {
  return {
    key,
    label,
    mttr: value(repairTime),
    mttrReason: reason(repairTime),
    repairHours: rounded(repairTime.hours),
    waitingHours: rounded(waitingHours),
    repairs: repairTime.count,
    mtbf: value(mtbf),
    mtbfReason: reason(mtbf),
    operatingHours: rounded(mtbf.hours),
    breakdowns: mtbf.count,
  }
}
const terms = [
  'waitingForParts',
  'breakdownsRepaired',
  'calendarTime',
  'repairEnd',
  'breakdowns',
  'accepted',
  'stops',
] as const
/** Builds the definitions of the indicators in the caller's language. */
function definitionsOf(ctx: Context): Answer['definitions'] {
  return (['mttr', 'waitingHours', 'mtbf'] as const).map((indicator) => ({
    indicator,
    label: ctx.t(`plant:figures.${indicator}.name`),
    // Longer terms come first, because one term may contain another.
    formula: terms.reduce<string>(
      (text, term) => text.replaceAll(term, ctx.t(`maintenance:indicator.terms.${term}`)),
      metrics[indicator].formula,
    ),
    note: ctx.t(`plant:figures.${indicator}.formula`),
    unit: metrics[indicator].unit,
  }))
}
