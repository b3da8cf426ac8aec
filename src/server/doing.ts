import { errno, Refusal } from '@/contract/errno'
import type { Doing } from '@/contract/resource'
import type { Context } from './context'
import { happenedAt } from './moments'

/** Returns the acting person and the time of the action, as the contract requires. @throws 401 without a person */
export function doingOf(ctx: Context): Doing {
  if (!ctx.person) throw new Refusal(errno.forbidden, 'contract:errors.signIn')
  return { at: happenedAt(ctx), personId: ctx.person.id }
}
