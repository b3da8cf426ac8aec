import type { Application } from './application'
import { blockedBy, type RefusedFact } from './crud/facts'
import { inWrite, noEffects, settle, type Call } from './pipeline'

/** Tells of a call that a closed month refused; its own transaction is over. */
export async function tellBlocked(
  app: Application,
  call: Omit<Call, 'input'>,
  error: unknown,
  attempt: Omit<RefusedFact, 'resource' | 'values'>,
): Promise<void> {
  const fact = blockedBy(error)
  const refused = app.factGuard?.refused
  if (!fact || !refused) return
  const effects = noEffects()
  await inWrite(app, call, effects, (ctx) => refused(ctx, { ...fact, ...attempt }))
  await settle(app, effects)
}
