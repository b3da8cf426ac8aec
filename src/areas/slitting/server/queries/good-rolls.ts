import type { RollsOfWidth } from '@/areas/orders/server/events'
import type { Context } from '@/server/context'
import { columns, columnsNotNull, computed, options, sql } from '@/server/sql'
import { slitRoll } from '../../contract/slitting'
import { endedSlitStates } from '../../rules/slit-roll'

const ENDED_SLIT_STATES = options(slitRoll.fields.state, ...endedSlitStates)
/** Answers `goodRollsByWidth`. The stored grade is `good` only if no metre of the roll is downgraded. */
export const countGoodRollsByWidth = (
  ctx: Context,
  { orderIds }: { orderIds: readonly string[] },
): Promise<RollsOfWidth[]> =>
  ctx.query(
    sql`select ${columnsNotNull(slitRoll, [{ orderId: 'workOrderId' }])}, ${columns(slitRoll, ['widthMm'])}, ${computed<{ rolls: number }>`count(*)::int as rolls`} from slit_roll
     where site_id = ${ctx.site} and work_order_id = any(${orderIds}::uuid[]) and state not in (${ENDED_SLIT_STATES}) and grade = 'good' group by 1, 2`,
  )
