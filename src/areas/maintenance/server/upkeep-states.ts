import type { Row } from '@/contract/resource'
import { addDays } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import type { MeterTotal } from '../rules/upkeep'
import { standingOf, usedByHand } from '../rules/upkeep-plan'
import { upkeepPlan } from '../contract/upkeep-plan'
import { startOf, today } from '@/plant/server/plant'

export type PlanRow = Row<typeof upkeepPlan>
type Figures = Pick<PlanRow, 'state' | 'nextDueOn' | 'currentReading' | 'currentReadAt'>
interface Run {
  plan_id: string
  anchor_at: string
  anchor_value: number
  read_at: string | null
  used: number | null
  last_value: number
  last_at: string
}

/**
 * What each plan's meter ran since it was last done, by day. The anchor is the last reading of that day (the first one
 * after, where there is none); from there `used` counts, in which roll-overs and exchanges are taken out already.
 */
const runsOfMeters = `
  select p.id as plan_id, a.read_at as anchor_at, a.value as anchor_value, d.read_at, d.used, l.value as last_value, l.read_at as last_at
  from unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) as p(id, meter_id, done_by)
  join lateral (
    select x.read_at, x.value from (
      (select read_at, value from meter_reading where site_id = $1 and meter_id = p.meter_id and read_at < p.done_by order by read_at desc limit 1)
      union all
      (select read_at, value from meter_reading where site_id = $1 and meter_id = p.meter_id and read_at >= p.done_by order by read_at limit 1)
    ) x order by x.read_at limit 1) a on true
  join lateral (select read_at, value from meter_reading where site_id = $1 and meter_id = p.meter_id order by read_at desc limit 1) l on true
  left join lateral (
    select max(read_at) as read_at, sum(coalesce(used, 0)) as used from meter_reading
    where site_id = $1 and meter_id = p.meter_id and read_at > a.read_at group by date_trunc('day', read_at)) d on true
  order by p.id, d.read_at`

/** The figures of plans that are worked out rather than entered: state, next day, present reading. One query for all meters. */
export async function figuresOf(ctx: Context, plans: readonly PlanRow[]): Promise<Map<string, Figures>> {
  const metered = plans.filter((p) => p.meterId && p.meterEvery)
  const rows =
    metered.length === 0
      ? []
      : await ctx.query<Run>(runsOfMeters, [
          ctx.site,
          metered.map((p) => p.id),
          metered.map((p) => p.meterId),
          metered.map((p) => endOfDay(ctx, p.lastDoneOn)),
        ])
  const runs = new Map<string, Run[]>()
  for (const row of rows) runs.set(row.plan_id, [...(runs.get(row.plan_id) ?? []), row])
  return new Map(plans.map((plan) => [plan.id, figures(ctx, plan, runs.get(plan.id) ?? [])]))
}
const endOfDay = (ctx: Context, day: string): string => startOf(ctx, addDays(day, 1))

function figures(ctx: Context, plan: PlanRow, runs: readonly Run[]): Figures {
  const [first] = runs
  const reading = plan.meterId
    ? { currentReading: first?.last_value ?? null, currentReadAt: first?.last_at ?? null }
    : { currentReading: plan.currentReading, currentReadAt: plan.currentReadAt }
  const used = plan.meterId ? usedOf(plan, runs) : usedByHand(plan, ctx.timeZone)
  return { ...reading, ...standingOf(plan, used, today(ctx), ctx.now.toISOString(), ctx.timeZone) }
}
function usedOf(plan: PlanRow, runs: readonly Run[]): MeterTotal[] {
  const [first] = runs
  if (!first) return []
  const totals: MeterTotal[] = [
    { at: first.anchor_at, total: Math.max(0, first.anchor_value - (plan.lastReading ?? first.anchor_value)) },
  ]
  for (const run of runs)
    if (run.read_at !== null) totals.push({ at: run.read_at, total: totals.at(-1)!.total + (run.used ?? 0) })
  return totals
}

/** Works the plans out anew and writes those that changed; a paused plan rests. */
export async function refreshPlans(ctx: Context, plans: readonly PlanRow[]): Promise<void> {
  const all = await figuresOf(ctx, plans)
  for (const plan of plans) {
    const now = all.get(plan.id)
    const differs = now && (Object.keys(now) as (keyof Figures)[]).some((name) => now[name] !== plan[name])
    if (differs) await ctx.rows.update(upkeepPlan, plan.id, now)
  }
}
/** The clock's part: a day passes and plans fall due; meters run on. */
export async function refreshAllPlans(ctx: Context): Promise<void> {
  let after: string | undefined
  do {
    const ids = await ctx.query<{ id: string }>(
      'select id from upkeep_plan where site_id = $1 and not paused and ($2::uuid is null or id > $2) order by id limit 500',
      [ctx.site, after ?? null],
    )
    if (ids.length) await refreshPlans(ctx, await ctx.rows.find(upkeepPlan, { where: { id: ids.map((r) => r.id) } }))
    after = ids.length === 500 ? ids.at(-1)?.id : undefined
  } while (after)
}
