/** What the cost of orders asks of handovers: who worked. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { handover } from '../../contract/handover'

/** People of a shift of a line or slitter, as both sides signed: everybody who stands in any of its handovers, once, without those absent. */
export interface SignedShift {
  readonly lineId: string
  readonly businessDate: Day
  readonly shift: string
  readonly people: number
}
/** Signed shifts of lines on business dates, both included. One statement. */
export const signedShifts = (
  ctx: Context,
  { lineIds, from, to }: { readonly lineIds: readonly string[]; readonly from: Day; readonly to: Day },
): Promise<SignedShift[]> =>
  ctx.query<SignedShift>(
    sql<SignedShift>`select ${columns(handover, ['lineId', 'businessDate', 'shift'], 'h')}, count(distinct p.id)::int as people
      from handover h, jsonb_array_elements_text(h.people) as p(id)
      where h.site_id = ${ctx.site} and h.line_id = any(${lineIds}::uuid[]) and h.business_date >= ${from} and h.business_date <= ${to}
        and h.state = ${options(handover.fields.state, 'taken')} and not h.absent @> to_jsonb(p.id)
      group by h.line_id, h.business_date, h.shift order by h.business_date, h.shift`,
  )
