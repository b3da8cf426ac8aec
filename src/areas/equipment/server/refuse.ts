import { errno, Refusal, refuse } from '@/contract/errno'
import { mayCall } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import type { ActionRule } from '@/contract/state-machine'
import { localClock } from '@/plant/rules/plant-time'

/** Permission beyond the key of the call. */
export function mustHold(ctx: Context, key: ActionRule['permission']): void {
  if (key !== null && !mayCall(key, ctx.person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: [key].flat().join(', ') } })
}

const AHEAD_MS = 5 * 60_000
const DAY_MS = 86_400_000
/**
 * What is put in order by its moment must not lie ahead: it would bar everything that follows until then. A phone's
 * clock may be a day wrong and its record is accepted all the same.
 */
export function mustNotLieAhead(ctx: Context, occurredAt: string): void {
  const allowed = ctx.origin.via === 'sync' ? DAY_MS + AHEAD_MS : AHEAD_MS
  if (Date.parse(occurredAt) > ctx.now.getTime() + allowed) throw refuse('equipment:refusals.ahead')
}

const two = (n: number): string => String(n).padStart(2, '0')
/** A moment as the plant's clocks show it, for sentences. */
export function atPlant(ctx: Context, moment: string): string {
  const { day, minute } = localClock(moment, ctx.timeZone)
  return `${day} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}
