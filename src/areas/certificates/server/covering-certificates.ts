/** Existing certificates of rolls. Two valid certificates for one roll would contradict each other sooner or later. */
import { refuse } from '@/contract/errno'
import type { Context } from '@/server/context'
import { columns, limit, options, sql } from '@/server/sql'
import { certificate } from '../contract/certificate'
import { coveringStates } from '../rules/certificate'

const MAX_CERTIFICATES = 50
interface CoveringCertificate {
  readonly id: string
  readonly number: string
  readonly state: (typeof coveringStates)[number]
}
/** Lists certificates of an order, waiting or issued, that cover any of the rolls; the oldest first. One statement. */
export const listCoveringCertificates = (
  ctx: Context,
  { workOrderId, rollIds }: { readonly workOrderId: string; readonly rollIds: readonly string[] },
): Promise<CoveringCertificate[]> =>
  ctx.query(
    sql<CoveringCertificate>`select ${columns(certificate, ['id', 'number', 'state'], 'c')} from certificate c
      join certificate_annex a on a.site_id = c.site_id and a.certificate_id = c.id
      where c.site_id = ${ctx.site} and c.work_order_id = ${workOrderId} and c.state in (${options(certificate.fields.state, ...coveringStates)})
        and exists (select 1 from jsonb_array_elements(a.rolls) r where r->>'id' = any(${rollIds}::text[]))
      order by c.drafted_at, c.id ${limit(MAX_CERTIFICATES)}`,
  )

/**
 * Checks that no other certificate covers the rolls; a new one has to replace the existing one. Issuing repeats the
 * check, because both may have been drafted before it.
 * @throws 6000
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
  const other = (await listCoveringCertificates(ctx, query)).find(
    ({ id, state }) => query.states.includes(state) && !query.exceptIds.includes(id),
  )
  if (other) throw refuse(`certificates:refusals.covered.${other.state}`, { number: other.number })
}
