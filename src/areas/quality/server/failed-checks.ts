import type { Context } from '@/server/context'
import { columnsFilled, sql } from '@/server/sql'
import { qualityCheck } from '../contract/quality-check'

/** Of these slit rolls those with a failed check of their own that nobody answered by a downgrade. */
export async function failedOf(
  ctx: Context,
  { slitRollIds }: { readonly slitRollIds: readonly string[] },
): Promise<string[]> {
  if (slitRollIds.length === 0) return []
  const rows = await ctx.query(
    sql`select ${columnsFilled(qualityCheck, ['slitRollId'])} from quality_check
      where site_id = ${ctx.site} and slit_roll_id = any(${slitRollIds}::uuid[]) and to_downgrade`,
  )
  return [...new Set(rows.map(({ slitRollId }) => slitRollId))]
}
