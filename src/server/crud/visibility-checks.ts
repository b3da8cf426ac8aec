import type { Endpoint } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { findRestrictedInputs, hasGuardedFields, maskAnswer, getWithheldFields } from '@/contract/field-visibility'
import type { Handler } from '../area'
import { FileAnswer } from '../context'
import { SerializedJson } from './list-cache'

/**
 * Wraps a handler so that it accepts and returns only fields that the caller may see (`viewPermissions`). Files and serialized
 * lists pass unchanged: their builders already omit hidden fields.
 */
export function withVisibilityChecks({ input, output }: Endpoint, run: Handler): Handler {
  if (!hasGuardedFields({ shape: 'one', fields: input }) && !hasGuardedFields(output)) return run
  return async (ctx, callInput) => {
    const forbiddenInputs = getWithheldFields(input, ctx.person).filter((name) => callInput[name] !== undefined)
    forbiddenInputs.push(...findRestrictedInputs(input, callInput, ctx.person))
    if (forbiddenInputs.length) throw refuseInput(forbiddenInputs.map((name) => ({ path: [name], code: 'notAllowed' })))
    const answer = await run(ctx, callInput)
    return answer instanceof FileAnswer || answer instanceof SerializedJson
      ? answer
      : maskAnswer(output, answer, ctx.person)
  }
}
