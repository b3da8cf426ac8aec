/** Rounds, their counts and their answers, for the pages of other areas. */
import { canCall, type Endpoint } from '@/contract/endpoint'
import type { Context, Person } from '@/server/context'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { columns, computed, limit, options, sql, countOptions } from '@/server/sql'
import { buildPeopleSql, type HistorySource } from '@/areas/equipment/server/queries/machine-history'
import { inspectionResult, inspectionRound } from '../../contract/inspection-round'
import { openRoundStates, type RoundState } from '../../rules/inspection-round'
import type { Moment } from '@/plant/rules/plant-time'

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

type RoundCounts = Record<'total' | 'today' | 'mine' | RoundState, number>
const roundStateField = inspectionRound.fields.state

/**
 * Counts all rounds, those of a business date by state, and those that a person may walk now or has started. One SQL
 * statement.
 */
export async function countRounds(ctx: Context, person: Person, businessDate: string): Promise<RoundCounts> {
  const { site, now } = ctx
  const [row] = await ctx.query(
    sql<RoundCounts>`select (select count(*)::int from inspection_round where site_id = ${site}) as total, rounds.*,
       (select count(*)::int from inspection_round where site_id = ${site} and state in (${options(roundStateField, ...openRoundStates)}) and opens_at <= ${now} and closes_at > ${now}
          and coalesce(user_id, assigned_to, ${person.id}) = ${person.id}
          and (user_id = ${person.id} or assigned_to = ${person.id} or (role_ids = '[]' and user_ids = '[]') or user_ids ? ${person.id}::text or role_ids ? ${person.roleId})) as mine
     from (select count(*)::int as today, ${countOptions(roundStateField, 'state', ...roundStateField.options)}
           from inspection_round where site_id = ${site} and business_date = ${businessDate}) rounds`,
  )
  return row!
}

/** Lists missed rounds of a line whose window closed in a period. */
export const listMissedRounds = (
  ctx: Context,
  { lineId, from, to }: { lineId: string; from: Moment; to: Moment },
): Promise<{ name: string; at: Moment }[]> =>
  ctx.query(
    sql`select ${columns(inspectionRound, [{ name: 'planName', at: 'closesAt' }])} from inspection_round
     where site_id = ${ctx.site} and line_id = ${lineId} and state = ${options(inspectionRound.fields.state, 'missed')} and closes_at >= ${from} and closes_at < ${to}
     order by closes_at limit 100`,
  )
