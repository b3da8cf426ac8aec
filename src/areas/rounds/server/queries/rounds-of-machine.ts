/** Rounds that pass a machine, and answers given at it, for the page of the machine. */
import { canCall, type Endpoint } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { columns, computed, limit, options, sql } from '@/server/sql'
import { buildPeopleSql, type HistorySource } from '@/areas/equipment/server/queries/machine-history'
import { inspectionResult, inspectionRound } from '../../contract/inspection-round'
import { openRoundStates } from '../../rules/inspection-round'

/** Lists open rounds with a point at a machine, next first; empty for people who may not see rounds. */
export async function listNextRounds(
  ctx: Context,
  machineId: string,
  maxRows: number,
): Promise<{ id: string; dueAt: string; planName: string }[]> {
  if (!canCall((inspectionRound.endpoints.list as Endpoint).access, ctx.person)) return []
  return ctx.query(
    sql`select ${columns(inspectionRound, ['id', 'dueAt'])}, ${computed<{ planName: string }>`${buildLocalizedFieldSql(inspectionRound, 'planName', ctx.language)} as "planName"`}
     from inspection_round where site_id = ${ctx.site} and state in (${options(inspectionRound.fields.state, ...openRoundStates)})
       and points @> ${JSON.stringify([{ equipmentId: machineId }])}::jsonb order by due_at ${limit(maxRows)}`,
  )
}

const SKIPPED_STATE_SQL = options(inspectionResult.fields.state, 'skipped')
/** The answers at the points of a machine as entries of its history. */
export const INSPECTION_HISTORY_SOURCE: HistorySource<'inspectionResult'> = {
  kind: 'inspectionResult',
  from: sql`inspection_result r`,
  occurredAt: sql`r.occurred_at`,
  detail: sql`coalesce(r.reason, r.note)`,
  state: sql`case when r.state = ${SKIPPED_STATE_SQL} then ${SKIPPED_STATE_SQL} else r.verdict end`,
  people: buildPeopleSql('user_id'),
  images: sql`jsonb_array_length(r.images)`,
}
