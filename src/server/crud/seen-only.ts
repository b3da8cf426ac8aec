import type { Endpoint } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { guardedInputs, hasGuarded, seenAnswer, withheldIn } from '@/contract/seen-by'
import type { Handler } from '../area'
import { FileAnswer } from '../context'
import { ReadyJson } from './list-cache'

/**
 * Wraps a handler so that it accepts and returns only fields that the caller may see (`seenBy`). Files and serialized
 * lists pass unchanged: their builders already omit hidden fields.
 */
export function seenOnly({ input, output }: Endpoint, run: Handler): Handler {
  if (!hasGuarded({ shape: 'one', of: input }) && !hasGuarded(output)) return run
  return async (ctx, given) => {
    const kept = withheldIn(input, ctx.person).filter((name) => given[name] !== undefined)
    kept.push(...guardedInputs(input, given, ctx.person))
    if (kept.length) throw refuseInput(kept.map((name) => ({ path: [name], code: 'notAllowed' })))
    const answer = await run(ctx, given)
    return answer instanceof FileAnswer || answer instanceof ReadyJson ? answer : seenAnswer(output, answer, ctx.person)
  }
}
