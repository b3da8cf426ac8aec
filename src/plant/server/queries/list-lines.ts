import type { Context } from '@/server/context'
import { buildLabelSql } from '@/server/crud/refs'
import { columns, computed, sql } from '@/server/sql'
import type { Row } from '@/contract/resource'
import type { Day } from '../../rules/plant-time'
import { line } from '../../contract/line'

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
/** Loads web widths in m by line id; lines without a width are missing. */
export async function loadWebWidths(ctx: Context): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.query(
    sql`select ${columns(line, ['id', 'width'])} from line where site_id = ${ctx.site} and width is not null`,
  )
  return new Map(rows.flatMap(({ id, width }) => (width === null ? [] : [[id, Number(width)] as const])))
}
