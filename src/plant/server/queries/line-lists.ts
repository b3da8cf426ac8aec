import type { Context } from '@/server/context'
import { labelSql } from '@/server/crud/refs'
import { line } from '../../contract/line'

export interface LineNamed extends Record<string, unknown> {
  id: string
  kind: string
  active: boolean
  /** Code and name in the reader's language. */
  label: string
}
/** Lines as the plant orders them: those in use, and `also` whether in use or not; one alone when named. */
export const linesInOrder = (
  ctx: Context,
  { lineId, also }: { lineId?: string | null; also?: readonly string[] } = {},
): Promise<LineNamed[]> =>
  ctx.query<LineNamed>(
    `select id, kind, active, ${labelSql(line, ctx.language)} as label from line
     where site_id = $1 and ($2::uuid is null or id = $2) and (active or id = any($3::uuid[])) order by sort_order nulls last, code limit 500`,
    [ctx.site, lineId ?? null, also ?? []],
  )
