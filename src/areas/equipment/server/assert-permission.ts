import { errno, Refusal } from '@/contract/errno'
import { canCall } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import type { ActionRule } from '@/contract/state-machine'
import { formatPlantTime } from '@/server/excel/plant-time'

/** @throws forbidden if the caller lacks a permission that goes beyond the access of the endpoint */
export function assertPermission(ctx: Context, key: ActionRule['permission']): void {
  if (key !== null && !canCall(key, ctx.person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: [key].flat().join(', ') } })
}

/** Formats a moment in plant time for messages. */
export const formatMomentAtPlant = (ctx: Context, moment: string): string => formatPlantTime(ctx.timeZone, moment)
