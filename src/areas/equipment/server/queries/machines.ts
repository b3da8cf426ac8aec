import type { Context } from '@/server/context'
import { labelSql } from '@/server/crud/refs'
import { equipment } from '../../contract/equipment'

export interface MachineNamed extends Record<string, unknown> {
  id: string
  code: string
  /** Code and name in the reader's language. */
  label: string
  lineId: string | null
}
const columns = (ctx: Context): string =>
  `id, code, ${labelSql(equipment, ctx.language)} as label, line_id as "lineId" from equipment where site_id = $1`

/** Machines that are not discarded, of a line or one alone, by code. */
export const machinesKept = (
  ctx: Context,
  { lineId, equipmentId }: { lineId: string | null; equipmentId: string | null },
): Promise<MachineNamed[]> =>
  ctx.query(
    `select ${columns(ctx)} and state <> 'discarded' and ($2::uuid is null or line_id = $2) and ($3::uuid is null or id = $3) order by code limit 10000`,
    [ctx.site, lineId, equipmentId],
  )
/** Machines by id, in the order of their codes; those that are gone are left out. */
export const machinesById = (ctx: Context, ids: readonly string[]): Promise<MachineNamed[]> =>
  ctx.query(`select ${columns(ctx)} and id = any($2::uuid[]) order by code`, [ctx.site, [...new Set(ids)]])
/** Ids of machines whose code or name, in either language, is like a pattern of `ilike`. */
export const machinesLike = async (ctx: Context, pattern: string): Promise<string[]> =>
  (
    await ctx.query<{ id: string }>(
      'select id from equipment where site_id = $1 and (code ilike $2 or name ilike $2 or name_en ilike $2)',
      [ctx.site, pattern],
    )
  ).map(({ id }) => id)
