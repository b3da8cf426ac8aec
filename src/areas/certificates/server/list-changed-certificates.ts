import { listChangedRolls } from '@/areas/slitting/server/queries/finished-rolls'
import { columns, computed, limit, options, sql } from '@/server/sql'
import { certificate } from '../contract/certificate'
import { changedCertificates } from '../contract/certificate-endpoints'
import { findRollChange, rollChanges } from '../rules/certificate'
import { formatNumberList } from './compute-certificate'
import { handle } from '@/server/area'

/** Number of newest certificates to check if the input names no certificate. */
const MAX_CERTIFICATES = 200

/** GET /quality/certificate_changed: changed rolls of one certificate or of the newest valid ones. */
export const listChangedCertificates = handle(changedCertificates, async (ctx, { certificateId }) => {
  const certificates = await ctx.query(
    sql`select ${columns(certificate, ['id', 'workOrderId'], 'c')} from certificate c where c.site_id = ${ctx.site} and c.state = ${options(certificate.fields.state, 'issued')}
      and (${certificateId ?? null}::uuid is null or c.id = ${certificateId ?? null}) order by c.drafted_at desc, c.id ${limit(MAX_CERTIFICATES)}`,
  )
  const changedRolls = await listChangedRolls(ctx, [...new Set(certificates.map(({ workOrderId }) => workOrderId))])
  if (changedRolls.length === 0) return []
  const rollById = new Map(changedRolls.map((roll) => [roll.id, roll]))
  const certifiedRows = await ctx.query(
    sql`select ${columns(certificate, [{ certificateId: 'id' }], 'c')}, ${computed<{
      rollId: string
      grade: string | null
    }>`roll.id as "rollId", roll.grade`}
      from certificate c join certificate_annex a on a.site_id = c.site_id and a.certificate_id = c.id
      cross join lateral jsonb_to_recordset(a.rolls) roll(id text, grade text)
      where c.site_id = ${ctx.site} and c.id = any(${certificates.map(({ id }) => id)}::uuid[])
        and roll.id = any(${[...rollById.keys()]}::text[]) order by c.drafted_at desc, c.id`,
  )
  const changedRows = certifiedRows.flatMap(({ certificateId: id, rollId, grade }) => {
    const roll = rollById.get(rollId)
    const change = roll ? findRollChange(grade, roll) : null
    return roll && change ? [{ id, change, number: roll.number }] : []
  })
  return [...new Set(changedRows.map(({ id }) => id))].flatMap((id) =>
    rollChanges.flatMap((change) => {
      const numbers = changedRows.filter((row) => row.id === id && row.change === change).map(({ number }) => number)
      return numbers.length > 0
        ? [{ certificateId: id, change, rolls: numbers.length, numbers: formatNumberList(numbers.sort()) }]
        : []
    }),
  )
})
