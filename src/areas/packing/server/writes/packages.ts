import type { Context } from '@/server/context'
import { rollPackage } from '../../contract/package'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { findStoreProblem, holdablePackageStates } from '../../rules/package'
import { moveRollPackage } from '../packages'
import { options, sql, type Sql } from '@/server/sql'
import { buildAddHoldSql, removeHoldFromTable, type HoldTable } from '@/areas/rolls/server/writes/holds'

/**
 * Stores a packed package by `package.move`, at the moment reported by a phone; does nothing if it is already stored there.
 * @throws 6000 from any other state, if it is stored elsewhere, or if it was held at that moment
 */
export async function storePackage(
  ctx: Context,
  id: string,
  place: string,
  storedAt: string,
): Promise<Row<typeof rollPackage>> {
  const row = await ctx.rows.lock(rollPackage, id)
  if (findStoreProblem(row, place) === 'elsewhere')
    throw refuse('packing:refusals.storedElsewhere', { package: row.number, place: row.place ?? '' })
  return row.state === 'stored' ? row : moveRollPackage(ctx, { id, action: 'store', place }, storedAt)
}
export { undoPackageStore } from '../packages'

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
