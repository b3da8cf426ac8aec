import type { RowOf } from '@/contract/field'
import { line } from '@/plant/contract/line'
import type { MadeRoll } from '../rules/shift-facts'
import { grams, madeByOrder, madeOf, minutesWithin, nothingMade } from '../rules/shift-facts'
import type { shiftFacts } from '../contract/shift-facts'
import { toMillis } from '@/plant/rules/plant-time'
import type { Shift } from '@/plant/rules/shift'
import type { Context } from '@/server/context'
import { alarmsOf } from './shift-alarms'

export type ShiftFacts = RowOf<typeof shiftFacts>
type Orders = ShiftFacts['orders']
/** More rolls than any shift makes: a guard, not a page. */
const MOST_ROLLS = 20_000

/** What the system knows of a shift of a line, as of now. A handful of statements, each over the shift's span alone. */
export async function factsOf(ctx: Context, lineId: string, shift: Shift): Promise<ShiftFacts> {
  await ctx.rows.get(line, lineId)
  const span = [ctx.site, lineId, shift.startsAt, shift.endsAt]
  const jumbos = await ctx.query<RollRow>(
    `${rollSql('jumbo_roll', 'coalesce(net_kg, expected_kg, 0)')} where site_id = $1 and line_id = $2 and doffed_at >= $3 and doffed_at < $4 and state <> 'deleted' limit ${MOST_ROLLS}`,
    span,
  )
  const slits = await ctx.query<RollRow>(
    `${rollSql('slit_roll', 'coalesce(kg, expected_kg, 0)')} where site_id = $1 and slitter_id = $2 and doffed_at >= $3 and doffed_at < $4 and state <> 'undone' limit ${MOST_ROLLS}`,
    span,
  )
  // A slitter divides what a winder made: each roll counts where it was made.
  const made = madeOf([...jumbos, ...slits])
  const stops = await stopsOf(ctx, span, shift)
  const uncut = await uncutOf(ctx, lineId)
  const figures = await figuresOf(ctx, span)
  return {
    lineId,
    businessDate: shift.businessDate,
    shift: shift.shift,
    team: shift.team,
    startsAt: shift.startsAt,
    endsAt: shift.endsAt,
    asOf: ctx.now.toISOString(),
    jumboRolls: jumbos.length,
    jumboKg: madeOf(jumbos).kg,
    jumboM: Math.round(jumbos.reduce((sum, roll) => sum + roll.lengthM, 0) * 10) / 10,
    slitRolls: slits.length,
    slitKg: madeOf(slits).kg,
    goodKg: made.good,
    downgradedKg: made.downgraded,
    wasteKg: grams(made.waste + figures.cutWasteKg),
    trimKg: figures.trimKg,
    packages: figures.packages,
    packedKg: figures.packedKg,
    fedKg: figures.fedKg,
    recycledKg: figures.recycledKg,
    stopMinutes: Math.round(stops.reduce((sum, { minutes }) => sum + minutes, 0) * 10) / 10,
    stops,
    openRepairs: await repairsOf(ctx, lineId),
    orders: await ordersOf(ctx, lineId, jumbos, slits),
    materials: await materialsOf(ctx, span),
    uncutRolls: uncut.rolls,
    uncutKg: uncut.kg,
    uncut: uncut.list,
    alarms: await alarmsOf(ctx, lineId, shift),
  }
}

type RollRow = MadeRoll & Record<string, unknown>
/** What went back to pellets is waste, however good it was. */
const rollSql = (table: string, kg: string): string =>
  `select work_order_id as "workOrderId", (${kg})::float as kg, coalesce(length_m, 0)::float as "lengthM", case when state = 'recycled' then 'waste' else coalesce(grade, 'good') end as grade, case when state = 'recycled' then '[]'::jsonb else downgrades end as downgrades from ${table}`

