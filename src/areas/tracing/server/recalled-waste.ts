/** Finds trim and waste that can contain a recalled item and that is in no pellet lot yet or has left the plant. */
import { buildLineWasteSql } from '@/areas/feeding/server/queries/pellet-lots'
import { buildOrderCustomersSql } from '@/areas/orders/server/queries/trace-sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { scrappedJumboStates } from '@/areas/rolls/rules/jumbo-roll'
import { buildJumboKgSql, buildSlitRollKgSql } from '@/areas/rolls/server/queries/mass-sql'
import { cutting, slitRoll } from '@/areas/slitting/contract/slitting'
import { lostSlitStates } from '@/areas/slitting/rules/slit-roll'
import type { EndpointOutput } from '@/contract/endpoint'
import type { Language } from '@/contract/language'
import { roundToGram } from '@/plant/rules/quantity'
import { toPlantDay } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { loadNames } from '@/server/crud/refs'
import { limit, options, Sql, sql } from '@/server/sql'
import { MAX_EXPORTED_ROLLS, type recallList } from '../contract/recall'
import type { lotBalance } from '../contract/trace'
import type { PelletHits } from './pellets/find-pellet-hits'
import { sumLotInPellets } from './pellets/load-pellet-book'
import { endedStates } from '../rules/hold-reach'
import {
  buildIdsByLotsSql,
  buildPelletPatterns,
  buildReachSql,
  MIN_LISTED_KG,
  type PelletsWithSubject,
  type RecallSubject,
} from './reach-sql'

type RecallAnswer = EndpointOutput<typeof recallList>
type WaitingWaste = RecallAnswer['waitingWaste'][number]
type DepartedWaste = RecallAnswer['departedWaste'][number]
type FedBalance = RecallAnswer['fedBalance'][number]

interface WasteRow extends Pick<WaitingWaste, 'wasteKind' | 'number' | 'order'> {
  readonly destination: 'pellets' | DepartedWaste['destination']
  /** The line or slitter that made the waste. */
  readonly machineId: string
  readonly at: Date
  readonly day: string | null
  /** Kilograms of the waste that are in no pellet lot. */
  readonly kg: number
  /** Kilograms of the subject that the waste contains directly. */
  readonly directKg: number
  /** Kilograms of the subject that the waste contains by pellets with recorded sources. */
  readonly recordedKg: number
  /** Kilograms of pellets in the waste that may be the subject, because their sources are not recorded. */
  readonly unrecordedKg: number
}
const JUMBO_MASS = buildJumboKgSql('j')
const RECYCLED_STATE = options(slitRoll.fields.state, 'recycled')
const SCRAPPED_STATES = options(jumboRoll.fields.state, ...scrappedJumboStates)
/** Builds SQL of the moment at which a roll entered its present state; without a movement, the moment of its doff. */
const buildStateMomentSql = (roll: 'j' | 'r'): Sql => {
  const alias = new Sql([roll])
  return sql`coalesce((select max(m.at) from roll_movement m where m.site_id = ${alias}.site_id and m.roll_id = ${alias}.id::text and m.state = ${alias}.state), ${alias}.doffed_at)`
}
/**
 * Builds the common table expressions `waste_ids` and `waste_jumbo_ids`: trim and waste of the lines, and jumbos, that
 * contain one of the lots or belong to the subject.
 * @param patterns of the lots, see `buildIdsByLotsSql`
 */
function buildCandidatesSql({ siteId, kind, id }: RecallSubject, patterns: readonly string[]): Sql {
  const wasteOfOrder =
    kind === 'workOrder'
      ? sql` union select w.id from (${buildLineWasteSql(siteId)}) w where w.work_order_id = ${id}`
      : sql``
  const reachedJumbos = kind === 'materialLot' ? sql`` : sql` union select id from jumbo_ids`
  const jumbos = sql`(select id, lots from jumbo_roll where site_id = ${siteId})`
  return sql`waste_ids as materialized (${buildIdsByLotsSql(sql`(${buildLineWasteSql(siteId)})`, patterns)}${wasteOfOrder}),
    waste_jumbo_ids as materialized (${buildIdsByLotsSql(jumbos, patterns)}${reachedJumbos})`
}
/**
 * Builds a select of the trim and waste that can contain the subject: trim and waste of lines and slitters, recycled
 * rolls, losses of reworked rolls, and jumbos that were scrapped whole. `whole_kg` is the mass to which `lots` add up;
 * `is_subject` is true if all of it belongs to the subject, which is not a lot.
 */
