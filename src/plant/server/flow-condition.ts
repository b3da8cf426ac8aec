import type { FlowFilter, FlowGrouping } from './events'

/** SQL expression by which flows are grouped, as text. */
export const flowKeySql: Readonly<Record<FlowGrouping, string>> = {
  order: 'work_order_id::text',
  team: `coalesce(team, '')`,
  all: `''`,
}
/** SQL expression of a shift of a line as one text. */
export const flowShiftSql = `concat_ws(' ', line_id, business_date, shift)`

/**
 * Builds the SQL condition of a flow filter for tables with order, line, business date and shift. It contains only the
 * fields that are set: a generic condition would not use an index.
 */
export function buildFlowCondition(
  site: number,
  { orderIds, lineId, fromDay, toDay, shift }: FlowFilter,
): { where: string; values: unknown[] } {
  const values: unknown[] = [site]
  const conditions = (
    [
      ['work_order_id = any(?::uuid[])', orderIds],
      ['line_id = ?', lineId],
      ['business_date >= ?', fromDay],
      ['business_date <= ?', toDay],
      ['shift = ?', shift],
    ] as const
  ).flatMap(([condition, value]) => (value == null ? [] : [condition.replace('?', `$${values.push(value)}`)]))
  return { where: ['site_id = $1', ...conditions].join(' and '), values }
}
