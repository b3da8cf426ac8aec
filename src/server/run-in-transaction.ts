import type { Application } from './application'
import type { Context } from './context'
import type { TransactionOptions } from './db/connect'
import { createTransactionQuery } from './db/transaction'
import type { AppContext } from './crud/operations'
import { runWithRowTriggers } from './crud/written-rows'
import { createContext, createEffects, type Call, type Effects } from './create-context'

/**
 * Runs `work` in one transaction. `effects` is complete after the commit; attempts that collided with another transaction
 * leave no effects.
 */
export const runWriteTransaction = <T>(
  app: Application,
  call: Omit<Call, 'input'>,
  effects: Effects,
  work: (ctx: Context) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> =>
  app.db.transaction((client) => {
    // A retry must not repeat the effects of the previous attempt.
    effects.changedResources.clear()
    effects.notices.length = 0
    effects.afterCommit.length = 0
    return runWithRowTriggers(createContext(app, call, createTransactionQuery(client), effects), work)
  }, options)
/**
 * Runs part of an `ownTransactions` handler in one transaction; the effects follow once the transaction is durable.
 */
export async function runInOwnTransaction<T>(
  ctx: Context,
  work: (innerContext: Context) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const { app } = ctx as AppContext
  const { person, origin, language, formParts, operation: endpoint } = ctx as Context & { operation: string }
  return runInSeparateTransaction(app, { endpoint, person, origin, language, parts: formParts }, work, options)
}
/** Runs work in a new transaction; the effects follow once the transaction is durable. */
export async function runInSeparateTransaction<T>(
  app: Application,
  call: Omit<Call, 'input'>,
  work: (innerContext: Context) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const effects = createEffects()
  const result = await runWriteTransaction(app, call, effects, work, options)
  await carryOutEffects(app, effects)
  return result
}
/**
 * Carries out the effects after the commit is durable: invalidates cached lists, notifies screens, runs effects outside
 * the database.
 */
export async function carryOutEffects(app: Application, effects: Effects): Promise<void> {
  await app.changes.publish(effects.changedResources, effects.notices, effects)
  for (const fn of effects.afterCommit) {
    try {
      await fn()
    } catch (error) {
      app.log.error({ err: error }, 'an effect after a commit failed')
    }
  }
}
