import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, computed, limit, options, sql } from '@/server/sql'
import { equipment } from '../../contract/equipment'

type Machine = Row<typeof equipment>
export interface MachineStateCount {
  readonly lineId: string | null
  readonly state: Machine['state']
  readonly condition: Machine['condition']
  readonly machines: number
}
/** Counts machines that are not discarded by line, state and condition, in one statement. */
export const countMachinesByState = (ctx: Context): Promise<readonly MachineStateCount[]> =>
  ctx.query(
    sql`select ${columns(equipment, ['lineId', 'state', 'condition'])}, ${computed<{ machines: number }>`count(*)::int as machines`} from equipment
     where site_id = ${ctx.site} and state <> ${options(equipment.fields.state, 'discarded')} group by line_id, state, condition ${limit(5000)}`,
  )
