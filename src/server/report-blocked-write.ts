import type { Application } from './application'
import type { Context } from './context'
import { blockedBy, type RefusedFact } from './crud/facts'

/**
 * Reports a call that was refused because its month is closed.
 * @param runInTransaction runs work in a new transaction, because that of the call has ended
 */
export async function reportBlockedWrite(
  app: Pick<Application, 'factGuard'>,
  error: unknown,
  attempt: Omit<RefusedFact, 'resource' | 'values'>,
  runInTransaction: (work: (ctx: Context) => Promise<void>) => Promise<void>,
): Promise<void> {
  const blockedFact = blockedBy(error)
  const onRefused = app.factGuard?.refused
  if (blockedFact && onRefused) await runInTransaction((ctx) => onRefused(ctx, { ...blockedFact, ...attempt }))
}
