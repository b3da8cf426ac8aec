import { refuse, refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import { translatePresets } from '@/contract/preset'
import type { Resource, Row } from '@/contract/resource'
import { toPlantDay } from '@/plant/server/plant'
import { materialLot } from '@/areas/feeding/contract/material'
import { blockLot } from '@/areas/feeding/server/queries/lots'
import { workOrder } from '@/areas/orders/contract/work-order'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { takeNextNumber } from '@/server/crud/number-series'
import type { AppContext } from '@/server/crud/operations'
import { jumboRoll } from '../../contract/jumbo-roll'
import { hold, putOnHold, releaseHold } from '../../contract/hold'
import { rollPackage, slitRoll } from '../../contract/slitting'
import { findBlockingHold, type HoldableKind } from '../../rules/hold'
import { applyHold, blockPelletLots, detachHold } from './apply-holds'

type HoldRow = Row<typeof hold>
type HoldExecution = CommandExecution<typeof hold, object>

const SUBJECT_RESOURCES: Readonly<Record<HoldableKind, Resource>> = {
  materialLot,
  jumboRoll,
  slitRoll,
  package: rollPackage,
  workOrder,
}
/** Locks the subject of a hold, so that it cannot be cut or shipped at the same time, and returns its name. @throws 4006 if it does not exist */
async function lockSubject(ctx: Context, kind: HoldableKind, id: string): Promise<string> {
  if (!isUuid(id)) throw refuseInput([{ path: ['subjectId'], code: 'badId' }])
  const row = (await ctx.rows.lock(SUBJECT_RESOURCES[kind], id)) as { number?: string | null }
  return row.number ?? ctx.t('rolls:refusals.unnumbered')
}
/** Shortens a reason to fit a notice. */
const shortenReason = (reason: string): string => (reason.length > 60 ? `${reason.slice(0, 59)}…` : reason)
/** Assigns the number of a hold: `H261122-02` is the second of that day. */
async function assignHoldNumber(ctx: Context, at: string): Promise<string> {
  const day = toPlantDay(ctx, at)
  return `H${day.slice(2).replaceAll('-', '')}-${String(await takeNextNumber(ctx, `hold:${day}`)).padStart(2, '0')}`
}

/** POST /rolls/hold: puts a subject on hold. A second hold on the same subject is refused with the number of the first. */
async function placeHold({ ctx, nextRow, patch, occurredAt }: HoldExecution): Promise<HoldRow> {
  const { kind, subjectId, reason } = nextRow
  const subject = await lockSubject(ctx, kind, subjectId)
  const [existingHold] = await ctx.rows.find(hold, { where: { kind, subjectId, state: 'held' }, limit: 1 })
  if (existingHold) throw refuse('rolls:refusals.heldAlready', { subject, hold: existingHold.number })
  const { translations } = (ctx as AppContext).app
  const saved = await ctx.rows.insert(hold, {
    ...patch,
    subject,
    number: await assignHoldNumber(ctx, occurredAt),
    jumbos: 0,
  })
  const reachedTotals = await applyHold(ctx, saved)
  if (kind === 'materialLot') await blockLot(ctx, subjectId, `${saved.number} ${reason}`)
  await blockPelletLots(ctx, saved, true)
  ctx.notify({
    notice: 'rollsHeld',
    id: saved.id,
    title: (language) => {
      const t = translations.t(language)
      return t('rolls:notices.held', {
        subject,
        number: saved.number,
        reason: shortenReason(translatePresets(reason, t)),
      })
    },
    notTo: saved.heldBy,
    keys: ['qualityTrackingApprove', 'divideInteractiveEdit', 'rollInteractiveEdit'],
  })
  return ctx.rows.update(hold, saved.id, reachedTotals)
}
/** PUT /rolls/hold: releases a hold. */
async function releaseHeldItem({ ctx, row, patch }: HoldExecution): Promise<HoldRow> {
  const saved = await ctx.rows.update(hold, row!.id, patch)
  await detachHold(ctx, saved.id)
  return saved
}
export const holdHandlers: HandlerEntry[] = [
  handleCommand(putOnHold, placeHold),
  handleCommand(releaseHold, releaseHeldItem),
]

/** @throws 6000 naming the hold and its reason, if the item was held at that moment */
export async function assertNotHeld(
  ctx: Context,
  heldItem: { readonly number: string | null; readonly holds: readonly string[] },
  moment: string = ctx.now.toISOString(),
): Promise<void> {
  if (heldItem.holds.length === 0) return
  const rows = await ctx.rows.find(hold, { where: { id: heldItem.holds }, orderBy: 'heldAt' })
  const blockingHold = findBlockingHold(
    rows.map(({ number, reason, heldAt }) => ({ number, reason, heldAt: heldAt ?? '' })),
    moment,
  )
  if (blockingHold)
    throw refuse('rolls:refusals.held', {
      number: heldItem.number ?? '',
      hold: blockingHold.number,
      reason: blockingHold.reason,
    })
}