function buildWasteSql({ siteId, kind, id }: RecallSubject): Sql {
  const isLot = kind === 'materialLot'
  const isOfOrder = kind === 'workOrder' ? sql`w.work_order_id = ${id}` : sql`false`
  const isReachedJumbo = isLot ? sql`false` : sql`j.id in (select id from jumbo_ids)`
  const isReachedRoll = isLot ? sql`false` : sql`r.id in (select id from slit_ids)`
  const wasteJumboIds = sql`any(array(select id from waste_jumbo_ids))`
  const ownRolls = isLot ? sql`` : sql` or r.id = any(array(select id from slit_ids))`
  return sql`
    select w.kind as waste_kind, w.destination, w.id, null as number, w.work_order_id, w.line_id as machine_id, w.at, w.business_date, w.kg as whole_kg, w.kg, w.lots, ${isOfOrder} as is_subject from (${buildLineWasteSql(siteId)}) w where w.id = any(array(select id from waste_ids))
    union all
    select 'slitterTrim', 'pellets', j.id, j.number, j.work_order_id, c.slitter_id, c.at, null, ${JUMBO_MASS}, c.kg, j.lots, ${isReachedJumbo}
      from (select jumbo_roll_id, (array_agg(slitter_id order by ended_at desc))[1] as slitter_id, max(ended_at) as at, sum(coalesce(trim_kg, 0) + coalesce(waste_kg, 0)) as kg from cutting
        where site_id = ${siteId} and state = ${options(cutting.fields.state, 'finished')} and ended_at is not null and jumbo_roll_id = ${wasteJumboIds} group by jumbo_roll_id) c join jumbo_roll j on j.site_id = ${siteId} and j.id = c.jumbo_roll_id
    union all
    select case when r.state = ${RECYCLED_STATE} then 'recycledRoll' else 'reworkLoss' end, 'pellets', r.id, r.number, r.work_order_id, r.slitter_id, ${buildStateMomentSql('r')}, null, ${JUMBO_MASS},
      ${buildSlitRollKgSql('r')} - case when r.state = ${RECYCLED_STATE} then 0 else coalesce(r.reworked_kg, 0) end, j.lots, ${isReachedRoll}
      from slit_roll r join jumbo_roll j on j.site_id = r.site_id and j.id = r.jumbo_roll_id where r.site_id = ${siteId} and r.state in (${options(slitRoll.fields.state, ...lostSlitStates)}) and (r.jumbo_roll_id = ${wasteJumboIds}${ownRolls})
    union all
    select 'scrappedRoll', 'pellets', j.id, j.number, j.work_order_id, j.line_id, ${buildStateMomentSql('j')}, null, ${JUMBO_MASS}, ${JUMBO_MASS}, j.lots, ${isReachedJumbo}
      from jumbo_roll j where j.site_id = ${siteId} and j.state in (${SCRAPPED_STATES}) and j.id = ${wasteJumboIds}`
}

/**
 * Builds the statement of the trim and waste that can contain the subject, directly or by pellets, less what is in
 * pellet lots. It reads the rows of the lots and rolls concerned, not all waste ever made.
 */
