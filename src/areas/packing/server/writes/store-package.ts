import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { rollPackage } from '../../contract/package'
import { findStoreProblem } from '../../rules/package'
import { moveRollPackage } from '../packages'

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
