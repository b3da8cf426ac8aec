import { errno, Refusal } from '@/contract/errno'
import { canCall } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import type { ActionRule } from '@/contract/state-machine'
import { formatPlantTime } from '@/server/excel/plant-time'

/** Permission beyond the key of the call. */
export function mustHold(ctx: Context, key: ActionRule['permission']): void {
  if (key !== null && !canCall(key, ctx.person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: [key].flat().join(', ') } })
}

/** A moment as the plant's clocks show it, for sentences. */
export const atPlant = (ctx: Context, moment: string): string => formatPlantTime(ctx.timeZone, moment)
