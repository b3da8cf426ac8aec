import type { Application } from './application'
import type { Context } from './context'
import { blockedBy, type RefusedFact } from './crud/facts'

/** Tells of a call that a closed month refused. @param write does it in a transaction of its own: that of the call is over */
export async function tellBlocked(
  app: Pick<Application, 'factGuard'>,
  error: unknown,
  attempt: Omit<RefusedFact, 'resource' | 'values'>,
  write: (work: (ctx: Context) => Promise<void>) => Promise<void>,
): Promise<void> {
  const fact = blockedBy(error)
  const refused = app.factGuard?.refused
  if (fact && refused) await write((ctx) => refused(ctx, { ...fact, ...attempt }))
}
