import { errno, Refusal } from '@/contract/errno'
import type { Doing } from '@/contract/resource'
import type { Context } from './context'
import { happenedAt } from './moments'

/** Who does it and when, as the contract asks. @throws 401 without a person */
export function doingOf(ctx: Context): Doing {
  if (!ctx.person) throw new Refusal(errno.forbidden, 'contract:errors.signIn')
  return { at: happenedAt(ctx), personId: ctx.person.id }
}
