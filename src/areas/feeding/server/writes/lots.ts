import { sql } from '@/server/sql'
import type { StoredLots } from '../../rules/hopper-content'
import { requirePerson } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { materialLot } from '../../contract/material'
import { checkLotDecision, type LotState } from '../../rules/feed'
import { refuse } from '@/contract/errno'
import type { LotRow } from '../queries/lots'

/**
 * Blocks a lot with a reason; a lot that is already blocked stays unchanged.
 * @param decidedBy id of the person who decided; by default the caller. Jobs have no caller, so they must pass an id.
 */
export async function blockLot(ctx: Context, id: string, reason: string, decidedBy?: string | null): Promise<void> {
  const row = await ctx.rows.lock(materialLot, id)
  if (row.state === 'blocked') return
  await ctx.rows.update(materialLot, id, {
    state: 'blocked',
    reason,
    decidedBy: decidedBy ?? requirePerson(ctx).id,
    decidedAt: ctx.now.toISOString(),
  })
}
export interface LotDecision {
  readonly id: string
  readonly state: LotState
  readonly reason: string | null
  /** The lot stays unchanged if someone decided on it after this moment. */
  readonly unlessDecidedAfter: string
}
/**
 * Applies the decision of quality at the end of an inspection: releases the lot for feeding or blocks it. A lot that
 * already has the state stays unchanged; a lot in quarantine can always be decided.
 * @returns the current lot, and true in `isApplied` if this decision is in force
 * @throws a refusal (6000) if the transition is not allowed or its reason is missing
 */
export async function decideLotAfterInspection(
  ctx: Context,
  { id, state, reason, unlessDecidedAfter }: LotDecision,
): Promise<{ lot: LotRow; isApplied: boolean }> {
  const lot = await ctx.rows.lock(materialLot, id)
  if (lot.state === state) return { lot, isApplied: true }
  if (lot.state !== 'quarantine' && lot.decidedAt !== null && lot.decidedAt > unlessDecidedAfter)
    return { lot, isApplied: false }
  const decisionCheck = checkLotDecision(lot.state, state, reason)
  if (!decisionCheck.isAllowed)
    throw refuse(`feeding:refusals.lot.${decisionCheck.reason}`, {
      lot: lot.number,
      state: ctx.t(`feeding:materialLot.options.state.${state}`),
    })
  const isBackInQuarantine = state === 'quarantine'
  const patch = {
    state,
    reason,
    decidedBy: isBackInQuarantine ? null : requirePerson(ctx).id,
    decidedAt: isBackInQuarantine ? null : ctx.now.toISOString(),
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
/** Writes the lots of waste or of emptied hoppers. The version stays the same, because nobody edits these fields. */
export async function saveLotPortions(
  ctx: Context,
  portionOwner: 'waste' | 'emptied',
  rows: readonly ({ readonly id: string } & StoredLots)[],
): Promise<void> {
  if (rows.length === 0) return
  const lotsJson = JSON.stringify(rows)
  await ctx.query(
    portionOwner === 'waste'
      ? sql`update recycle r set lots = n.lots, unknown_kg = n."unknownKg", updated_at = ${ctx.now} from jsonb_to_recordset(${lotsJson}::jsonb) as n(id uuid, lots jsonb, "unknownKg" numeric) where r.site_id = ${ctx.site} and r.id = n.id`
      : sql`update feed r set lots = n.lots, updated_at = ${ctx.now} from jsonb_to_recordset(${lotsJson}::jsonb) as n(id uuid, lots jsonb) where r.site_id = ${ctx.site} and r.id = n.id`,
  )
  ctx.touch(portionOwner === 'waste' ? 'recycle' : 'feed')
}
