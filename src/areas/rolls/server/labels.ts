import { refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import type { Context } from '@/server/context'
import { columns, computed, sql } from '@/server/sql'
import { printedLabel } from '../contract/jumbo-endpoints'
import { jumboRoll } from '../contract/jumbo-roll'
import { rollPackage, slitRoll } from '../contract/slitting'
import { labelContents, type PrintableKind } from '../rules/label-contents'
import { handle } from '@/server/area'

const MAX_LABELS = 500
const TABLES = { jumboRoll: sql`jumbo_roll`, slitRoll: sql`slit_roll`, package: sql`package` } as const
const SIZE_FIELDS = ['id', 'grade', 'lengthM', 'widthMm', 'expectedKg'] as const
const NOT_GOOD_COLUMN = computed<{
  notGood: number
}>`(select count(*)::int from slit_roll r where r.site_id = package.site_id and r.package_id = package.id and r.grade <> 'good') as "notGood"`
/** Loaders of the current label text. They lock the rows by id, so that two people printing the same rolls do not deadlock. */
const LABEL_TEXT_LOADERS: Readonly<
  Record<PrintableKind, (ctx: Context, ids: readonly string[]) => Promise<{ id: string; text: string }[]>>
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
  package: async (ctx, ids) =>
    (
      await ctx.query(
        sql`select ${columns(rollPackage, ['id', 'netKg', 'rolls'])}, ${NOT_GOOD_COLUMN} from package where site_id = ${ctx.site} and id = any(${ids}::uuid[]) order by id for no key update`,
      )
    ).map((row) => ({ id: row.id, text: labelContents.package(row, row.notGood) })),
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
  const rows = await LABEL_TEXT_LOADERS[input.kind](ctx, ids)
  await ctx.query(
    sql`update ${TABLES[input.kind]} r set labels = r.labels + 1, label_said = s.label_text, updated_at = ${ctx.now}
     from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ text }) => text)}::text[]) as s (id, label_text)
     where r.site_id = ${ctx.site} and r.id = s.id`,
  )
  if (rows.length !== ids.length) throw refuseInput([{ path: ['ids'], code: 'unknownId' }])
  ctx.touch(input.kind)
  return { printed: rows.length }
})
