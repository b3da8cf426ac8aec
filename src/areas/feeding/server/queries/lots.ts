/** Operations on lots for higher areas. */
import type { Row } from '@/contract/resource'
import { refuse } from '@/contract/errno'
import { requirePerson } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columns, options, sql, type RowFor } from '@/server/sql'
import { materialLot } from '../../contract/material'
import { checkLotDecision, type LotState } from '../../rules/lot'

/** Blocks a lot with a reason; a lot that is already blocked stays unchanged. */
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
export interface LotJudgement {
  readonly id: string
  readonly to: LotState
  readonly reason: string | null
  /** If someone else decided on the lot after this moment, it stays unchanged. */
  readonly since: string
}
/**
 * Applies the decision of quality at the end of an inspection: releases the lot for feeding or blocks it. A lot that
 * already has the state stays unchanged; a lot in quarantine can always be decided.
 * @returns the current lot, and true in `isApplied` if this decision is in force
 * @throws 6000 if a required reason is missing
 */
export async function judgeLot(
  ctx: Context,
  { id, to, reason, since }: LotJudgement,
): Promise<{ lot: LotRow; isApplied: boolean }> {
  const lot = await ctx.rows.lock(materialLot, id)
  if (lot.state === to) return { lot, isApplied: true }
  if (lot.state !== 'quarantine' && lot.decidedAt !== null && lot.decidedAt > since) return { lot, isApplied: false }
  const verdict = checkLotDecision(lot.state, to, reason)
  if (!verdict.ok)
    throw refuse(`feeding:refusals.lot.${verdict.reason}`, {
      lot: lot.number,
      state: ctx.t(`feeding:materialLot.options.state.${to}`),
    })
  const isQuarantine = to === 'quarantine'
  const patch = {
    state: to,
    reason,
    decidedBy: isQuarantine ? null : requirePerson(ctx).id,
    decidedAt: isQuarantine ? null : ctx.now.toISOString(),
  }
  return { lot: await ctx.rows.update(materialLot, id, patch), isApplied: true }
}
/**
 * Appends documents to those of a lot.
 * @returns the changed lot
 */
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
const quarantineColumns = columns(materialLot, [
  'id',
  'number',
  'materialId',
  'supplierLot',
  'receivedOn',
  'receivedKg',
])
/** Lists lots without a decision of quality, the oldest first. One statement. */
export const listLotsInQuarantine = (ctx: Context): Promise<RowFor<typeof quarantineColumns>[]> =>
  ctx.query(
    sql`select ${quarantineColumns} from material_lot where site_id = ${ctx.site} and state = ${options(materialLot.fields.state, 'quarantine')} order by received_on, number limit 2000`,
  )
