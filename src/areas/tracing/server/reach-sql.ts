/**
 * SQL of the jumbos, slit rolls and packages that a subject reaches, i.e. that contain the subject or were made of it.
 */
import { buildOrdersOfCustomerSql } from '@/areas/orders/server/queries/trace-sql'
import { options, Sql, sql } from '@/server/sql'
import { buildPackingOrdersSql } from '@/areas/feeding/server/queries/lots'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { departedStates, type RecallableKind } from '../rules/hold-reach'
import { takenBackSlitStates } from '@/areas/slitting/rules/slit-roll'
import { takenBackJumboStates } from '@/areas/rolls/rules/jumbo-roll'

/** Subject of a recall or a hold. */
export interface RecallSubject {
  readonly siteId: number
  readonly kind: RecallableKind
  readonly id: string
}
const jumboStateField = jumboRoll.fields.state
const slitStateField = slitRoll.fields.state
const DEPARTED_JUMBO_STATES = options(jumboStateField, ...departedStates.jumboRoll)

const TAKEN_BACK_JUMBO_STATES = options(jumboStateField, ...takenBackJumboStates)
/** Builds the query of the jumbos that a subject reaches. */
function buildJumboQuery({ siteId, kind, id }: RecallSubject): Sql {
  switch (kind) {
    case 'materialLot':
      return sql`select id from jumbo_roll where site_id = ${siteId} and state not in (${TAKEN_BACK_JUMBO_STATES}) and lots @> jsonb_build_array(jsonb_build_object('lotId', (${id}::uuid)::text))`
    case 'jumboRoll':
      return sql`select id from jumbo_roll where site_id = ${siteId} and id = ${id}`
    case 'workOrder':
      return sql`select id from jumbo_roll where site_id = ${siteId} and work_order_id = ${id} and state not in (${TAKEN_BACK_JUMBO_STATES})`
    case 'customer':
      return sql`select id from jumbo_roll where site_id = ${siteId} and work_order_id = any(array(${buildOrdersOfCustomerSql(siteId, id)})) and state not in (${TAKEN_BACK_JUMBO_STATES})`
    case 'slitRoll':
    case 'package':
      return sql`select null::uuid as id where false`
  }
}
/** Builds the query of the slit rolls that a subject reaches, directly or through its jumbos. */
function buildSlitRollQuery({ siteId, kind, id }: RecallSubject): Sql {
  const buildRollSql = (condition: Sql): Sql =>
    sql`select id, package_id from slit_roll where site_id = ${siteId} and state not in (${options(slitStateField, ...takenBackSlitStates)}) and ${condition}`
  const rollsOfJumbos = buildRollSql(sql`jumbo_roll_id = any(array(select id from jumbo_ids))`)
  switch (kind) {
    case 'materialLot':
    case 'jumboRoll':
      return rollsOfJumbos
    // The rolls of an order may be cut from jumbos of another order.
    case 'workOrder':
      return sql`${rollsOfJumbos} union ${buildRollSql(sql`work_order_id = ${id}`)}`
    case 'customer':
      return buildRollSql(sql`work_order_id = any(array(${buildOrdersOfCustomerSql(siteId, id)}))`)
    // The roll, and recursively all rolls that were made of it by rework.
    case 'slitRoll':
      return buildRollSql(
        sql`id in (with recursive made as (select ${id}::uuid as id union select s.id from slit_roll s join made m on s.site_id = ${siteId} and s.reworked_from_id = m.id) select id from made)`,
      )
    case 'package':
      return buildRollSql(sql`package_id = ${id}`)
  }
}
/**
 * Builds the common table expressions of the items on which a packing lot may have been used: `packed_orders` (see
 * `buildPackingOrdersSql`), `packed_slit_ids` and `packed_jumbo_ids`, the latter two with a column `id`. A roll gets
 * its core at the doff, and films and labels when it is packed. A slit roll is therefore reached if it was doffed or
 * packed after the feed, or lies in an open package. Jumbos are packed only if they leave the plant whole. Their rows
 * do not record when, so all jumbos that left the plant are reached.
 */
