import type { Context } from '../context'
import { sql } from '../sql'

/**
 * Takes the next number of a series, starting at 1, without gaps. Other callers of the series wait for the end of this
 * transaction, so take it as late as possible.
 */
export async function takeNextNumber(ctx: Pick<Context, 'query' | 'site'>, series: string): Promise<number> {
  const [row] = await ctx.query(
    sql<{ last: number }>`
      insert into number_series (site_id, series, last) values (${ctx.site}, ${series}, 1)
      on conflict (site_id, series) do update set last = number_series.last + 1 returning last`,
  )
  if (!row) throw new Error(`no number of the series ${series}`)
  return row.last
}
