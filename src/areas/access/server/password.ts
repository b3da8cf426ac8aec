/** Storage and check of passwords. */
import { hash, verify } from '@node-rs/argon2'
import { refuse } from '@/contract/errno'
import type { Context, Query } from '@/server/context'
import { credential } from '@/server/db/sign-in-tables'
import { columns, sql } from '@/server/sql'
import {
  MIN_GUESSES_LOG10,
  getKnownNames,
  MIN_PASSWORD_LENGTH,
  findPasswordProblem,
  stripNames,
  type PasswordOwner,
} from '../rules/password'
import { estimateGuessesLog10 } from './password-guesses'

// OWASP's first choice for argon2id (the library's default algorithm): 19 MiB, two passes, one lane.
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Hashes a password with argon2id. */
export const hashPassword = (password: string): Promise<string> => hash(password, hashOptions)

let decoyHashPromise: Promise<string> | undefined
/**
 * True if the password is right. For a missing account a decoy hash is verified, so that the answer takes equally long.
 */
export async function isPasswordRight(
  query: Query,
  site: number,
  userId: string | null,
  password: string,
): Promise<boolean> {
  const decoyHash = await (decoyHashPromise ??= hashPassword('no account has this password'))
  const [credentialRow] = await query(
    sql`select ${columns(credential, ['hash'])} from credential where site_id = ${site} and user_id = ${userId}`,
  )
  const storedHash = credentialRow?.hash ?? decoyHash
  const matchesHash = await verify(storedHash, password)
  return matchesHash && credentialRow !== undefined
}

/**
 * Checks the strength of a new password. Takes up to a second, so call it before a transaction begins.
 * @throws 6000 if the password is too weak, or becomes too weak when the owner's names are removed from it
 */
export async function assertPasswordAcceptable(password: string, person: PasswordOwner): Promise<void> {
  const problem = findPasswordProblem(password, person)
  const names = getKnownNames(person)
  const withstandsGuesses = async (text: string) => (await estimateGuessesLog10(text, names)) >= MIN_GUESSES_LOG10
  const isStrong = problem === null && (await withstandsGuesses(password))
  const passwordWithoutNames = stripNames(password, names)
  const isWeakWithoutNames =
    isStrong && passwordWithoutNames !== password && !(await withstandsGuesses(passwordWithoutNames))
  if (problem === 'namePassword' || isWeakWithoutNames)
    throw refuse('access:refusals.namePassword', { minimum: MIN_PASSWORD_LENGTH })
  if (!isStrong) throw refuse('access:refusals.weakPassword', { minimum: MIN_PASSWORD_LENGTH })
}

/** Stores a new password and ends the person's sessions except `exceptSessionId`. */
export async function setPassword(
  ctx: Pick<Context, 'query' | 'site' | 'now' | 'touch' | 'afterCommit'>,
  userId: string,
  password: string,
  exceptSessionId: string | null,
): Promise<void> {
  await ctx.query(
    sql`insert into credential (site_id, user_id, hash, changed_at)
      values (${ctx.site}, ${userId}, ${await hashPassword(password)}, ${ctx.now})
      on conflict (site_id, user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`,
  )
  await endSessions(ctx, userId, exceptSessionId)
}
/**
 * Ends all sessions of a person except `exceptSessionId`; service tokens are sessions too. The announced change also
 * makes the live socket close connections without a session.
 */
export async function endSessions(
  ctx: Pick<Context, 'query' | 'site' | 'touch'>,
  userId: string,
  exceptSessionId: string | null,
): Promise<void> {
  await ctx.query(
    sql`delete from session where site_id = ${ctx.site} and user_id = ${userId} and id is distinct from ${exceptSessionId}`,
  )
  ctx.touch('session')
}
