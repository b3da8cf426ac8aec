import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import type { Context } from '@/server/context'
import { columns, computed, sql } from '@/server/sql'
import type { printedLabel } from '../contract/jumbo-calls'
import { jumboRoll } from '../contract/jumbo-roll'
import { rollPackage, slitRoll } from '../contract/slitting'
import { labelSaid, type LabelledKind } from '../rules/label'

const MOST = 500
const tables = { jumboRoll: 'jumbo_roll', slitRoll: 'slit_roll', package: 'package' } as const
const web = ['id', 'grade', 'lengthM', 'widthMm', 'expectedKg'] as const
const notGood = computed<{
  notGood: number
}>`(select count(*)::int from slit_roll r where r.site_id = package.site_id and r.package_id = package.id and r.grade <> 'good') as "notGood"`
/** Loads the current label text of rows. Locks the rows by id, so that two people printing the same rolls do not deadlock. */
const saying: Readonly<
  Record<LabelledKind, (ctx: Context, ids: readonly string[]) => Promise<{ id: string; said: string }[]>>
> = {
  jumboRoll: async (ctx, ids) =>
    (
      await ctx.query(
        sql`select ${columns(jumboRoll, [...web, 'netKg'])} from jumbo_roll where site_id = ${ctx.site} and id = any(${ids}::uuid[]) and number is not null order by id for no key update`,
      )
    ).map((row) => ({ id: row.id, said: labelSaid.jumboRoll(row) })),
  slitRoll: async (ctx, ids) =>
    (
      await ctx.query(
        sql`select ${columns(slitRoll, [...web, 'kg'])} from slit_roll where site_id = ${ctx.site} and id = any(${ids}::uuid[]) order by id for no key update`,
      )
    ).map((row) => ({ id: row.id, said: labelSaid.slitRoll(row) })),
  package: async (ctx, ids) =>
    (
      await ctx.query(
        sql`select ${columns(rollPackage, ['id', 'netKg', 'rolls'])}, ${notGood} from package where site_id = ${ctx.site} and id = any(${ids}::uuid[]) order by id for no key update`,
      )
    ).map((row) => ({ id: row.id, said: labelSaid.package(row, row.notGood) })),
}
/** POST /rolls/label_printed: counts printed labels. Does not raise row versions, because the roll does not change. */
export async function printed(
  ctx: Context,
  input: EndpointInput<typeof printedLabel>,
): Promise<EndpointOutput<typeof printedLabel>> {
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
  const rows = await saying[input.kind](ctx, ids)
  await ctx.query(
    `update ${tables[input.kind]} r set labels = r.labels + 1, label_said = s.said, updated_at = $4
     from unnest($2::uuid[], $3::text[]) as s (id, said) where r.site_id = $1 and r.id = s.id`,
    [ctx.site, rows.map(({ id }) => id), rows.map(({ said }) => said), ctx.now],
  )
  if (rows.length !== ids.length) throw refuseInput([{ path: ['ids'], code: 'unknownId' }])
  ctx.touch(input.kind)
  return { printed: rows.length }
}
