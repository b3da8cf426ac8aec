import type { Context } from '@/server/context'
import { blockPelletLots, addRollsToHold, listActiveHolds } from '../hold/apply-holds'

/** Extends the active holds on lots to pellet lots, and to rolls with such pellets. Called after pellet sources changed. */
export async function applyActiveHoldsToPellets(ctx: Context): Promise<void> {
  for (const row of await listActiveHolds(ctx, 'materialLot')) {
    await addRollsToHold(ctx, row, null)
    await blockPelletLots(ctx, row, false)
  }
}
