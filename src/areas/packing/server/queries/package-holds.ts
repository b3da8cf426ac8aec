import type { Context } from '@/server/context'
import { options, sql, type Sql } from '@/server/sql'
import { buildAddHoldSql, removeHoldFromTable, type HoldTable } from '@/areas/rolls/server/queries/holds'
import { rollPackage } from '../../contract/package'
import { holdablePackageStates } from '../../rules/package'

const packageTable: HoldTable = {
  resource: 'package',
  table: sql`package`,
  reachableStates: options(rollPackage.fields.state, ...holdablePackageStates),
}
/** Builds the update that adds a hold to packages and returns their ids. @param ids name of the common table expression of their ids */
export const buildHoldPackagesSql = (ctx: Context, holdId: string, ids: Sql): Sql =>
  buildAddHoldSql(ctx, packageTable, holdId, ids, sql`t.id`)
/** Removes a hold from all packages that have it, including shipped ones. */
export const removeHoldFromPackages = (ctx: Context, holdId: string): Promise<void> =>
  removeHoldFromTable(ctx, packageTable, holdId)
