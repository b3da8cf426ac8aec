import type { Moment } from '../../rules/plant-time'
import type { Context } from '@/server/context'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { columns, columnsOrNull, computed, limit, sql } from '@/server/sql'
import { lineStop, stopReason } from '../../contract/line-stop'

export interface StopsInPeriodFilter {
  readonly from: Moment
  readonly to: Moment
  readonly lineId?: string | null
  /** Only stops caused by this machine. */
  readonly equipmentId?: string | null
  /** Selects the returned stops if there are more than `maxRows`. */
  readonly keepIfTooMany: 'newest' | 'oldest'
  readonly maxRows: number
}
/**
 * Lists stops that overlap a period, of one line or all lines. `endsAt` is null while a line stands, `class` is the
 * class of the reason.
 */
export const listStopsInPeriod = (
  ctx: Context,
  { from, to, lineId, equipmentId, keepIfTooMany, maxRows }: StopsInPeriodFilter,
) =>
  ctx.query(
    sql`select ${columns(lineStop, ['id', 'lineId', 'equipmentId', { startsAt: 'startedAt', endsAt: 'endedAt' }, 'reasonId', 'explainedAt', 'note'], 's')},
       ${columnsOrNull(stopReason, ['class', 'outsideBusyTime'], 'r')}
     from line_stop s left join stop_reason r on r.site_id = s.site_id and r.id = s.reason_id
     where s.site_id = ${ctx.site} and s.started_at < ${to} and (s.ended_at is null or s.ended_at > ${from})
       and (${lineId ?? null}::uuid is null or s.line_id = ${lineId ?? null}) and (${equipmentId ?? null}::uuid is null or s.equipment_id = ${equipmentId ?? null})
     order by s.started_at ${keepIfTooMany === 'newest' ? sql`desc` : sql`asc`} ${limit(maxRows)}`,
  )
export type StopInPeriod = Awaited<ReturnType<typeof listStopsInPeriod>>[number]

/** Lists stops that overlap a period, newest or oldest first, with the fields of a list of stops. */
export const listStopRecordsInPeriod = (
  ctx: Context,
  { from, to, lineId, keepIfTooMany, maxRows }: Omit<StopsInPeriodFilter, 'equipmentId'>,
) =>
  ctx.query(
    sql`select ${columns(lineStop, ['id', 'lineId', 'startedAt', 'endedAt', 'minutes', 'reasonId', 'note', 'state', 'source', 'workOrderId'], 's')},
       ${columnsOrNull(stopReason, ['class'], 'r')}
     from line_stop s left join stop_reason r on r.site_id = s.site_id and r.id = s.reason_id
     where s.site_id = ${ctx.site} and s.started_at < ${to} and (s.ended_at is null or s.ended_at > ${from})
       and (${lineId ?? null}::uuid is null or s.line_id = ${lineId ?? null})
     order by s.started_at ${keepIfTooMany === 'newest' ? sql`desc` : sql`asc`} ${limit(maxRows)}`,
  )
export type StopRecordInPeriod = Awaited<ReturnType<typeof listStopRecordsInPeriod>>[number]

/** Lists stops by id; `reason` in the reader's language, null while there is none. */
export const listStopsById = (ctx: Context, ids: readonly string[]) =>
  ctx.query(
    sql`select ${columns(lineStop, ['id', { startsAt: 'startedAt', endsAt: 'endedAt' }], 's')},
       ${computed<{ reason: string | null }>`${buildLocalizedFieldSql(stopReason, 'name', ctx.language, 'r')} as reason`}
     from line_stop s left join stop_reason r on r.site_id = s.site_id and r.id = s.reason_id
     where s.site_id = ${ctx.site} and s.id = any(${ids}::uuid[])`,
  )

/** Counts lines that stand now. */
export async function countStoppedLines(ctx: Context): Promise<number> {
  const [row] = await ctx.query(
    sql<{
      n: number
    }>`select count(distinct line_id)::int as n from line_stop where site_id = ${ctx.site} and ended_at is null`,
  )
  return row?.n ?? 0
}
/**
 * Finds the newest stop of a line that has no repair, began at `beganBy` or earlier, and was not over at `notOverAt`.
 */
export async function findStopWithoutRepair(
  ctx: Context,
  lineId: string,
  { notOverAt, beganBy }: { notOverAt: Moment; beganBy: Moment },
): Promise<string | null> {
  const [stop] = await ctx.query(
    sql`select ${columns(lineStop, ['id'])} from line_stop
     where site_id = ${ctx.site} and line_id = ${lineId} and repair_id is null and started_at <= ${beganBy} and (ended_at is null or ended_at > ${notOverAt})
     order by started_at desc limit 1`,
  )
  return stop?.id ?? null
}

/**
 * Sums the hours of stops with an order that began and ended in each span. Stops without an order are left out, because
 * they lie outside the run of an order.
 */
export const sumStoppedHoursBySpan = (
  ctx: Context,
  spans: readonly { key: string; lineId: string; from: Moment; to: Moment | null }[],
): Promise<{ key: string; hours: number }[]> =>
  spans.length === 0
    ? Promise.resolve([])
    : ctx.query(
        sql<{
          key: string
          hours: number
        }>`select p.key, (sum(extract(epoch from s.ended_at - s.started_at)) / 3600)::float8 as hours
          from unnest(${spans.map(({ key }) => key)}::text[], ${spans.map(({ lineId }) => lineId)}::uuid[],
            ${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ to }) => to ?? 'infinity')}::timestamptz[]) as p(key, line_id, since, until)
          join line_stop s on s.site_id = ${ctx.site} and s.line_id = p.line_id and s.started_at >= p.since and s.ended_at < p.until and s.work_order_id is not null
          group by p.key`,
      )
/** Lists ended stops of orders: of the named orders, or of all orders in a period. Times in ms since 1970. */
export const listStopsOfOrders = (
  ctx: Context,
  filter: { readonly orderIds: readonly string[] } | { readonly from: Moment; readonly to: Moment },
): Promise<{ lineId: string; orderId: string | null; at: number; hours: number }[]> =>
  ctx.query(
    sql`select ${columns(lineStop, ['lineId', { orderId: 'workOrderId' }])}, ${computed<{
      at: number
      hours: number
    }>`(extract(epoch from started_at) * 1000)::float8 as at,
        (extract(epoch from ended_at - started_at) / 3600)::float8 as hours`}
      from line_stop where site_id = ${ctx.site} and ended_at is not null and ${
        'orderIds' in filter
          ? sql`work_order_id = any(${filter.orderIds}::uuid[])`
          : sql`work_order_id is not null and started_at >= ${filter.from} and started_at < ${filter.to}`
      }`,
  )

/** Finds when each line first stopped; lines without stops are missing. */
export async function findFirstStops(ctx: Context, lineIds: readonly string[]): Promise<ReadonlyMap<string, Moment>> {
  const rows = await ctx.query(
    sql`select ${columns(lineStop, ['lineId'])}, ${computed<{ at: Moment }>`min(started_at) as at`} from line_stop
     where site_id = ${ctx.site} and line_id = any(${lineIds}::uuid[]) group by line_id`,
  )
  return new Map(rows.map(({ lineId, at }) => [lineId, at]))
}
