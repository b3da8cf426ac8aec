import type { Moment } from '../../rules/plant-time'
import type { StopClass } from '../../rules/stop-reasons'
import type { Context } from '@/server/context'

export interface Standstill extends Record<string, unknown> {
  id: string
  lineId: string
  equipmentId: string | null
  startsAt: Moment
  /** Null while it stands. */
  endsAt: Moment | null
  reasonId: string | null
  /** Of its reason. */
  class: StopClass | null
  note: string | null
}
export interface StandstillsAsked {
  readonly from: Moment
  readonly to: Moment
  readonly lineId?: string | null
  /** Those that a machine caused. */
  readonly equipmentId?: string | null
  /** Which are left out when there are more than `most`. */
  readonly first: 'newest' | 'oldest'
  readonly most: number
}
/** Stops that lay at least partly in a period, of one line or all. */
export const standstillsIn = (
  ctx: Context,
  { from, to, lineId, equipmentId, first, most }: StandstillsAsked,
): Promise<Standstill[]> =>
  ctx.query<Standstill>(
    `select s.id, s.line_id as "lineId", s.equipment_id as "equipmentId", s.started_at as "startsAt", s.ended_at as "endsAt", s.reason_id as "reasonId", r.class, s.note
     from line_stop s left join stop_reason r on r.site_id = s.site_id and r.id = s.reason_id
     where s.site_id = $1 and s.started_at < $3 and (s.ended_at is null or s.ended_at > $2) and ($4::uuid is null or s.line_id = $4) and ($5::uuid is null or s.equipment_id = $5)
     order by s.started_at ${first === 'newest' ? 'desc' : ''} limit ${most}`,
    [ctx.site, from, to, lineId ?? null, equipmentId ?? null],
  )
/** How many lines stand now. */
export async function linesStanding(ctx: Context): Promise<number> {
  const [row] = await ctx.query<{ n: number }>(
    'select count(distinct line_id)::int as n from line_stop where site_id = $1 and ended_at is null',
    [ctx.site],
  )
  return row?.n ?? 0
}
/** The newest stop of a line that no repair has yet, begun by `latest` and not over at `at`. */
export async function standstillAt(
  ctx: Context,
  lineId: string,
  { at, latest }: { at: Moment; latest: Moment },
): Promise<string | null> {
  const [found] = await ctx.query<{ id: string }>(
    'select id from line_stop where site_id = $1 and line_id = $2 and repair_id is null and started_at <= $3 and (ended_at is null or ended_at > $4) order by started_at desc limit 1',
    [ctx.site, lineId, latest, at],
  )
  return found?.id ?? null
}
