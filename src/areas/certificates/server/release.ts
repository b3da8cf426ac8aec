import { rollsNotPassed } from '@/areas/quality/server/queries/for-release'
import type { LeavingRolls } from '@/plant/server/events'
import type { Context } from '@/server/context'
import { computed, options, sql } from '@/server/sql'
import { certificate } from '../contract/certificate'

/** Answers `notReleased`: rolls without a passed check, or on no valid certificate of their order. */
export async function lackingRelease(ctx: Context, { orderId, rolls, condition }: LeavingRolls): Promise<string[]> {
  if (condition === 'checked') return rollsNotPassed(ctx, rolls)
  const covered = await ctx.query(
    sql`select ${computed<{ id: string }>`distinct roll->>'id' as id`} from certificate c
      join certificate_annex a on a.site_id = c.site_id and a.certificate_id = c.id
      cross join lateral jsonb_array_elements(a.rolls) roll
      where c.site_id = ${ctx.site} and c.work_order_id = ${orderId} and c.state = ${options(certificate.fields.state, 'issued')}`,
  )
  const there = new Set(covered.map(({ id }) => id))
  return rolls.map(({ id }) => id).filter((id) => !there.has(id))
}
