/** Writes that arrived too late for a closed month. They are stored until somebody decides on them. */
import { refuse } from '@/contract/errno'
import type { Endpoint } from '@/contract/endpoint'
import type { Row } from '@/contract/resource'
import { findPerson } from '@/areas/access/server/queries/people'
import type { RefusedSourceWrite } from '@/plant/server/events'
import { requirePerson, resolveShift } from '@/plant/server/plant'
import { runAsPerson } from '@/server/start-application'
import type { Context } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import { lateItem, decideLateItem } from '../contract/closing'
import { handle } from '@/server/area'

/**
 * Records a refused write. A phone may send the same command again, so `key` (the id of the command) prevents a second
 * record. An online write has no key and is recorded without its body, because the person has already seen the refusal.
 */
export async function recordLateWrite(ctx: Context, refusedWrite: RefusedSourceWrite): Promise<void> {
  const { key, operation, resource, month, day, occurredAt } = refusedWrite
  const [existingItem] = key ? await ctx.rows.find(lateItem, { where: { key }, limit: 1, lock: true }) : []
  if (existingItem) return
  await ctx.rows.insert(lateItem, {
    // `tried`: only listed, no decision is needed.
    state: key ? 'waiting' : 'tried',
    month,
    day,
    operation,
    resource,
    occurredAt,
    key,
    body: key ? JSON.stringify(refusedWrite.body) : null,
    userId: ctx.person?.id ?? null,
    triedAt: ctx.now.toISOString(),
  })
}

/**
 * Decides on a late write (POST /sheet/late_decide).
 * @throws 6000 if the item is already decided, if an input field of its command is a required moment, or if the command
 * is refused today as well
 */
export const decideOnLateItem = handle(decideLateItem, async (ctx, input) => {
  const item = await ctx.rows.lock(lateItem, input.id)
  if (item.state !== 'waiting') throw refuse('monthClosing:refusals.lateDecided')
  if (input.decision === 'accept') await applyToOpenMonth(ctx, item)
  // `book` only states that somebody booked the write by hand.
  const stateByDecision = { accept: 'accepted', book: 'booked', discard: 'discarded' } as const
  return ctx.rows.update(lateItem, item.id, {
    state: stateByDecision[input.decision],
    decidedBy: requirePerson(ctx).id,
    decidedAt: ctx.now.toISOString(),
    reason: input.reason,
  })
})
/** Applies the write on behalf of the sender in the open month; a note in the row names the original day. */
async function applyToOpenMonth(ctx: Context, item: Row<typeof lateItem>): Promise<void> {
  const person = item.userId ? await findPerson(ctx, item.userId) : null
  if (!person || !item.body || !item.operation) throw refuse('monthClosing:refusals.lateNotRepeatable')
  const endpoint = (ctx as AppContext).app.endpoints.get(item.operation)?.endpoint
  if (!endpoint) throw refuse('monthClosing:refusals.lateNotRepeatable')
  const { businessDate } = await resolveShift(ctx)
  if (needsOriginalTime(endpoint)) throw refuse('monthClosing:refusals.lateNeedsOriginalTime', { day: item.day ?? '' })
  const body = JSON.parse(item.body) as Record<string, unknown>
  const note = ctx.t('monthClosing:refusals.adjustmentOf', { day: item.day ?? '' })
  await runAsPerson(ctx, person, item.operation, moveBodyToDay(endpoint, body, { day: businessDate, note }))
}
/** Returns true if the input requires a moment, e.g. the start of a stop; such a write cannot be moved to today. */
const needsOriginalTime = ({ input }: Pick<Endpoint, 'input'>): boolean =>
  Object.values(input).some((field) => field.kind === 'moment' && field.required === true)
/** Returns the body of a command for another day: without moments, with all days replaced, and with the note added. */
export function moveBodyToDay(
  endpoint: Pick<Endpoint, 'input'>,
  body: Readonly<Record<string, unknown>>,
  { day, note }: { readonly day: string; readonly note: string },
): Record<string, unknown> {
  const movedBody: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    const kind = endpoint.input[name]?.kind
    if (kind === 'moment') continue
    movedBody[name] = kind === 'day' && typeof value === 'string' ? day : value
  }
  if (endpoint.input['note']) movedBody['note'] = [note, movedBody['note']].filter(Boolean).join(' ')
  return movedBody
}
