import { errno, Refusal } from '@/contract/errno'
import type { ActionContext } from '@/contract/resource'
import type { Context } from './context'
import { resolveOccurredAt } from './entered-moments'

/** Returns the acting person and the time of the action, as the contract requires. @throws 401 without a person */
export function toActionContext(ctx: Context): ActionContext {
  if (!ctx.person) throw new Refusal(errno.forbidden, 'contract:errors.signIn')
  return { at: resolveOccurredAt(ctx), personId: ctx.person.id }
}
