import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, sql } from '@/server/sql'
import { hopper } from '../../contract/hopper'

/** Subquery with the ids of active hoppers; `$1` is the site. */
export const activeHoppersSql = '(select id from hopper where site_id = $1 and active)'

/** Lists the active hoppers of lines with their capacity. */
export const listHoppersOfLines = (
  ctx: Context,
  lineIds: readonly string[],
): Promise<Pick<Row<typeof hopper>, 'id' | 'lineId' | 'capacityKg'>[]> =>
  lineIds.length === 0
    ? Promise.resolve([])
    : ctx.query(
        sql`select ${columns(hopper, ['id', 'lineId', 'capacityKg'])} from hopper
         where site_id = ${ctx.site} and active and line_id = any(${[...new Set(lineIds)]}::uuid[])`,
      )
/** Loads the codes of hoppers by id; runs no query for an empty list. */
export async function loadHopperCodes(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = ids.length === 0 ? [] : await ctx.rows.find(hopper, { where: { id: [...new Set(ids)] } })
  return new Map(rows.map(({ id, code }) => [id, code]))
}
