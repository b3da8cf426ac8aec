import { joinSql, sql, type Sql } from '@/server/sql'
import type { FlowFilter, FlowGrouping } from '@/areas/feeding/server/events'

/** SQL expression by which flows are grouped, as text. */
export const flowKeySql: Readonly<Record<FlowGrouping, Sql>> = {
  order: sql`work_order_id::text`,
  team: sql`coalesce(team, '')`,
  all: sql`''`,
}
/** SQL expression of a shift of a line as one text. */
export const flowShiftSql = sql`concat_ws(' ', line_id, business_date, shift)`

/**
 * Builds the SQL condition of a flow filter for tables with order, line, business date and shift. Only fields that are
 * set become conditions, because `x is null or …` would not use an index.
 */
export const buildFlowCondition = (site: number, { orderIds, lineId, fromDay, toDay, shift }: FlowFilter): Sql =>
  joinSql(
    [
      sql`site_id = ${site}`,
      ...(orderIds == null ? [] : [sql`work_order_id = any(${orderIds}::uuid[])`]),
      ...(lineId == null ? [] : [sql`line_id = ${lineId}`]),
      ...(fromDay == null ? [] : [sql`business_date >= ${fromDay}`]),
      ...(toDay == null ? [] : [sql`business_date <= ${toDay}`]),
      ...(shift == null ? [] : [sql`shift = ${shift}`]),
    ],
    ' and ',
  )
