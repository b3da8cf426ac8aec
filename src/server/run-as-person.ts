import { assertCallAllowed, getBoundEndpoint, parseEndpointInput, createContext, createEffects } from './pipeline'
import type { Context, Person } from './context'
import type { KitContext } from './crud/operations'

/**
 * Runs an operation on behalf of another person, with that person's rights, inside the transaction of `ctx`.
 * Used when somebody with the authority approves a call that was blocked.
 * @throws whatever the operation throws; its writes are then rolled back
 */
export async function runAsPerson(ctx: Context, person: Person, operation: string, body: unknown): Promise<unknown> {
  const { app } = ctx as KitContext
  const endpointBinding = getBoundEndpoint(app, operation)
  assertCallAllowed(endpointBinding.endpoint, person)
  const effects = createEffects()
  const origin = { ...ctx.origin, via: 'sync' as const, occurredAt: ctx.now.toISOString(), baseVersion: null }
  const innerContext = createContext(
    app,
    { endpoint: operation, person, origin, language: ctx.language },
    ctx.query,
    effects,
  )
  const answer = await endpointBinding.run(innerContext, parseEndpointInput(endpointBinding.endpoint, body))
  for (const name of effects.touched) ctx.touch(name)
  for (const notice of effects.notices) ctx.notify({ ...notice, title: (language) => notice.title[language] })
  for (const after of effects.afterCommit) ctx.afterCommit(after)
  return answer
}
