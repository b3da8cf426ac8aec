import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import type { CheckedRoll } from '@/plant/server/events'
import type { Context } from '@/server/context'
import { columns, sql } from '@/server/sql'
import { qualityCheck } from '../contract/quality-check'
import { isSlitRollAffected } from '../rules/quality-check'

/**
 * Returns the slit rolls with a failed check that no downgrade has settled: a check of their own, or one of their jumbo
 * that concerns metres in them.
 */
export async function listFailedRolls(
  ctx: Context,
  { rolls }: { readonly rolls: readonly CheckedRoll[] },
): Promise<string[]> {
  if (rolls.length === 0) return []
  const jumboIds = [...new Set(rolls.map(({ jumboRollId }) => jumboRollId))]
  const failedChecks = await ctx.query(
    sql`select ${columns(qualityCheck, ['slitRollId', 'jumboRollId', 'defects'])} from quality_check
      where site_id = ${ctx.site} and to_downgrade
        and (slit_roll_id = any(${rolls.map(({ id }) => id)}::uuid[]) or (slit_roll_id is null and jumbo_roll_id = any(${jumboIds}::uuid[])))`,
  )
  const failedSlitRollIds = new Set(failedChecks.map(({ slitRollId }) => slitRollId))
  const failedJumboChecks = failedChecks.filter(({ slitRollId }) => slitRollId === null)
  const jumbos = failedJumboChecks.length > 0 ? await ctx.rows.find(jumboRoll, { where: { id: jumboIds } }) : []
  const lengthByJumbo = new Map(jumbos.map(({ id, lengthM }) => [id, lengthM ?? 0]))
  return rolls.flatMap((roll) => {
    const affectsRoll = ({ jumboRollId, defects }: (typeof failedJumboChecks)[number]): boolean =>
      jumboRollId === roll.jumboRollId && isSlitRollAffected(defects, lengthByJumbo.get(roll.jumboRollId) ?? 0, roll)
    return failedSlitRollIds.has(roll.id) || failedJumboChecks.some(affectsRoll) ? [roll.id] : []
  })
}