export function buildRecalledWasteSql(
  subject: RecallSubject,
  { hits, sinceMs }: Pick<PelletsWithSubject, 'hits' | 'sinceMs'>,
  language: Language,
): Sql<WasteRow> {
  const { siteId, kind, id } = subject
  const isLot = kind === 'materialLot'
  const reach = isLot ? sql`` : sql`${buildReachSql(subject)},`
  const lotPart = isLot ? sql`part.lot_id = ${id}::uuid` : sql`false`
  const patterns = [...(isLot ? [JSON.stringify([{ lotId: id }])] : []), ...buildPelletPatterns(hits)]
  return sql<WasteRow>`with ${reach} ${buildCandidatesSql(subject, patterns)},
      pellet_hits as materialized (select * from unnest(${hits.map(({ id }) => id)}::uuid[], ${hits.map(({ share }) => share)}::float8[], ${hits.map(({ unrecordedShare }) => unrecordedShare)}::float8[], ${hits.map(({ lot }) => lot === null)}::boolean[]) as t(id, share, unrecorded, without_lot)),
      remaining as materialized (select w.*, (w.kg - coalesce(p.kg, 0))::float8 as remaining_kg from (${buildWasteSql(subject)}) w
        cross join lateral (select sum(s.kg) as kg from pellet_source s where s.site_id = ${siteId} and (s.recycle_id = w.id or s.jumbo_roll_id = w.id or s.slit_roll_id = w.id)) p where w.kg > coalesce(p.kg, 0)),
      amounts as (
        select w.*, case when w.is_subject then w.remaining_kg else coalesce(a.direct_kg, 0) end as direct_kg, coalesce(a.recorded_kg, 0) as recorded_kg, coalesce(a.unrecorded_kg, 0) as unrecorded_kg
        from remaining w cross join lateral (
          select sum(part.kg) filter (where ${lotPart}) as direct_kg, sum(part.kg * h.share) as recorded_kg, sum(part.kg * h.unrecorded) as unrecorded_kg
          from (select (entry->>'lotId')::uuid as lot_id, (entry->>'materialId')::uuid as material_id, (entry->>'kg')::float8 * w.remaining_kg / nullif(w.whole_kg, 0)::float8 as kg from jsonb_array_elements(w.lots) entry) part
            left join pellet_hits h on h.id = coalesce(part.lot_id, part.material_id) and (not h.without_lot or w.at >= ${new Date(sinceMs)})) a)
      select a.waste_kind as "wasteKind", a.destination, a.number, o.number as "order", a.machine_id as "machineId", a.at, a.business_date::text as day, a.remaining_kg as kg, a.direct_kg as "directKg", a.recorded_kg as "recordedKg", a.unrecorded_kg as "unrecordedKg"
      from amounts a left join ${buildOrderCustomersSql(language)} o on o.site_id = ${siteId} and o.id = a.work_order_id
      where a.direct_kg > 0 or a.recorded_kg > 0 or a.unrecorded_kg > 0 order by a.direct_kg = 0, a.at desc, a.id ${limit(MAX_EXPORTED_ROLLS)}`
}

export interface RecalledWaste {
  /** All entries: waste that contains the subject directly comes first, trace amounts last. */
  readonly waiting: readonly WaitingWaste[]
  readonly departed: readonly DepartedWaste[]
  /** Kilograms of the subject itself, without kilograms that came by pellets. */
  readonly directWaitingKg: number
  readonly directDepartedKg: number
}
const NO_WASTE: RecalledWaste = { waiting: [], departed: [], directWaitingKg: 0, directDepartedKg: 0 }

/** Lists the trim and waste that can contain the subject. Returns none for a package or customer. */
export async function listRecalledWaste(
  ctx: Context,
  subject: RecallSubject,
  pellets: PelletHits,
  traceKg: number,
): Promise<RecalledWaste> {
  if (subject.kind === 'package' || subject.kind === 'customer') return NO_WASTE
  const rows = await ctx.query(buildRecalledWasteSql(subject, pellets, ctx.language))
  const lineNames = await loadNames(
    ctx,
    'line',
    rows.map(({ machineId }) => machineId),
  )
  const entries = rows
    .map((row) => {
      const countsUnrecorded = row.unrecordedKg >= Math.max(traceKg, MIN_LISTED_KG)
      const unrecordedKg = countsUnrecorded ? Math.min(row.unrecordedKg, pellets.maxOriginKg ?? Infinity) : 0
      const maxKg = Math.min(row.directKg + row.recordedKg + unrecordedKg, row.kg)
      const through = determineThrough(row)
      const { wasteKind, number, order } = row
      return {
        row,
        maxKg,
        waste: {
          wasteKind,
          number,
          order,
          line: lineNames[row.machineId] ?? null,
          kg: roundToGram(row.kg),
          maxKg: roundToGram(maxKg),
          traceAmount: maxKg < traceKg && (subject.kind === 'materialLot' || through !== 'direct'),
          through,
        },
      }
    })
    .filter(({ maxKg }) => maxKg >= MIN_LISTED_KG)
    .sort((a, b) => Number(a.waste.traceAmount) - Number(b.waste.traceAmount))
  return {
    waiting: entries.flatMap(({ row, waste }) =>
      row.destination === 'pellets' ? [{ ...waste, waitingSince: new Date(row.at).toISOString() }] : [],
    ),
    departed: entries.flatMap(({ row: { destination, day, at }, waste }) =>
      destination === 'pellets'
        ? []
        : [{ ...waste, destination, departedOn: day ?? toPlantDay(ctx, new Date(at).toISOString()) }],
    ),
    directWaitingKg: sumDirectKg(rows.filter(({ destination }) => destination === 'pellets')),
    directDepartedKg: sumDirectKg(rows.filter(({ destination }) => destination !== 'pellets')),
  }
}
/** Returns how the waste can contain the subject: directly, by pellets with recorded sources, or by other pellets. */
function determineThrough({ directKg, recordedKg }: WasteRow): WaitingWaste['through'] {
  if (directKg > 0) return 'direct'
  return recordedKg >= MIN_LISTED_KG ? 'pellets' : 'unrecorded'
}
const sumDirectKg = (rows: readonly WasteRow[]): number => rows.reduce((sum, { directKg }) => sum + directKg, 0)

