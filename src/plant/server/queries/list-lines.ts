import type { Context } from '@/server/context'
import { buildLabelSql } from '@/server/crud/refs'
import { columns, computed, sql, type Sql } from '@/server/sql'
import type { Row } from '@/contract/resource'
import type { Day } from '../../rules/plant-time'
import { line } from '../../contract/line'
import type { LineKind } from '../../rules/line'

/** `label`: code and name in the reader's language; `since`: the day from which time-based metrics count the line. */
export type LabelledLine = Pick<Row<typeof line>, 'id' | 'kind' | 'active'> & { label: string; since: Day }
/** Lists lines in sort order: active ones, and those in `includeIds` even if inactive; only one if `lineId` is set. */
export const listLines = (
  ctx: Context,
  { lineId, includeIds }: { lineId?: string | null; includeIds?: readonly string[] } = {},
): Promise<LabelledLine[]> =>
  ctx.query(
    sql`select ${columns(line, ['id', 'kind', 'active'])}, ${computed<{ label: string; since: Day }>`${buildLabelSql(line, ctx)} as label, coalesce(in_use_from, (created_at at time zone ${ctx.timeZone})::date) as since`} from line
     where site_id = ${ctx.site} and (${lineId ?? null}::uuid is null or id = ${lineId ?? null}) and (active or id = any(${includeIds ?? []}::uuid[]))
     order by sort_order nulls last, code limit 500`,
  )
/** Builds SQL of the kinds of lines, as an array. @param idsSql array of the ids */
export const buildLineKindsSql = (siteId: number, idsSql: Sql): Sql =>
  sql`array(select l.kind from line l where l.site_id = ${siteId} and l.id = any(${idsSql}))`
/** Loads the kinds of all lines by line id. */
export async function loadLineKinds(ctx: Context): Promise<ReadonlyMap<string, LineKind>> {
  const rows = await ctx.query(sql`select ${columns(line, ['id', 'kind'])} from line where site_id = ${ctx.site}`)
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}
/** Loads web widths in m by line id; lines without a width are missing. */
export async function loadWebWidths(ctx: Context): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.query(
    sql`select ${columns(line, ['id', 'width'])} from line where site_id = ${ctx.site} and width is not null`,
  )
  return new Map(rows.flatMap(({ id, width }) => (width === null ? [] : [[id, Number(width)] as const])))
}
