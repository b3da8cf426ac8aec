import type { Resource } from '@/contract/resource'
import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { getStatements } from '@/server/crud/statements'
import { joinSql, Sql, sql } from '@/server/sql'
import { recordResources } from '../records'
import type { RecordKind } from './machine-history'

const getTableSql = (resource: (typeof recordResources)[number]): Sql =>
  new Sql([getStatements(resource as Resource).table])

/** Counts the records of a machine by kind, with the moment of the newest record. Kinds without records have a count of 0. */
export async function countRecordsByKind(
  ctx: Context,
  equipmentId: string,
  kinds: ReadonlySet<string>,
): Promise<{ kind: RecordKind; count: number; lastAt: Moment | null }[]> {
  const requestedResources = recordResources.filter(({ name }) => kinds.has(name))
  if (requestedResources.length === 0) return []
  const counts = requestedResources.map(
    (resource) =>
      sql`select ${new Sql([`'${resource.name}'`])} as kind, count(*)::int as count, max(occurred_at) as "lastAt" from ${getTableSql(resource)} where site_id = ${ctx.site} and equipment_id = ${equipmentId}`,
  )
  return ctx.query(sql<{ kind: RecordKind; count: number; lastAt: Moment | null }>`${joinSql(counts, ' union all ')}`)
}

/** Finds the moment of the first record or change of use of a machine; null if it has none. */
export async function findFirstRecordMoment(ctx: Context, equipmentId: string): Promise<Moment | null> {
  const firstMoments = [...recordResources.map(getTableSql), sql`use_record`].map(
    (table) =>
      sql`select min(occurred_at) as at from ${table} where site_id = ${ctx.site} and equipment_id = ${equipmentId}`,
  )
  const [first] = await ctx.query(
    sql<{ at: Moment | null }>`select min(at) as at from (${joinSql(firstMoments, ' union all ')}) first`,
  )
  return first?.at ?? null
}

// Lubrication records list their lubricants, which are store parts, in `points`.
const resourcesWithParts = recordResources.filter(
  (resource) => 'parts' in resource.fields || 'points' in resource.fields,
)
/** Lists the ids of a machine's records whose kind can list store parts. */
export async function listRecordIdsWithParts(ctx: Context, equipmentId: string): Promise<string[]> {
  const records = resourcesWithParts.map(
    (resource) =>
      sql`select id::text as id from ${getTableSql(resource)} where site_id = ${ctx.site} and equipment_id = ${equipmentId}`,
  )
  return (await ctx.query(sql<{ id: string }>`${joinSql(records, ' union all ')}`)).map(({ id }) => id)
}

/** Numbers of parts records: mechanical and electrical in total, and both together today and this month. */
export interface PartsRecordCounts {
  mechanical: number
  electrical: number
  today: number
  month: number
}
/** A day, [from, to), and the beginning of its month. */
interface DayInMonth {
  readonly from: Moment
  readonly to: Moment
  readonly monthStart: Moment
}
const buildPartsRecordCountsSql = (ctx: Context, { from, to, monthStart }: DayInMonth, table: Sql): Sql =>
  sql`select count(*)::int as total, count(*) filter (where occurred_at >= ${from} and occurred_at < ${to})::int as today, count(*) filter (where occurred_at >= ${monthStart} and occurred_at < ${to})::int as month from ${table} where site_id = ${ctx.site}`
/** Counts parts records: mechanical and electrical in total; both together on a day and since the start of its month. */
export async function countPartsRecords(ctx: Context, day: DayInMonth): Promise<PartsRecordCounts> {
  const [row] = await ctx.query(
    sql<PartsRecordCounts>`select m.total as mechanical, e.total as electrical, m.today + e.today as today, m.month + e.month as month
     from (${buildPartsRecordCountsSql(ctx, day, sql`parts_record`)}) m, (${buildPartsRecordCountsSql(ctx, day, sql`electrical_parts_record`)}) e`,
  )
  return row!
}

/** Sums the quantities of store parts that the parts records of a repair list, by part, optionally without one record. */
export const sumPartsOfRepair = (
  ctx: Context,
  repairId: string,
  excludedRecordId: string | null,
): Promise<{ partId: string; quantity: number }[]> => {
  const buildPartListsSql = (table: Sql): Sql =>
    sql`select parts from ${table} where site_id = ${ctx.site} and repair_id = ${repairId} and (${excludedRecordId}::uuid is null or id <> ${excludedRecordId})`
  return ctx.query(
    sql<{
      partId: string
      quantity: number
    }>`select p."partId", sum(p.quantity) as quantity from (${buildPartListsSql(sql`parts_record`)} union all ${buildPartListsSql(sql`electrical_parts_record`)}) r, jsonb_to_recordset(r.parts) p("partId" uuid, quantity numeric) where p."partId" is not null group by 1`,
  )
}

/** Counts preventive maintenance records on a day and since the start of its month. */
export async function countPmDone(
  ctx: Context,
  { from, to, monthStart }: DayInMonth,
): Promise<{ today: number; month: number }> {
  const [row] = await ctx.query(
    sql<{
      today: number
      month: number
    }>`select count(*) filter (where occurred_at >= ${from})::int as today, count(*) filter (where occurred_at >= ${monthStart})::int as month
     from pm_record where site_id = ${ctx.site} and occurred_at >= least(${from}::timestamptz, ${monthStart}::timestamptz) and occurred_at < ${to}`,
  )
  return row!
}
/** Counts how often people are named in preventive maintenance records of one machine or of all. */
export const countPeopleInPm = (ctx: Context, equipmentId: string | null): Promise<{ id: string; count: number }[]> =>
  ctx.query(
    sql<{
      id: string
      count: number
    }>`select person as id, count(*)::int as count from (select jsonb_array_elements_text(people) as person from pm_record
       where site_id = ${ctx.site} and (${equipmentId}::uuid is null or equipment_id = ${equipmentId})) named group by person`,
  )
