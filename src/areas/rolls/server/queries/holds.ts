/** Reads holds on rolls. */
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, limit, options, sql } from '@/server/sql'
import { hold } from '../../contract/hold'
import { activeHoldStates, findBlockingHold } from '../../rules/hold'

/** Safety limit; no plant has more active holds at once. */
const MAX_ACTIVE_HOLDS = 200

/** @throws 6000 naming the hold and its reason, if the item was held at that moment */
export async function assertNotHeld(
  ctx: Context,
  heldItem: { readonly number: string | null; readonly holds: readonly string[] },
  moment: string = ctx.now.toISOString(),
): Promise<void> {
  if (heldItem.holds.length === 0) return
  const rows = await ctx.rows.find(hold, { where: { id: heldItem.holds }, orderBy: 'heldAt' })
  const blockingHold = findBlockingHold(
    rows.map(({ number, reason, heldAt }) => ({ number, reason, heldAt: heldAt ?? '' })),
    moment,
  )
  if (blockingHold)
    throw refuse('rolls:refusals.held', {
      number: heldItem.number ?? '',
      hold: blockingHold.number,
      reason: blockingHold.reason,
    })
}

const ACTIVE_HOLD_COLUMNS = columns(hold, ['id', 'number', 'kind', 'subjectId', 'reason', 'heldAt', 'heldBy'])
/** Lists the active holds on subjects of the given kinds. */
export const listActiveHolds = (ctx: Context, ...kinds: Row<typeof hold>['kind'][]) =>
  ctx.query(
    sql`select ${ACTIVE_HOLD_COLUMNS} from hold
     where site_id = ${ctx.site} and state in (${options(hold.fields.state, ...activeHoldStates)}) and kind in (${options(hold.fields.kind, ...kinds)}) ${limit(MAX_ACTIVE_HOLDS)}`,
  )
