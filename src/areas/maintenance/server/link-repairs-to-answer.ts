import type { Context } from '@/server/context'
import { columns, computed, options, sql } from '@/server/sql'
import { requirePerson } from '@/plant/server/plant'
import { inspectionResult } from '@/areas/rounds/contract/inspection-round'
import type { AnsweredPoint } from '@/areas/rounds/server/events'
import { repair } from '../contract/repair'
import { countedRepairStates } from '../rules/repair'

/**
 * Links the repairs that the person reported for a point of a round to the answer, and the answer to the first repair. If
 * the answer corrects an earlier answer, the answer may also refer to a repair of the earlier answer. Missing repairs are
 * skipped.
 */
export async function linkRepairsToAnswer(
  ctx: Context,
  { resultId, otherResultIds, repairIds }: AnsweredPoint,
): Promise<void> {
  const linkedRepairs = await ctx.query(
    sql`select ${columns(repair, ['id'])}, ${computed<{ isLinked: boolean }>`inspection_result_id is not null as "isLinked"`} from repair where site_id = ${ctx.site} and (
       (id = any(${repairIds}::uuid[]) and reported_by = ${requirePerson(ctx).id} and inspection_result_id is null)
       or (state in (${options(repair.fields.state, ...countedRepairStates)}) and inspection_result_id = any(${otherResultIds}::uuid[])))
     order by id`,
  )
  for (const { id, isLinked } of linkedRepairs)
    if (!isLinked) await ctx.rows.update(repair, id, { inspectionResultId: resultId })
  if (linkedRepairs[0]) await ctx.rows.update(inspectionResult, resultId, { repairId: linkedRepairs[0].id })
}
