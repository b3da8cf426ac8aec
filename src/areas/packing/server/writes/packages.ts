import type { Context } from '@/server/context'
import { rollPackage } from '../../contract/package'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { findStoreProblem, holdablePackageStates } from '../../rules/package'
import { applyPackageAction } from '../packages'
import { options, sql, type Sql } from '@/server/sql'
import { buildAddHoldSql, removeHoldFromTable, type HoldTable } from '@/areas/rolls/server/writes/holds'

/**
 * Stores a packed package at a place, at the moment that a phone reports. Does nothing if the package is already stored
 * there.
 * @throws 6000 if the package is neither packed nor stored, is stored elsewhere, or was on hold at that moment
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
  return row.state === 'stored' ? row : applyPackageAction(ctx, { id, action: 'store', place }, storedAt)
}
export { undoPackageStore } from '../packages'

const packageTable: HoldTable = {
  resource: 'package',
  table: sql`package`,
  reachableStates: options(rollPackage.fields.state, ...holdablePackageStates),
}
/**
 * Builds the update that adds a hold to packages and returns their ids.
 * @param ids name of the common table expression that contains their ids
 */
export const buildHoldPackagesSql = (ctx: Context, holdId: string, ids: Sql): Sql =>
  buildAddHoldSql(ctx, packageTable, holdId, ids, sql`t.id`)
/** Removes a hold from all packages that have it, including shipped ones. */
export const removeHoldFromPackages = (ctx: Context, holdId: string): Promise<void> =>
  removeHoldFromTable(ctx, packageTable, holdId)
