import { errno, Refusal } from '@/contract/errno'
import type { Doing } from '@/contract/resource'
import type { Context } from './context'

/** When something happened: as entered, else when it was saved on the phone, else now. A clock ahead of ours is no prophecy: never in the future. */
export function saidMoment(ctx: Context, entered?: string | null): string {
  const said = entered ?? ctx.origin.occurredAt ?? ctx.now.toISOString()
  return new Date(Math.min(Date.parse(said), ctx.now.getTime())).toISOString()
}
/** Who does it and when, as the contract asks. @throws 401 without a person */
export function doingOf(ctx: Context): Doing {
  if (!ctx.person) throw new Refusal(errno.forbidden, 'contract:errors.signIn')
  return { at: saidMoment(ctx), personId: ctx.person.id }
}
