import { listRollsNotPassed } from '@/areas/quality/server/queries/for-release'
import type { GradedRolls, RollsToShip } from '@/plant/server/events'
import type { Context } from '@/server/context'
import { columns, computed, options, sql } from '@/server/sql'
import { certificate } from '../contract/certificate'

/** Answers `notReleased`: lists rolls without a passed check or without a valid certificate of their order. */
export async function listRollsLackingRelease(
  ctx: Context,
  { orderId, rolls, condition }: RollsToShip,
): Promise<string[]> {
  if (condition === 'checked') return listRollsNotPassed(ctx, rolls)
  const coveredRows = await ctx.query(
    sql`select ${computed<{ id: string }>`distinct roll->>'id' as id`} from certificate c
      join certificate_annex a on a.site_id = c.site_id and a.certificate_id = c.id
      cross join lateral jsonb_array_elements(a.rolls) roll
      where c.site_id = ${ctx.site} and c.work_order_id = ${orderId} and c.state = ${options(certificate.fields.state, 'issued')}`,
  )
  const coveredIds = new Set(coveredRows.map(({ id }) => id))
  return rolls.map(({ id }) => id).filter((id) => !coveredIds.has(id))
}

/** Answers `certifiedAs`: lists numbers of issued certificates that state the current grade of the rolls. */
export async function listMatchingCertificates(ctx: Context, { rolls }: GradedRolls): Promise<string[]> {
  const certifiedRows = await ctx.query(
    sql`select ${columns(certificate, ['number'], 'c')}, ${computed<{ rollId: string; grade: string | null }>`roll.id as "rollId", roll.grade`}
      from certificate c join certificate_annex a on a.site_id = c.site_id and a.certificate_id = c.id
      cross join lateral jsonb_to_recordset(a.rolls) roll(id text, grade text)
      where c.site_id = ${ctx.site} and c.work_order_id = any(${rolls.flatMap(({ orderId }) => orderId ?? [])}::uuid[])
        and c.state = ${options(certificate.fields.state, 'issued')} and roll.id = any(${rolls.map(({ id }) => id)}::text[])`,
  )
  const gradeById = new Map(rolls.map(({ id, grade }) => [id, grade]))
  const numbers = certifiedRows.flatMap(({ rollId, grade, number }) =>
    number && gradeById.get(rollId) === (grade ?? 'good') ? [number] : [],
  )
  return [...new Set(numbers)].sort()
}
