/**
 * Builds a select of the mass fed to an order by hour of the plant's clock, packing excluded: `at` (first feed of the
 * hour), `kg`, `count`.
 * @param order SQL of the order's id
 * @param timeZone SQL of the plant's time zone
 */
export const buildFedByHourSql = (order: string, timeZone: string): string =>
  `(select min(fed_at) as at, sum(kg) as kg, count(*)::int as count from feed where site_id = $1 and work_order_id = ${order} and kind <> 'pack' group by date_trunc('hour', fed_at, ${timeZone}))`
