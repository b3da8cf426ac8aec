import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { lineStop } from '../contract/line-stop'
import type { Day } from '../rules/plant-time'

/**
 * Whether anything is recorded of a business date: a row of any area that stands on a shift of it and that somebody
 * wrote, or a stop, also where nobody but the machine told of it. Rounds and sums that the clock makes are no record.
 */
export async function isRecorded(ctx: Context, businessDate: Day): Promise<boolean> {
  const ofShifts = [...(ctx as KitContext).app.resources.values()].filter(
    ({ fields }) => 'businessDate' in fields && 'shift' in fields,
  )
  for (const resource of ofShifts) {
    const rows = await ctx.rows.find(resource, { where: { businessDate } as never, limit: MOST })
    if (resource.name === lineStop.name ? rows.length : await byAnybody(ctx, resource.name, rows)) return true
  }
  return false
}
/** More than the clock makes of one resource in a day. */
const MOST = 5000
async function byAnybody(
  ctx: Context,
  resource: string,
  rows: readonly { readonly id: string; readonly createdBy: string | null }[],
): Promise<boolean> {
  if (rows.length === 0 || rows.some(({ createdBy }) => createdBy !== null)) return rows.length > 0
  const [touched] = await ctx.query<{ n: number }>(
    'select 1 as n from operation_log where site_id = $1 and resource = $2 and row_id = any($3::text[]) and user_id is not null limit 1',
    [ctx.site, resource, rows.map(({ id }) => id)],
  )
  return touched !== undefined
}
