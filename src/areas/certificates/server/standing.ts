/** Certificates that rolls have already: two that are valid for one roll would contradict each other sooner or later. */
import { refuse } from '@/contract/errno'
import type { Context } from '@/server/context'
import { columns, limit, options, sql } from '@/server/sql'
import { certificate } from '../contract/certificate'
import { standingStates } from '../rules/certificate'

const MOST = 50
interface Standing {
  readonly id: string
  readonly number: string
  readonly state: (typeof standingStates)[number]
}
/** Certificates of an order, waiting for approval or issued, that cover any of some rolls; the oldest first. One statement. */
export const standingOf = (
  ctx: Context,
  { workOrderId, rollIds }: { readonly workOrderId: string; readonly rollIds: readonly string[] },
): Promise<Standing[]> =>
  ctx.query(
    sql<Standing>`select ${columns(certificate, ['id', 'number', 'state'], 'c')} from certificate c
      join certificate_annex a on a.site_id = c.site_id and a.certificate_id = c.id
      where c.site_id = ${ctx.site} and c.work_order_id = ${workOrderId} and c.state in (${options(certificate.fields.state, ...standingStates)})
        and exists (select 1 from jsonb_array_elements(a.rolls) r where r->>'id' = any(${rollIds}::text[]))
      order by c.drafted_at, c.id ${limit(MOST)}`,
  )

/**
 * One certificate a roll: another has to replace the one that there is. Before it is issued again, as both may have been
 * drafted before this was asked. @throws 6000
 */
export async function mustBeOnly(
  ctx: Context,
  of: {
    readonly workOrderId: string
    readonly rollIds: readonly string[]
    readonly but: readonly (string | null)[]
    readonly states: readonly (typeof standingStates)[number][]
  },
): Promise<void> {
  const other = (await standingOf(ctx, of)).find(({ id, state }) => of.states.includes(state) && !of.but.includes(id))
  if (other) throw refuse(`certificates:refusals.covered.${other.state}`, { number: other.number })
}
