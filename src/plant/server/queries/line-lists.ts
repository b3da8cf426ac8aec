import type { Context } from '@/server/context'
import { labelSql } from '@/server/crud/refs'
import { columns, computed, sql } from '@/server/sql'
import type { Row } from '@/contract/resource'
import { line } from '../../contract/line'

/** `label`: code and name in the reader's language. */
export type LineNamed = Pick<Row<typeof line>, 'id' | 'kind' | 'active'> & { label: string }
/** Lines as the plant orders them: those in use, and `also` whether in use or not; one alone when named. */
export const linesInOrder = (
  ctx: Context,
  { lineId, also }: { lineId?: string | null; also?: readonly string[] } = {},
): Promise<LineNamed[]> =>
  ctx.query(
    sql`select ${columns(line, ['id', 'kind', 'active'])}, ${computed<{ label: string }>`${labelSql(line, ctx.language)} as label`} from line
     where site_id = ${ctx.site} and (${lineId ?? null}::uuid is null or id = ${lineId ?? null}) and (active or id = any(${also ?? []}::uuid[]))
     order by sort_order nulls last, code limit 500`,
  )
