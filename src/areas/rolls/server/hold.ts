import { refuse, refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import { translatePresets } from '@/contract/preset'
import type { Resource, Row } from '@/contract/resource'
import { askQuestion, publishEvent } from '@/server/events'
import { toMillis, type Day } from '@/plant/rules/plant-time'
import { resolveMomentOfUse, type MomentOfUse } from '@/plant/server/chronology'
import { getDayStart, toPlantDay } from '@/plant/server/plant'
import { materialLot } from '@/areas/feeding/contract/material'
import { blockLot } from '@/areas/feeding/server/writes/lots'
import { workOrder } from '@/areas/orders/contract/work-order'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { takeNextNumber } from '@/server/crud/number-series'
import type { AppContext } from '@/server/crud/operations'
import { jumboRoll } from '../contract/jumbo-roll'
import { hold, putOnHold, releaseHold } from '../contract/hold'
import type { HoldableKind } from '../rules/hold'
import { holdPlaced, holdReleased, packageLock, slitRollLock, type LockedItem } from './events'

/** Maximum length of the reason in a notice, in characters. */
const MAX_REASON_CHARS = 60
type HoldRow = Row<typeof hold>
type HoldExecution = CommandExecution<typeof hold, object>

const SUBJECT_RESOURCES: Readonly<Record<Exclude<HoldableKind, 'slitRoll' | 'package'>, Resource>> = {
  materialLot,
  jumboRoll,
  workOrder,
}
/**
 * Locks the subject of a hold, so that the subject cannot be cut or shipped at the same time. Returns its number and
 * when it was made or received.
 * @throws 4006 if the subject does not exist
 */
async function lockSubject(ctx: Context, kind: HoldableKind, id: string): Promise<LockedItem> {
  if (!isUuid(id)) throw refuseInput([{ path: ['subjectId'], code: 'badId' }])
  if (kind === 'slitRoll') return askQuestion(ctx, slitRollLock, { slitRollId: id })
  if (kind === 'package') return askQuestion(ctx, packageLock, { packageId: id })
  const row = (await ctx.rows.lock(SUBJECT_RESOURCES[kind], id)) as {
    number?: string | null
    startedAt?: string | null
    doffedAt?: string | null
    receivedOn?: Day | null
    createdAt: string
  }
  const number = row.number ?? ctx.t('rolls:refusals.unnumbered')
  if (kind === 'materialLot') return { number, madeAt: row.receivedOn ? getDayStart(ctx, row.receivedOn) : null }
  // Production may have begun before the order was entered here.
  if (kind === 'workOrder') return { number, madeAt: [row.createdAt, row.startedAt ?? row.createdAt].sort()[0]! }
  return { number, madeAt: row.doffedAt ?? row.startedAt ?? null }
}
/**
 * Resolves the moment of a hold. A hold counts as a use of its subject, so it must not precede the subject. If a phone
 * sends an earlier moment from its outbox, the hold begins when the subject was made. Refusing such a hold would leave
 * goods free that the person saw as held. An earlier moment from elsewhere is refused.
 */
function resolveHeldAt(ctx: Context, subjectUse: MomentOfUse): string {
  if (ctx.origin.via !== 'sync') return resolveMomentOfUse(ctx, subjectUse)
  const { madeAt, at } = subjectUse
  return madeAt !== null && toMillis(madeAt) > toMillis(at) ? madeAt : at
}
const shortenReason = (reason: string): string =>
  reason.length > MAX_REASON_CHARS ? `${reason.slice(0, MAX_REASON_CHARS - 1)}…` : reason
/** Assigns the number of a hold: `H261122-02` is the second of that day. */
async function assignHoldNumber(ctx: Context, at: string): Promise<string> {
  const day = toPlantDay(ctx, at)
  return `H${day.slice(2).replaceAll('-', '')}-${String(await takeNextNumber(ctx, `hold:${day}`)).padStart(2, '0')}`
}

/**
 * POST /rolls/hold: puts a subject on hold. A second hold on the same subject is refused with the number of the first.
 */
async function placeHold({ ctx, nextRow, patch, occurredAt }: HoldExecution): Promise<HoldRow> {
  const { kind, subjectId, reason } = nextRow
  const { number: subject, madeAt } = await lockSubject(ctx, kind, subjectId)
  const heldAt = resolveHeldAt(ctx, { name: subject, madeAt, at: occurredAt, field: 'occurredAt' })
  const [existingHold] = await ctx.rows.find(hold, { where: { kind, subjectId, state: 'held' }, limit: 1 })
  if (existingHold) throw refuse('rolls:refusals.heldAlready', { subject, hold: existingHold.number })
  const { translations } = (ctx as AppContext).app
  const savedHold = await ctx.rows.insert(hold, {
    ...patch,
    subject,
    heldAt,
    number: await assignHoldNumber(ctx, heldAt),
    // The listener of `holdPlaced` counts the items that the hold reaches.
    jumbos: 0,
  })
  if (kind === 'materialLot') await blockLot(ctx, subjectId, `${savedHold.number} ${reason}`)
  await publishEvent(ctx, holdPlaced, { hold: savedHold })
  ctx.notify({
    notice: 'rollsHeld',
    id: savedHold.id,
    title: (language) => {
      const t = translations.t(language)
      return t('rolls:notices.held', {
        subject,
        number: savedHold.number,
        reason: shortenReason(translatePresets(reason, t)),
      })
    },
    notTo: savedHold.heldBy,
    keys: ['qualityTrackingApprove', 'divideInteractiveEdit', 'rollInteractiveEdit'],
  })
  return ctx.rows.get(hold, savedHold.id)
}
/** PUT /rolls/hold: releases a hold. */
async function releaseHeldItem({ ctx, row, patch }: HoldExecution): Promise<HoldRow> {
  const savedHold = await ctx.rows.update(hold, row!.id, patch)
  await publishEvent(ctx, holdReleased, { holdId: savedHold.id })
  return savedHold
}
export const holdHandlers: HandlerEntry[] = [
  handleCommand(putOnHold, placeHold),
  handleCommand(releaseHold, releaseHeldItem),
]
