import type { EndpointInput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import type { Context } from '@/server/context'
import { columns, sql } from '@/server/sql'
import { recordPrintedLabels } from '../contract/jumbo-endpoints'
import { jumboRoll } from '../contract/jumbo-roll'
import { labelContents } from '../rules/label-contents'
import { handle } from '@/server/area'
import { askQuestion } from '@/server/events'
import { packageLabelCount, slitRollLabelCount } from './events'
import { buildCountLabelsSql } from './queries/label-sql'

const MAX_LABELS = 500
/**
 * Counts a printed label of each jumbo. Locks the rows in the order of their ids, so that two people
 * who print the same rolls do not deadlock.
 */
async function countJumboLabels(ctx: Context, ids: readonly string[]): Promise<number> {
  const rows = await ctx.query(
    sql`select ${columns(jumboRoll, ['id', 'grade', 'lengthM', 'widthMm', 'expectedKg', 'netKg'])} from jumbo_roll where site_id = ${ctx.site} and id = any(${ids}::uuid[]) and number is not null order by id for no key update`,
  )
  const labels = rows.map((row) => ({ id: row.id, text: labelContents.jumboRoll(row) }))
  await ctx.query(buildCountLabelsSql(ctx, sql`jumbo_roll`, labels))
  return labels.length
}
/** Functions that count a printed label of each row and return the number of rows found. */
const LABEL_COUNTERS: Readonly<
  Record<EndpointInput<typeof recordPrintedLabels>['kind'], (ctx: Context, ids: readonly string[]) => Promise<number>>
> = {
  jumboRoll: countJumboLabels,
  slitRoll: (ctx, slitRollIds) => askQuestion(ctx, slitRollLabelCount, { slitRollIds }),
  package: (ctx, packageIds) => askQuestion(ctx, packageLabelCount, { packageIds }),
}
/** POST /rolls/label_printed: counts printed labels. Row versions stay, because the rolls do not change. */
export const countPrintedLabels = handle(recordPrintedLabels, async (ctx, input) => {
  const ids = [
    ...new Set(
      input.ids
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    ),
  ]
  if (ids.length > MAX_LABELS) throw refuseInput([{ path: ['ids'], code: 'tooMany', params: { limit: MAX_LABELS } }])
  if (ids.length === 0 || !ids.every(isUuid)) throw refuseInput([{ path: ['ids'], code: 'badId' }])
  const printed = await LABEL_COUNTERS[input.kind](ctx, ids)
  if (printed !== ids.length) throw refuseInput([{ path: ['ids'], code: 'unknownId' }])
  ctx.touch(input.kind)
  return { printed }
})
