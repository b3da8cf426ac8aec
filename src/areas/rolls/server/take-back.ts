import { canCall } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import type { Context } from '@/server/context'
import { happenedAt, requirePerson } from '@/plant/server/plant'
import { isOwnSlip, OWN_SLIP_HOURS, type Done } from '../rules/take-back'

/** @throws 401 unless the person has one of the permissions, or undoes a recent slip of their own */
export function mustTakeBack(ctx: Context, keys: readonly string[], done: Done): void {
  const person = requirePerson(ctx)
  if (canCall(keys, person) || isOwnSlip(done, person.id, happenedAt(ctx))) return
  throw new Refusal(errno.forbidden, 'rolls:refusals.notOwnSlip', { params: { hours: OWN_SLIP_HOURS } })
}
