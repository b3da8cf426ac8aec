/** What areas above do with lots. */
import type { Row } from '@/contract/resource'
import { refuse } from '@/contract/errno'
import { requirePerson } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columns, options, sql, type RowFor } from '@/server/sql'
import { materialLot } from '../../contract/material'
import { decideLot, type LotState } from '../../rules/lot'

/** Bars a lot from being fed, with the reason; one that is barred already stays as it is. */
export async function blockLot(ctx: Context, id: string, reason: string): Promise<void> {
  const row = await ctx.rows.lock(materialLot, id)
  if (row.state === 'blocked') return
  await ctx.rows.update(materialLot, id, {
    state: 'blocked',
    reason,
    decidedBy: requirePerson(ctx).id,
    decidedAt: ctx.now.toISOString(),
  })
}

type LotRow = Row<typeof materialLot>
export interface LotJudged {
  readonly id: string
  readonly to: LotState
  readonly reason: string | null
  /** Decided by somebody else after this moment, the lot is left alone. */
  readonly since: string
}
/**
 * Quality's decision over a lot, as an inspection ends: frees it for feeding or bars it. A lot that is so already stays as
 * it is, and one that waits is anybody's to decide.
 * @returns the lot as it is now, and whether it was this decision that counts
 * @throws 6000 without a reason where one is owed
 */
export async function judgeLot(
  ctx: Context,
  { id, to, reason, since }: LotJudged,
): Promise<{ lot: LotRow; counts: boolean }> {
  const lot = await ctx.rows.lock(materialLot, id)
  if (lot.state === to) return { lot, counts: true }
  if (lot.state !== 'quarantine' && lot.decidedAt !== null && lot.decidedAt > since) return { lot, counts: false }
  const decided = decideLot(lot.state, to, reason)
  if (!decided.ok)
    throw refuse(`feeding:refusals.lot.${decided.reason}`, {
      lot: lot.number,
      state: ctx.t(`feeding:materialLot.options.state.${to}`),
    })
  const waits = to === 'quarantine'
  const change = {
    state: to,
    reason,
    decidedBy: waits ? null : requirePerson(ctx).id,
    decidedAt: waits ? null : ctx.now.toISOString(),
  }
  return { lot: await ctx.rows.update(materialLot, id, change), counts: true }
}
/** Keeps papers with a lot, behind those that it has. @returns the lot */
export async function addLotDocuments(ctx: Context, id: string, files: readonly string[]): Promise<LotRow> {
  const lot = await ctx.rows.lock(materialLot, id)
  const documents = [...new Set([...lot.documents, ...files])]
  if (documents.length > materialLot.fields.documents.max)
    throw refuse('feeding:refusals.lot.tooManyDocuments', {
      lot: lot.number,
      max: materialLot.fields.documents.max,
    })
  return ctx.rows.update(materialLot, id, { documents })
}
const waiting = columns(materialLot, ['id', 'number', 'materialId', 'supplierLot', 'receivedOn', 'receivedKg'])
/** Lots that quality has not decided over, the oldest first; one statement. */
export const lotsInQuarantine = (ctx: Context): Promise<RowFor<typeof waiting>[]> =>
  ctx.query(
    sql`select ${waiting} from material_lot where site_id = ${ctx.site} and state = ${options(materialLot.fields.state, 'quarantine')} order by received_on, number limit 2000`,
  )
