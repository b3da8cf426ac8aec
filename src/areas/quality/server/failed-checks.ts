import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import type { CheckedRoll } from '@/plant/server/events'
import type { Context } from '@/server/context'
import { columns, sql } from '@/server/sql'
import { qualityCheck } from '../contract/quality-check'
import { speaksOf } from '../rules/quality-check'

/**
 * Returns the slit rolls with a failed check that no downgrade has settled: a check of their own, or one of their jumbo
 * that concerns metres in them.
 */
export async function failedOf(ctx: Context, { rolls }: { readonly rolls: readonly CheckedRoll[] }): Promise<string[]> {
  if (rolls.length === 0) return []
  const jumboIds = [...new Set(rolls.map(({ jumboRollId }) => jumboRollId))]
  const failed = await ctx.query(
    sql`select ${columns(qualityCheck, ['slitRollId', 'jumboRollId', 'defects'])} from quality_check
      where site_id = ${ctx.site} and to_downgrade
        and (slit_roll_id = any(${rolls.map(({ id }) => id)}::uuid[]) or (slit_roll_id is null and jumbo_roll_id = any(${jumboIds}::uuid[])))`,
  )
  const own = new Set(failed.map(({ slitRollId }) => slitRollId))
  const ofJumbos = failed.filter(({ slitRollId }) => slitRollId === null)
  const jumbos = ofJumbos.length > 0 ? await ctx.rows.find(jumboRoll, { where: { id: jumboIds } }) : []
  const length = new Map(jumbos.map(({ id, lengthM }) => [id, lengthM ?? 0]))
  return rolls.flatMap((roll) => {
    const fails = ({ jumboRollId, defects }: (typeof ofJumbos)[number]): boolean =>
      jumboRollId === roll.jumboRollId && speaksOf(defects, length.get(roll.jumboRollId) ?? 0, roll)
    return own.has(roll.id) || ofJumbos.some(fails) ? [roll.id] : []
  })
}
