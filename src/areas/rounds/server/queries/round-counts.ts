/** Counts of rounds, and the missed ones, for the pages of other areas. */
import type { Context, Person } from '@/server/context'
import { columns, countOptions, options, sql } from '@/server/sql'
import type { Moment } from '@/plant/rules/plant-time'
import { inspectionRound } from '../../contract/inspection-round'
import { openRoundStates, type RoundState } from '../../rules/inspection-round'

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
