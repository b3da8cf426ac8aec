import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { findOrderOfSlitRoll } from '@/areas/rolls/server/queries/for-certificates'
import type { Context } from '@/server/context'
import { columns, limit, sql } from '@/server/sql'
import { certificate } from '../contract/certificate'
import type { certificatesOfRoll } from '../contract/certificate-endpoints'

const MAX_CERTIFICATES = 50
/** GET /quality/certificate_of_roll: the certificates of a slit roll, the newest first. */
export async function listRollCertificates(
  ctx: Context,
  { slitRollId }: EndpointInput<typeof certificatesOfRoll>,
): Promise<EndpointOutput<typeof certificatesOfRoll>> {
  const workOrderId = await findOrderOfSlitRoll(ctx, slitRollId)
  if (!workOrderId) return []
  return ctx.query(
    sql`select ${columns(certificate, ['id', 'number', 'state'], 'c')} from certificate c
      join certificate_annex a on a.site_id = c.site_id and a.certificate_id = c.id
      where c.site_id = ${ctx.site} and c.work_order_id = ${workOrderId} and a.rolls @> ${JSON.stringify([{ id: slitRollId }])}::jsonb
      order by c.drafted_at desc ${limit(MAX_CERTIFICATES)}`,
  )
}