export function buildPackedSql({ siteId, kind, id }: Omit<RecallSubject, 'kind'> & { readonly kind: string }): Sql {
  const isLot = kind === 'materialLot'
  const noIds = sql`select null::uuid as id, null::uuid as package_id where false`
  return sql`packed_orders as materialized (${
    isLot
      ? buildPackingOrdersSql(siteId, id)
      : sql`select null::uuid as work_order_id, null::timestamptz as fed_at, null::numeric as kg where false`
  }),
   packed_slit_ids as materialized (${
     isLot
       ? sql`select s.id, s.package_id from packed_orders q join slit_roll s on s.site_id = ${siteId} and s.work_order_id = q.work_order_id left join package p on p.site_id = s.site_id and p.id = s.package_id
         where s.state not in (${options(slitStateField, ...takenBackSlitStates)}) and (s.doffed_at >= q.fed_at or p.packed_at >= q.fed_at or (p.id is not null and p.packed_at is null))`
       : noIds
   }),
   packed_jumbo_ids as materialized (${
     isLot
       ? sql`select j.id from packed_orders q join jumbo_roll j on j.site_id = ${siteId} and j.work_order_id = q.work_order_id where j.state in (${DEPARTED_JUMBO_STATES})`
       : noIds
   })`
}
/**
 * Builds the common table expressions `jumbo_ids`, `slit_ids` and `package_ids`, each with a column `id`, and those of
 * `buildPackedSql`.
 */
export const buildReachSql = (subject: RecallSubject): Sql => {
  const ownPackage = subject.kind === 'package' ? sql` union select ${subject.id}::uuid` : sql``
  return sql`jumbo_ids as materialized (${buildJumboQuery(subject)}), slit_ids as materialized (${buildSlitRollQuery(subject)}), ${buildPackedSql(subject)},
   package_ids as materialized (select distinct package_id as id from slit_ids where package_id is not null${ownPackage})`
}

/** A pellet lot, or pellets fed without a lot, that can contain a subject. */
export interface PelletsOfLot {
  /** Id of the lot, or of the material for pellets without a lot. */
  readonly id: string
  /** The lot with its kilograms; null for pellets without a lot. */
  readonly lot: { readonly kg: number } | null
  /** Kilograms of the subject per kilogram of pellets, by the recorded sources. */
  readonly share: number
  /** Kilograms per kilogram of pellets that may be the subject, because their sources are not recorded. */
  readonly unrecordedShare: number
}
/** All pellets that can contain a subject. */
export interface PelletsWithSubject {
  readonly hits: readonly PelletsOfLot[]
  /** Pellets made before this moment cannot contain the subject, ms since 1970. */
  readonly sinceMs: number
  /** Upper bound of the kilograms of the subject that got into pellets; null if unknown. */
  readonly maxOriginKg: number | null
}

/** Builds the patterns (`lots @> pattern`) of lots of a roll or of waste that are one of the pellets. */
export const buildPelletPatterns = (hits: PelletsWithSubject['hits']): string[] =>
  hits.map(({ id, lot }) => JSON.stringify(lot ? [{ lotId: id }] : [{ lotId: null, materialId: id }]))
/**
 * Builds a select of the ids of rows whose `lots` contain one of the patterns. The select looks up each pattern in
 * the index of `lots`. With `lots @> any(patterns)` PostgreSQL reads all rows, because a GIN index looks up one value
 * at a time.
 * @param source the table, or a select, with `id` and `lots`
 */
export const buildIdsByLotsSql = (source: Sql, patterns: readonly string[]): Sql =>
  sql`select distinct w.id from unnest(${patterns}::jsonb[]) as p (pattern) join ${source} w on w.lots @> p.pattern`

/** Smaller amounts round to 0 g. They are counted but not listed. */
export const MIN_LISTED_KG = 0.0005
export const MIN_LISTED_KG_SQL = new Sql([String(MIN_LISTED_KG)])

/**
 * Builds the common table expressions `pellet_hits`, `pellet_jumbos` and `by_pellets`. `pellet_jumbos` lists the jumbos
 * that contain the searched item through pellets: `kg` by recorded sources, and `unrecorded_kg` that may be the item
 * because sources are not recorded. `by_pellets` contains only the jumbos with a listable `kg` or at least `traceKg` of
 * `unrecorded_kg`.
 * @param jumboIds jumbos to search; by default all
 */
