import type { InOf, OutOf } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import type { Context } from '@/server/context'
import type { printedLabel } from '../contract/jumbo-calls'

const MOST = 500
const tables = { jumboRoll: 'jumbo_roll', slitRoll: 'slit_roll', package: 'package' } as const
/** POST /rolls/label_printed: a count of paper, not a change of the roll; it raises no version. */
export async function printed(ctx: Context, input: InOf<typeof printedLabel>): Promise<OutOf<typeof printedLabel>> {
  const ids = [
    ...new Set(
      input.ids
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    ),
  ]
  if (ids.length > MOST) throw refuseInput([{ path: ['ids'], code: 'tooMany', params: { limit: MOST } }])
  if (ids.length === 0 || !ids.every(isUuid)) throw refuseInput([{ path: ['ids'], code: 'badId' }])
  // In one order whoever prints: two people printing the same rolls wait for each other instead of blocking.
  const rows = await ctx.query(
    `with chosen as (select id from ${tables[input.kind]} where site_id = $1 and id = any($2::uuid[]) and number is not null order by id for no key update)
     update ${tables[input.kind]} r set labels = r.labels + 1, updated_at = $3 from chosen where r.site_id = $1 and r.id = chosen.id returning r.id`,
    [ctx.site, ids, ctx.now],
  )
  if (rows.length !== ids.length) throw refuseInput([{ path: ['ids'], code: 'unknownId' }])
  ctx.touch(input.kind)
  return { printed: rows.length }
}
