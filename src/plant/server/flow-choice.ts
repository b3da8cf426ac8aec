import type { FlowChoice, FlowKey } from './events'

/** The column that flows are summed up by, as text. */
export const flowKeySql: Readonly<Record<FlowKey, string>> = {
  order: 'work_order_id::text',
  team: `coalesce(team, '')`,
  all: `''`,
}
/** A shift of a line as one text. */
export const flowShiftSql = `concat_ws(' ', line_id, business_date, shift)`

/**
 * A choice as a condition on tables with an order, a line, a business date and a shift. Only what was asked for stands in
 * it: a plan for all cases at once would not go by an index.
 */
export function flowsChosen(
  site: number,
  { orderIds, lineId, fromDay, toDay, shift }: FlowChoice,
): { where: string; values: unknown[] } {
  const values: unknown[] = [site]
  const parts = (
    [
      ['work_order_id = any(?::uuid[])', orderIds],
      ['line_id = ?', lineId],
      ['business_date >= ?', fromDay],
      ['business_date <= ?', toDay],
      ['shift = ?', shift],
    ] as const
  ).flatMap(([condition, value]) => (value == null ? [] : [condition.replace('?', `$${values.push(value)}`)]))
  return { where: ['site_id = $1', ...parts].join(' and '), values }
}