export function buildPelletJumbosSql(
  siteId: number,
  { hits, sinceMs, maxOriginKg }: PelletsWithSubject,
  traceKg: number,
  jumboIds: readonly string[] | null = null,
): Sql {
  const patterns = buildPelletPatterns(hits)
  const isSearched = jumboIds
    ? sql`j.id = any(${jumboIds}::uuid[]) and j.lots @> any(${patterns}::jsonb[])`
    : sql`j.id = any(array(${buildIdsByLotsSql(sql`(select id, lots from jumbo_roll where site_id = ${siteId})`, patterns)}))`
  return sql`pellet_hits as materialized (select * from unnest(${hits.map(({ id }) => id)}::uuid[], ${hits.map(({ share }) => share)}::float8[], ${hits.map(({ unrecordedShare }) => unrecordedShare)}::float8[], ${hits.map(({ lot }) => lot === null)}::boolean[]) as t(id, share, unrecorded, without_lot)),
  pellet_jumbos as materialized (
    select j.id, sum(part.kg * h.share) >= ${MIN_LISTED_KG_SQL} or sum(part.kg * h.unrecorded) >= greatest(${traceKg}::float8, ${MIN_LISTED_KG_SQL}) as is_listed, sum(part.kg * h.share) as kg, least(sum(part.kg * h.unrecorded), ${maxOriginKg}::float8) as unrecorded_kg, (array_agg(h.id order by h.share > 0 desc, part.kg * (h.share + h.unrecorded) desc))[1] as pellet_id
    from jumbo_roll j cross join lateral (select coalesce(entry->>'lotId', entry->>'materialId')::uuid as id, (entry->>'kg')::float8 as kg from jsonb_array_elements(j.lots) entry) part
      join pellet_hits h on h.id = part.id
    where j.site_id = ${siteId} and ${isSearched} and j.state not in (${options(jumboRoll.fields.state, ...takenBackJumboStates)}) and (not h.without_lot or j.started_at >= ${new Date(sinceMs)})
    group by j.id),
  by_pellets as materialized (select id, kg, unrecorded_kg, pellet_id from pellet_jumbos where is_listed)`
}

/** Pellets that contain a held lot by their recorded sources, and the plant's threshold of trace amounts. */
export interface HeldPellets {
  readonly hits: PelletsWithSubject['hits']
  readonly traceKg: number
  /** Jumbos whose pellets are checked; null for all. */
  readonly jumboIds: readonly string[] | null
}
/**
 * Builds the common table expressions of all items that a hold reaches: `held_jumbo_ids`, `held_slit_ids` and
 * `held_package_ids`, each with a column `id`. Through pellets, a hold reaches the rolls that can contain at least the
 * trace threshold of the subject.
 */
export function buildHeldSql(subject: RecallSubject, pellets: HeldPellets | null): Sql {
  const { siteId } = subject
  const byPellets = pellets
    ? sql`${buildPelletJumbosSql(siteId, { hits: pellets.hits, sinceMs: 0, maxOriginKg: null }, pellets.traceKg, pellets.jumboIds)},`
    : sql``
  const jumbosByPellets = pellets ? sql` union select id from by_pellets where kg >= ${pellets.traceKg}::float8` : sql``
  const rollsByPellets = pellets
    ? sql` union select s.id, s.package_id from by_pellets v join jumbo_roll j on j.site_id = ${siteId} and j.id = v.id join slit_roll s on s.site_id = j.site_id and s.jumbo_roll_id = j.id
       where v.kg * least(1, coalesce(s.width_mm::float8 / nullif(j.width_mm, 0), 1)) >= ${pellets.traceKg}::float8 and s.state not in (${options(slitStateField, ...takenBackSlitStates)})`
    : sql``
  return sql`${buildReachSql(subject)}, ${byPellets}
   held_jumbo_ids as materialized (select id from jumbo_ids${jumbosByPellets}),
   held_slit_ids as materialized (select id, package_id from slit_ids union select id, package_id from packed_slit_ids${rollsByPellets}),
   held_package_ids as materialized (select id from package_ids union select package_id from held_slit_ids where package_id is not null)`
}
