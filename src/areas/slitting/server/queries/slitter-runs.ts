import { machineRun } from '@/areas/rolls/contract/machine-run'
import type { Context } from '@/server/context'
import { columns, limit, options, sql } from '@/server/sql'
import type { Moment } from '@/plant/rules/plant-time'
import { cutting } from '../../contract/slitting'

const MAX_RUNS = 20_000
/** The time in which a slitter was on or a jumbo was being cut; `to` is null while it lasts. */
export interface SlitterRun {
  readonly lineId: string
  readonly from: Moment
  readonly to: Moment | null
}
/**
 * Lists when slitters ran in a period: turned on by a person, or with an open cutting, because not everybody turns them
 * on. One SQL statement.
 */
export const listSlitterRunsBetween = (
  ctx: Context,
  { from, to }: { readonly from: Moment; readonly to: Moment },
): Promise<SlitterRun[]> =>
  ctx.query(
    sql<SlitterRun>`(select ${columns(machineRun, ['lineId', { from: 'onAt', to: 'offAt' }])} from machine_run
       where site_id = ${ctx.site} and machine = ${options(machineRun.fields.machine, 'slitter')} and on_at < ${to} and (off_at is null or off_at > ${from}) ${limit(MAX_RUNS)})
     union all (select ${columns(cutting, [{ lineId: 'slitterId', from: 'startedAt', to: 'endedAt' }])} from cutting
       where site_id = ${ctx.site} and started_at < ${to} and (ended_at is null or ended_at > ${from}) ${limit(MAX_RUNS)})`,
  )
