/**
 * Finds the certificates of rolls. A roll has at most one valid certificate, because two could contradict each other.
 */
import { refuse } from '@/contract/errno'
import type { Context } from '@/server/context'
import { columns, limit, options, sql, computed } from '@/server/sql'
import { certificate } from '../contract/certificate'
import { coveringStates } from '../rules/certificate'
import { listRollsNotPassed } from '@/areas/quality/server/queries/roll-checks'
import type { GradedRolls } from '@/areas/slitting/server/events'
import type { RollsToShip } from '@/areas/packing/server/events'
import { findOrderOfSlitRoll } from '@/areas/slitting/server/queries/finished-rolls'
import { certificatesOfRoll } from '../contract/certificate-endpoints'
import { handle } from '@/server/area'

const MAX_COVERING_CERTIFICATES = 50
interface CoveringCertificate {
  readonly id: string
  readonly number: string
  readonly state: (typeof coveringStates)[number]
}
/** Lists certificates of an order, waiting or issued, that cover any of the rolls; the oldest first. */
export const listCoveringCertificates = (
  ctx: Context,
  { workOrderId, rollIds }: { readonly workOrderId: string; readonly rollIds: readonly string[] },
): Promise<CoveringCertificate[]> =>
  ctx.query(
    sql<CoveringCertificate>`select ${columns(certificate, ['id', 'number', 'state'], 'c')} from certificate c
      join certificate_annex a on a.site_id = c.site_id and a.certificate_id = c.id
      where c.site_id = ${ctx.site} and c.work_order_id = ${workOrderId} and c.state in (${options(certificate.fields.state, ...coveringStates)})
        and exists (select 1 from jsonb_array_elements(a.rolls) r where r->>'id' = any(${rollIds}::text[]))
      order by c.drafted_at, c.id ${limit(MAX_COVERING_CERTIFICATES)}`,
  )

/**
 * Asserts that no other certificate covers the rolls, because a new certificate has to replace the existing one.
 * Drafting and issuing both check this, since two drafts may exist for one roll.
 * @throws a refusal that names the existing certificate
 */
export async function assertOnlyCertificate(
  ctx: Context,
  query: {
    readonly workOrderId: string
    readonly rollIds: readonly string[]
    readonly exceptIds: readonly (string | null)[]
    readonly states: readonly (typeof coveringStates)[number][]
  },
): Promise<void> {
  const otherCertificate = (await listCoveringCertificates(ctx, query)).find(
    ({ id, state }) => query.states.includes(state) && !query.exceptIds.includes(id),
  )
  if (otherCertificate)
    throw refuse(`certificates:refusals.covered.${otherCertificate.state}`, { number: otherCertificate.number })
}

/**
 * Answers `unreleasedRolls`: lists the rolls that do not meet the `condition` for shipping. They lack a passed check or
 * a valid certificate of the order.
 */
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

/** Answers `certificatesOfGrade`: lists numbers of issued certificates that state the current grade of the rolls. */
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

const MAX_ROLL_CERTIFICATES = 50
/** GET /quality/certificate_of_roll: the certificates of a slit roll, the newest first. */
export const listRollCertificates = handle(certificatesOfRoll, async (ctx, { slitRollId }) => {
  const workOrderId = await findOrderOfSlitRoll(ctx, slitRollId)
  if (!workOrderId) return []
  return ctx.query(
    sql`select ${columns(certificate, ['id', 'number', 'state'], 'c')} from certificate c
      join certificate_annex a on a.site_id = c.site_id and a.certificate_id = c.id
      where c.site_id = ${ctx.site} and c.work_order_id = ${workOrderId} and a.rolls @> ${JSON.stringify([{ id: slitRollId }])}::jsonb
      order by c.drafted_at desc ${limit(MAX_ROLL_CERTIFICATES)}`,
  )
})
