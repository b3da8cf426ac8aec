import type { Application } from './application'
import type { Context } from './context'
import { blockedBy, type RefusedFact } from './crud/facts'

/**
 * Reports a call that was refused because its month is closed.
 * @param runInTransaction runs work in a new transaction, because that of the call has ended
 */
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
