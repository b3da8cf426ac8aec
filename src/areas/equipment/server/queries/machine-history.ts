import type { Context } from '@/server/context'
import { getStatements } from '@/server/crud/statements'
import { joinSql, limit, Sql, sql } from '@/server/sql'
import type { Resource } from '@/contract/resource'
import type { Moment } from '@/plant/rules/plant-time'
import { recordResources } from '../records'

/** One entry of the history of a machine. */
export interface MachineHistoryEntry<K extends string> {
  id: string
  kind: K
  occurredAt: Moment
  detail: string | null
  state: string | null
  people: string[]
  images: number
}
/** Source of the entries of one kind; every property except `kind` is SQL over the row `r`. */
export interface HistorySource<K extends string> {
  readonly kind: K
  readonly from: Sql
  readonly occurredAt: Sql
  readonly detail: Sql
  readonly state: Sql
  /** Ids of the people as a jsonb array. */
  readonly people: Sql
  /** Number of pictures. */
  readonly images: Sql
  /** Condition for the rows of a machine; by default the machine is the `equipment_id` of the row. */
  readonly buildCondition?: (siteId: number, equipmentId: string) => Sql
}
/** Requested entries: machine, period, cursor and maximum number. */
export interface HistoryWindow {
  readonly equipmentId: string
  readonly from: Moment | null
  readonly to: Moment | null
  /** Cursor: moment and id of the last entry already loaded. */
  readonly after: readonly [Moment, string] | null
  readonly size: number
}
/** One page of history entries. */
export interface HistoryEntries<K extends string> {
  /** Number of entries in the period, including those before the cursor. */
  readonly total: number
  /** Newest first. */
  readonly entries: readonly MachineHistoryEntry<K>[]
}

/** Loads history entries of a machine from the sources of one area, in two queries. */
export async function loadHistoryEntries<K extends string>(
  ctx: Context,
  sources: readonly HistorySource<K>[],
  { equipmentId, from, to, after, size }: HistoryWindow,
): Promise<HistoryEntries<K>> {
  if (sources.length === 0) return { total: 0, entries: [] }
  const filteredSources = sources.map((source) => {
    const machineCondition = source.buildCondition?.(ctx.site, equipmentId) ?? sql`r.equipment_id = ${equipmentId}`
    const beginCondition = from ? sql` and ${source.occurredAt} >= ${from}` : sql``
    const endCondition = to ? sql` and ${source.occurredAt} < ${to}` : sql``
    return {
      ...source,
      rows: sql`from ${source.from} where r.site_id = ${ctx.site} and ${machineCondition}${beginCondition}${endCondition}`,
    }
  })
  const counts = filteredSources.map((source) => sql`select count(*) as n ${source.rows}`)
  const [countRow] = await ctx.query(
    sql<{ total: number }>`select sum(n)::int as total from (${joinSql(counts, ' union all ')}) counts`,
  )
  const branches = filteredSources.map(
    (source) =>
      sql`(select r.id, ${new Sql([`'${source.kind}'`])} as kind, ${source.occurredAt} as "occurredAt", ${source.detail} as detail, ${source.state} as state, ${source.people} as people, ${source.images} as images
        ${source.rows}${after ? sql` and (${source.occurredAt}, r.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``} order by ${source.occurredAt} desc, r.id desc ${limit(size)})`,
  )
  const entries = await ctx.query(
    sql<
      MachineHistoryEntry<K>
    >`select * from (${joinSql(branches, ' union all ')}) entries order by "occurredAt" desc, id desc ${limit(size)}`,
  )
  return { total: countRow?.total ?? 0, entries }
}
/** Builds SQL for a jsonb array of the people in columns of the row `r`, without nulls. */
export const buildPeopleSql = (...columns: string[]): Sql =>
  new Sql([
    `jsonb_path_query_array(jsonb_build_array(${columns.map((column) => `r.${column}`).join(', ')}), '$[*] ? (@ != null)')`,
  ])

export type RecordKind = (typeof recordResources)[number]['name']
export type RecordEntryKind = RecordKind | 'useRecord'
/** SQL of the detail text by kind of record; the default is the note. */
const detailSqlByKind: Partial<Record<RecordKind, Sql>> = {
  secondLevelCheck: sql`coalesce(r.findings, r.note)`,
  electricRecord: sql`coalesce(r.work, r.circuit, r.note)`,
  pmRecord: sql`coalesce(r.title, r.note)`,
  assistRecord: sql`r.work`,
  detectionRecord: sql`coalesce(r.standard, r.note)`,
  partsRecord: sql`coalesce(r.position, r.note)`,
  electricalPartsRecord: sql`coalesce(r.position, r.circuit, r.note)`,
  mainLubrication: sql`r.points->0->>'point'`,
  slittingLubrication: sql`r.points->0->>'point'`,
  mechanicalCheck: sql`coalesce(r.part, r.note)`,
}
const imageCountSql = sql`jsonb_array_length(r.images)`
const recordSources: readonly HistorySource<RecordEntryKind>[] = [
  ...recordResources.map((resource): HistorySource<RecordEntryKind> => ({
    kind: resource.name,
    from: new Sql([`${getStatements(resource as Resource).table} r`]),
    occurredAt: sql`r.occurred_at`,
    detail: detailSqlByKind[resource.name] ?? sql`r.note`,
    state: sql`r.result`,
    people: sql`r.people`,
    images: imageCountSql,
  })),
  {
    kind: 'useRecord',
    from: sql`use_record r`,
    occurredAt: sql`r.occurred_at`,
    detail: sql`r.reason`,
    state: sql`r.state`,
    people: buildPeopleSql('user_id'),
    images: imageCountSql,
  },
]
/** Loads history entries of the given kinds from the records of a machine, including records of its use. */
export const loadRecordEntries = (
  ctx: Context,
  kinds: ReadonlySet<string>,
  historyWindow: HistoryWindow,
): Promise<HistoryEntries<RecordEntryKind>> =>
  loadHistoryEntries(
    ctx,
    recordSources.filter(({ kind }) => kinds.has(kind)),
    historyWindow,
  )
