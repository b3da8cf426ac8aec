import type { Context } from '../context'

/**
 * The next number of a series, from 1, without gaps: it belongs to the caller's transaction, and others who want one
 * of the same series wait for its end. Take it late.
 */
export async function nextNumber(ctx: Pick<Context, 'query' | 'site'>, series: string): Promise<number> {
  const [row] = await ctx.query<{ last: number }>(
    'insert into number_series (site_id, series, last) values ($1, $2, 1) on conflict (site_id, series) do update set last = number_series.last + 1 returning last',
    [ctx.site, series],
  )
  if (!row) throw new Error(`no number of the series ${series}`)
  return row.last
}
