import { refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import type { Context } from '@/server/context'
import { columns, sql } from '@/server/sql'
import { printedLabel } from '../contract/jumbo-endpoints'
import { jumboRoll } from '../contract/jumbo-roll'
import { slitRoll } from '../contract/slitting'
import { labelContents } from '../rules/label-contents'
import { handle } from '@/server/area'
import { askQuestion } from '@/server/events'
import { printedPackages } from './events'
import { buildCountLabelsSql } from './queries/label-sql'

const MAX_LABELS = 500
const TABLES = { jumboRoll: sql`jumbo_roll`, slitRoll: sql`slit_roll` } as const
const SIZE_FIELDS = ['id', 'grade', 'lengthM', 'widthMm', 'expectedKg'] as const
/** Loaders of the current label text. They lock the rows by id, so that two people printing the same rolls do not deadlock. */
const LABEL_TEXT_LOADERS: Readonly<
  Record<keyof typeof TABLES, (ctx: Context, ids: readonly string[]) => Promise<{ id: string; text: string }[]>>
> = {
  jumboRoll: async (ctx, ids) =>
    (
      await ctx.query(
        sql`select ${columns(jumboRoll, [...SIZE_FIELDS, 'netKg'])} from jumbo_roll where site_id = ${ctx.site} and id = any(${ids}::uuid[]) and number is not null order by id for no key update`,
      )
    ).map((row) => ({ id: row.id, text: labelContents.jumboRoll(row) })),
  slitRoll: async (ctx, ids) =>
    (
      await ctx.query(
        sql`select ${columns(slitRoll, [...SIZE_FIELDS, 'kg'])} from slit_roll where site_id = ${ctx.site} and id = any(${ids}::uuid[]) order by id for no key update`,
      )
    ).map((row) => ({ id: row.id, text: labelContents.slitRoll(row) })),
}
/** POST /rolls/label_printed: counts printed labels. Row versions stay, because the rolls do not change. */
export const countPrintedLabels = handle(printedLabel, async (ctx, input) => {
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
  const printed =
    input.kind === 'package'
      ? await askQuestion(ctx, printedPackages, { packageIds: ids })
      : await countRollLabels(ctx, input.kind, ids)
  if (printed !== ids.length) throw refuseInput([{ path: ['ids'], code: 'unknownId' }])
  ctx.touch(input.kind)
  return { printed }
})
async function countRollLabels(ctx: Context, kind: keyof typeof TABLES, ids: readonly string[]): Promise<number> {
  const rows = await LABEL_TEXT_LOADERS[kind](ctx, ids)
  await ctx.query(buildCountLabelsSql(ctx, TABLES[kind], rows))
  return rows.length
}
