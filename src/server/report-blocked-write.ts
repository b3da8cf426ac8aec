import type { Application } from './application'
import type { Context } from './context'
import { getBlockedWrite, type RefusedMonthWrite } from './crud/month-guard'

/**
 * Reports a call that was refused because its month is closed.
 * @param runInTransaction runs work in a new transaction, because that of the call has ended
 */
export async function reportBlockedWrite(
  app: Pick<Application, 'factGuard'>,
  error: unknown,
  attempt: Omit<RefusedMonthWrite, 'resource' | 'values'>,
  runInTransaction: (work: (ctx: Context) => Promise<void>) => Promise<void>,
): Promise<void> {
  const blockedFact = getBlockedWrite(error)
  const onRefused = app.factGuard?.refused
  if (blockedFact && onRefused) await runInTransaction((ctx) => onRefused(ctx, { ...blockedFact, ...attempt }))
}
