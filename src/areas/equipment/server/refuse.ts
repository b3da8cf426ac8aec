import { errno, Refusal, refuse } from '@/contract/errno'
import { mayCall } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { localClock } from '@/areas/handover/rules/plant-time'
import { CODE_LENGTH, codeProblem, normaliseCode } from '../rules/equipment'

/** A code in its one spelling. Refuses what could not stand on a label. */
export function cleanCode(code: string): string {
  const clean = normaliseCode(code)
  const problem = codeProblem(clean)
  if (problem) throw refuse(`equipment:refusals.code.${problem}`, { limit: CODE_LENGTH })
  return clean
}

/** Permission beyond the key of the call. */
export function mustHold(ctx: Context, key: string | null): void {
  if (key !== null && !mayCall(key, ctx.person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key } })
}

const two = (n: number): string => String(n).padStart(2, '0')
/** A moment as the plant's clocks show it, for sentences. */
export function atPlant(ctx: Context, moment: string): string {
  const { day, minute } = localClock(moment, ctx.timeZone)
  return `${day} ${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}
