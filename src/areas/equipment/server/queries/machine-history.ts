import type { Context } from '@/server/context'
import { getStatements } from '@/server/crud/statements'
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
  readonly from: string
  readonly occurredAt: string
  /** SQL of the detail text, the state, the people as a jsonb array and the number of pictures. */
  readonly detail: string
  readonly state: string
  readonly people: string
  readonly images: string
  /** SQL condition for the rows of the machine `$2`. `addParameter` adds a value and returns its placeholder. */
  readonly where?: (addParameter: (value: unknown) => string) => string
}
/** Requested entries: machine, period, cursor and number. */
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
  readonly lines: readonly MachineHistoryEntry<K>[]
}

/** Loads history entries of a machine from the sources of one area, in two queries. */
export async function loadHistoryEntries<K extends string>(
  ctx: Context,
  sources: readonly HistorySource<K>[],
  { equipmentId, from, to, after, size }: HistoryWindow,
): Promise<HistoryEntries<K>> {
  if (sources.length === 0) return { total: 0, lines: [] }
  const values: unknown[] = [ctx.site, equipmentId]
  const addParameter = (value: unknown): string => `$${values.push(value)}`
  const [beginParameter, endParameter] = [from && addParameter(from), to && addParameter(to)]
  const filteredSources = sources.map((source) => ({
    ...source,
    rows: `from ${source.from} where r.site_id = $1 and ${source.where ? source.where(addParameter) : 'r.equipment_id = $2'}${beginParameter ? ` and ${source.occurredAt} >= ${beginParameter}` : ''}${endParameter ? ` and ${source.occurredAt} < ${endParameter}` : ''}`,
  }))
  const [countRow] = await ctx.query<{ total: number }>(
    `select sum(n)::int as total from (${filteredSources.map((source) => `select count(*) as n ${source.rows}`).join(' union all ')}) counts`,
    [...values],
  )
  const afterParameters = after && [`${addParameter(after[0])}::timestamptz`, `${addParameter(after[1])}::uuid`]
  const branchesSql = filteredSources.map(
    (source) =>
      `(select r.id, '${source.kind}' as kind, ${source.occurredAt} as "occurredAt", ${source.detail} as detail, ${source.state} as state, ${source.people} as people, ${source.images} as images
        ${source.rows}${afterParameters ? ` and (${source.occurredAt}, r.id) < (${afterParameters.join(', ')})` : ''} order by ${source.occurredAt} desc, r.id desc limit ${size})`,
  )
  const lines = await ctx.query<MachineHistoryEntry<K> & Record<string, unknown>>(
    `select * from (${branchesSql.join(' union all ')}) lines order by "occurredAt" desc, id desc limit ${size}`,
    values,
  )
  return { total: countRow?.total ?? 0, lines }
}
/** Builds SQL for a jsonb array of the people in columns of `r`. */
export const buildPeopleSql = (...columns: string[]): string =>
  `jsonb_path_query_array(jsonb_build_array(${columns.map((column) => `r.${column}`).join(', ')}), '$[*] ? (@ != null)')`

export type RecordKind = (typeof recordResources)[number]['name']
export type LedgerEntryKind = RecordKind | 'useRecord'
/** SQL of the detail text by kind of record; the default is the note. */
const detailSqlByKind: Partial<Record<RecordKind, string>> = {
  secondLevelCheck: 'coalesce(r.findings, r.note)',
  electricRecord: 'coalesce(r.work, r.circuit, r.note)',
  pmRecord: 'coalesce(r.title, r.note)',
  assistRecord: 'r.work',
  detectionRecord: 'coalesce(r.standard, r.note)',
  partsRecord: 'coalesce(r.position, r.note)',
  electricalPartsRecord: 'coalesce(r.position, r.circuit, r.note)',
  mainLubrication: `r.points->0->>'point'`,
  slittingLubrication: `r.points->0->>'point'`,
  mechanicalCheck: 'coalesce(r.part, r.note)',
}
const imageCountSql = 'jsonb_array_length(r.images)'
const ledgerSources: readonly HistorySource<LedgerEntryKind>[] = [
  ...recordResources.map((resource): HistorySource<LedgerEntryKind> => ({
    kind: resource.name,
    from: `${getStatements(resource as Resource).table} r`,
    occurredAt: 'r.occurred_at',
    detail: detailSqlByKind[resource.name] ?? 'r.note',
    state: 'r.result',
    people: 'r.people',
    images: imageCountSql,
  })),
  {
    kind: 'useRecord',
    from: 'use_record r',
    occurredAt: 'r.occurred_at',
    detail: 'r.reason',
    state: 'r.state',
    people: buildPeopleSql('user_id'),
    images: imageCountSql,
  },
]
/** Loads history entries of a machine's records and use changes of the given kinds. */
export const loadLedgerEntries = (
  ctx: Context,
  kinds: ReadonlySet<string>,
  frame: HistoryWindow,
): Promise<HistoryEntries<LedgerEntryKind>> =>
  loadHistoryEntries(
    ctx,
    ledgerSources.filter(({ kind }) => kinds.has(kind)),
    frame,
  )
