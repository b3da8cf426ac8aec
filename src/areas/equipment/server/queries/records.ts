import type { Resource } from '@/contract/resource'
import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { getStatements } from '@/server/crud/statements'
import { recordResources } from '../records'
import type { RecordKind } from './machine-history'

const getTable = (resource: (typeof recordResources)[number]): string => getStatements(resource as Resource).table

/** Counts the records of a machine by kind, with the newest moment. An empty set of kinds returns no rows. */
export async function countRecordsByKind(
  ctx: Context,
  equipmentId: string,
  kinds: ReadonlySet<string>,
): Promise<{ kind: RecordKind; count: number; lastAt: Moment | null }[]> {
  const countedResources = recordResources.filter(({ name }) => kinds.has(name))
  if (countedResources.length === 0) return []
  return ctx.query(
    countedResources
      .map(
        (resource) =>
          `select '${resource.name}' as kind, count(*)::int as count, max(occurred_at) as "lastAt" from ${getTable(resource)} where site_id = $1 and equipment_id = $2`,
      )
      .join(' union all '),
    [ctx.site, equipmentId],
  )
}

const recordsWithPartsSql = recordResources
  .filter((resource) => 'parts' in resource.fields || 'points' in resource.fields)
  .map((resource) => `select id::text as id from ${getTable(resource)} where site_id = $1 and equipment_id = $2`)
  .join(' union all ')
/** Lists the ids of a machine's records of kinds that can name store parts. */
export const listRecordIdsWithParts = async (ctx: Context, equipmentId: string): Promise<string[]> =>
  (await ctx.query<{ id: string }>(recordsWithPartsSql, [ctx.site, equipmentId])).map(({ id }) => id)

/** Counts of parts records: all by kind, and of both kinds today and this month. */
export interface PartsReplacedCounts extends Record<string, unknown> {
  mechanical: number
  electrical: number
  today: number
  month: number
}
const buildPartCountsSql = (table: string): string =>
  `select count(*)::int as total, count(*) filter (where occurred_at >= $2 and occurred_at < $3)::int as today, count(*) filter (where occurred_at >= $4 and occurred_at < $3)::int as month from ${table} where site_id = $1`
/** Counts parts records: all by kind, and of both kinds on a day and since the beginning of its month. */
export async function countPartsReplaced(
  ctx: Context,
  { from, to, month }: { from: Moment; to: Moment; month: Moment },
): Promise<PartsReplacedCounts> {
  const [row] = await ctx.query<PartsReplacedCounts>(
    `select m.total as mechanical, e.total as electrical, m.today + e.today as today, m.month + e.month as month
     from (${buildPartCountsSql('parts_record')}) m, (${buildPartCountsSql('electrical_parts_record')}) e`,
    [ctx.site, from, to, month],
  )
  return row!
}

/** Counts preventive maintenance records on a day and since the beginning of its month. */
export async function countPmDone(
  ctx: Context,
  { from, to, month }: { from: Moment; to: Moment; month: Moment },
): Promise<{ today: number; month: number }> {
  const [row] = await ctx.query<{ today: number; month: number }>(
    `select count(*) filter (where occurred_at >= $2)::int as today, count(*) filter (where occurred_at >= $4)::int as month
     from pm_record where site_id = $1 and occurred_at >= least($2::timestamptz, $4::timestamptz) and occurred_at < $3`,
    [ctx.site, from, to, month],
  )
  return row!
}
/** Counts how often people are named in preventive maintenance records of one machine or of all. */
export const countPeopleInPm = (ctx: Context, equipmentId: string | null): Promise<{ id: string; count: number }[]> =>
  ctx.query(
    `select person as id, count(*)::int as count from (select jsonb_array_elements_text(people) as person from pm_record
       where site_id = $1 and ($2::uuid is null or equipment_id = $2)) named group by person`,
    [ctx.site, equipmentId],
  )
