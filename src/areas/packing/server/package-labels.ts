import type { Context } from '@/server/context'
import { columns, computed, sql } from '@/server/sql'
import { labelContents } from '@/areas/rolls/rules/label-contents'
import { buildCountLabelsSql } from '@/areas/rolls/server/queries/label-sql'
import { rollPackage } from '../contract/package'

const NOT_GOOD_COLUMN = computed<{
  notGood: number
}>`(select count(*)::int from slit_roll r where r.site_id = package.site_id and r.package_id = package.id and r.grade <> 'good') as "notGood"`
/**
 * Answers `packageLabelCount`: adds one to the number of printed labels of each package. Locks the packages in the order
 * of their ids, so that two people who print labels of the same packages do not cause a deadlock.
 */
export async function countPackageLabels(
  ctx: Context,
  { packageIds }: { readonly packageIds: readonly string[] },
): Promise<number> {
  const rows = await ctx.query(
    sql`select ${columns(rollPackage, ['id', 'netKg', 'rolls'])}, ${NOT_GOOD_COLUMN} from package where site_id = ${ctx.site} and id = any(${packageIds}::uuid[]) order by id for no key update`,
  )
  const labels = rows.map((row) => ({ id: row.id, text: labelContents.package(row, row.notGood) }))
  await ctx.query(buildCountLabelsSql(ctx, sql`package`, labels))
  return labels.length
}
