import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, sql } from '@/server/sql'
import { hopper } from '../../contract/hopper'

/** A select of the ids of hoppers in use. */
export const activeHoppersSql = '(select id from hopper where site_id = $1 and active)'

/** Hoppers in use of lines, with what they hold. */
export const hoppersOfLines = (
  ctx: Context,
  lineIds: readonly string[],
): Promise<Pick<Row<typeof hopper>, 'id' | 'lineId' | 'capacityKg'>[]> =>
  lineIds.length === 0
    ? Promise.resolve([])
    : ctx.query(
        sql`select ${columns(hopper, ['id', 'lineId', 'capacityKg'])} from hopper
         where site_id = ${ctx.site} and active and line_id = any(${[...new Set(lineIds)]}::uuid[])`,
      )
/** Codes of hoppers by id; no query without one. */
export async function hopperCodes(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = ids.length === 0 ? [] : await ctx.rows.find(hopper, { where: { id: [...new Set(ids)] } })
  return new Map(rows.map(({ id, code }) => [id, code]))
}
