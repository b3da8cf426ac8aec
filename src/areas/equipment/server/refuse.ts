import { errno, Refusal } from '@/contract/errno'
import { mayCall } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import type { ActionRule } from '@/contract/state-machine'
import { localClock } from '@/plant/rules/plant-time'

/** Permission beyond the key of the call. */
export function mustHold(ctx: Context, key: ActionRule['permission']): void {
  if (key !== null && !mayCall(key, ctx.person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: [key].flat().join(', ') } })
}

const two = (n: number): string => String(n).padStart(2, '0')
/** A moment as the plant's clocks show it, for sentences. */
export function atPlant(ctx: Context, moment: string): string {
  const { day, minute } = localClock(moment, ctx.timeZone)
  return `${day} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}