interface Figures extends Record<string, unknown> {
  cutWasteKg: number
  trimKg: number
  packages: number
  packedKg: number
  fedKg: number
  recycledKg: number
}
/** Sums of what is no roll, in one statement. Packing is no mass of the web. */
async function figuresOf(ctx: Context, span: readonly unknown[]): Promise<Figures> {
  const [row] = await ctx.query<Figures>(
    `select cut.waste as "cutWasteKg", cut.trim as "trimKg", pack.n as packages, pack.kg as "packedKg", fed.kg as "fedKg", back.kg as "recycledKg" from
       (select coalesce(sum(waste_kg), 0)::float as waste, coalesce(sum(trim_kg), 0)::float as trim from cutting where site_id = $1 and slitter_id = $2 and ended_at >= $3 and ended_at < $4 and state = 'finished') cut,
       (select count(*)::int as n, coalesce(sum(p.net_kg), 0)::float as kg from "package" p where p.site_id = $1 and p.packed_at >= $3 and p.packed_at < $4 and exists
         (select 1 from slit_roll r join jumbo_roll j on j.site_id = r.site_id and j.id = r.jumbo_roll_id where r.site_id = p.site_id and r.package_id = p.id and (r.slitter_id = $2 or j.line_id = $2))) pack,
       (select coalesce(sum(kg), 0)::float as kg from feed where site_id = $1 and line_id = $2 and fed_at >= $3 and fed_at < $4 and kind <> 'pack') fed,
       (select coalesce(sum(kg), 0)::float as kg from recycle where site_id = $1 and line_id = $2 and occurred_at >= $3 and occurred_at < $4) back`,
    span,
  )
  return row!
}
async function stopsOf(ctx: Context, span: readonly unknown[], shift: Shift): Promise<ShiftFacts['stops']> {
  const rows = await ctx.query<ShiftFacts['stops'][number] & Record<string, unknown>>(
    `select id as "stopId", started_at as "startedAt", ended_at as "endedAt", reason_id as "reasonId", note from line_stop
     where site_id = $1 and line_id = $2 and started_at < $4 and (ended_at is null or ended_at > $3) order by started_at limit 100`,
    span,
  )
  const within = { from: toMillis(shift.startsAt), to: toMillis(shift.endsAt) }
  return rows.map((row) => ({
    ...row,
    minutes: minutesWithin(
      { from: toMillis(row.startedAt), to: row.endedAt ? toMillis(row.endedAt) : null },
      within,
      ctx.now.getTime(),
    ),
  }))
}
const repairsOf = (
  ctx: Context,
  lineId: string,
): Promise<(ShiftFacts['openRepairs'][number] & Record<string, unknown>)[]> =>
  ctx.query(
    `select id as "repairId", equipment_id as "equipmentId", state, severity, reported_at as since from repair where site_id = $1 and line_id = $2 and state not in ('done', 'withdrawn') order by reported_at desc limit 100`,
    [ctx.site, lineId],
  )

/** Orders that ran here or made something in the shift. `totalKg`: good so far, of the whole order. */
async function ordersOf(
  ctx: Context,
  lineId: string,
  jumbos: readonly MadeRoll[],
  slits: readonly MadeRoll[],
): Promise<Orders> {
  const [wound, cut, all] = [madeByOrder(jumbos), madeByOrder(slits), madeByOrder([...jumbos, ...slits])]
  const rows = await ctx.query<{ id: string; state: string; orderedKg: number | null; totalKg: number }>(
    `select id, state, ordered_kg::float as "orderedKg", good_kg::float as "totalKg" from work_order where site_id = $1 and (id = any($3::uuid[]) or (line_id = $2 and state in ('running', 'paused'))) order by state desc, number limit 60`,
    [ctx.site, lineId, [...all.keys()]],
  )
  return rows.map(({ id, state, orderedKg, totalKg }) => {
    const made = all.get(id) ?? nothingMade
    return {
      workOrderId: id,
      state,
      jumboRolls: wound.get(id)?.rolls ?? 0,
      slitRolls: cut.get(id)?.rolls ?? 0,
      madeKg: made.kg,
      goodKg: made.good,
      downgradedKg: made.downgraded,
      wasteKg: made.waste,
      orderedKg,
      totalKg,
    }
  })
}
/** What went into each hopper, and what is left of its lot now. */
const materialsOf = (
  ctx: Context,
  span: readonly unknown[],
): Promise<(ShiftFacts['materials'][number] & Record<string, unknown>)[]> =>
  ctx.query(
    `select f.material_id as "materialId", f.lot_id as "lotId", h.code as hopper, sum(f.kg)::float as kg, min(l.left_kg)::float as "leftKg" from feed f left join material_lot l on l.site_id = f.site_id and l.id = f.lot_id left join hopper h on h.site_id = f.site_id and h.id = f.hopper_id
   where f.site_id = $1 and f.line_id = $2 and f.fed_at >= $3 and f.fed_at < $4 group by 1, 2, 3 order by 4 desc limit 100`,
    span,
  )

/** Of a jumbo, what no set has cut yet. */
const LEFT_KG = 'coalesce(j.net_kg, j.expected_kg) * coalesce(j.left_m / nullif(j.length_m, 0), 1)'
/** Jumbos in the hall: those of a line, all of them for a slitter. */
async function uncutOf(
  ctx: Context,
  lineId: string,
): Promise<{ rolls: number; kg: number; list: ShiftFacts['uncut'] }> {
  const rows = await ctx.query<ShiftFacts['uncut'][number] & { rolls: number; total: number }>(
    `select j.id as "jumboRollId", j.work_order_id as "workOrderId", (${LEFT_KG})::float as kg, j.left_m::float as "leftM", count(*) over ()::int as rolls, coalesce(sum(${LEFT_KG}) over (), 0)::float as total
     from jumbo_roll j where j.site_id = $1 and j.state in ('uncut', 'rest', 'slitting') and (j.line_id = $2 or (select kind from line where site_id = $1 and id = $2) = 'slitting') order by j.doffed_at limit 60`,
    [ctx.site, lineId],
  )
  return {
    rolls: rows[0]?.rolls ?? 0,
    kg: grams(rows[0]?.total ?? 0),
    list: rows.map(({ jumboRollId, workOrderId, kg, leftM }) => ({ jumboRollId, workOrderId, kg, leftM })),
  }
}
