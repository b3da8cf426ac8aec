import { canCall } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import type { Context } from '@/server/context'
import { resolveOccurredAt, requirePerson } from '@/plant/server/plant'
import { isOwnSlip, OWN_SLIP_HOURS, type RecordedBy } from '../rules/take-back'

/** @throws 401 unless the person has one of the permissions, or undoes a recent slip of their own */
export function assertCanUndo(ctx: Context, permissions: readonly string[], entry: RecordedBy): void {
  const person = requirePerson(ctx)
  if (canCall(permissions, person) || isOwnSlip(entry, person.id, resolveOccurredAt(ctx))) return
  throw new Refusal(errno.forbidden, 'rolls:refusals.notOwnSlip', { params: { hours: OWN_SLIP_HOURS } })
}