/**
 * Calculates where the fed kilograms of a lot are. Each part is the sum of separate records, so the parts may not add
 * up. `unaccountedKg` is the difference: positive if less was recorded than fed, negative if more was recorded, e.g.
 * because the rolls of a jumbo weigh more than the jumbo did.
 * @param balance balance of the lot by hopper; if it is empty, the result is empty too
 */
export async function calculateFedBalance(
  ctx: Context,
  lotId: string,
  balance: EndpointOutput<typeof lotBalance>,
  { directWaitingKg, directDepartedKg }: RecalledWaste,
): Promise<FedBalance[]> {
  if (balance.length === 0) return []
  const sum = (field: 'fedKg' | 'emptiedKg' | 'insideKg') =>
    roundToGram(balance.reduce((total, place) => total + Number(place[field]), 0))
  const fedKg = sum('fedKg')
  const parts = {
    rollsKg: roundToGram(await sumLotInRolls(ctx, lotId)),
    inPelletsKg: roundToGram(await sumLotInPellets(ctx, lotId)),
    waitingKg: roundToGram(directWaitingKg),
    departedKg: roundToGram(directDepartedKg),
    emptiedKg: sum('emptiedKg'),
    insideKg: sum('insideKg'),
  }
  const accountedKg = Object.values(parts).reduce((total, kg) => total + kg, 0)
  return [{ fedKg, ...parts, unaccountedKg: roundToGram(fedKg - accountedKg) }]
}

/**
 * Sums the kilograms of a lot in rolls that exist or left the plant as goods: in the uncut part of a jumbo, and in its
 * slit rolls by their weight. Scrapped and pelletised rolls do not count, because they are waste. Reworked rolls count
 * as the rolls made of them.
 */
async function sumLotInRolls(ctx: Context, lotId: string): Promise<number> {
  const [row] = await ctx.query(
    sql<{
      kg: number
    }>`select coalesce(sum(part.kg * (uncut.share + coalesce(slit.kg / nullif(${buildJumboKgSql('j')}, 0)::float8, 0))), 0) as kg
      from jumbo_roll j
        cross join lateral (select sum((entry->>'kg')::float8) as kg from jsonb_array_elements(j.lots) entry where entry->>'lotId' = (${lotId}::uuid)::text) part
        cross join lateral (select case when j.state in (${options(jumboRoll.fields.state, ...endedStates.jumboRoll)}) then 0
          when j.left_m > 0 and j.length_m > 0 then j.left_m / j.length_m else 1 end::float8 as share) uncut
        cross join lateral (select sum(${buildSlitRollKgSql('r')})::float8 as kg from slit_roll r
          where r.site_id = j.site_id and r.jumbo_roll_id = j.id and r.state not in (${options(slitRoll.fields.state, ...endedStates.slitRoll)})) slit
      where j.site_id = ${ctx.site} and j.lots @> ${JSON.stringify([{ lotId }])}::jsonb`,
  )
  return row?.kg ?? 0
}
