import { hash, verify } from '@node-rs/argon2'
import { refuse } from '@/contract/errno'
import type { Context, Query } from '@/server/context'
import { credential } from '@/server/db/system'
import { columns, sql } from '@/server/sql'
import { GUESSES_LOG10, namesOf, PASSWORD_MINIMUM, passwordProblem, withoutNames, type Named } from '../rules/password'
import { guessesLog10 } from './password-guesses'

// OWASP's first choice for argon2id (the library's default algorithm): 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Hashes a password with argon2id. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

let decoy: Promise<string> | undefined
/** True if the password is right. A missing account takes the same time, because a decoy hash is verified. */
export async function passwordRight(
  query: Query,
  site: number,
  userId: string | null,
  password: string,
): Promise<boolean> {
  const nobody = await (decoy ??= hashPassword('no account has this password'))
  const [row] = await query(
    sql`select ${columns(credential, ['hash'])} from credential where site_id = ${site} and user_id = ${userId}`,
  )
  const known = row?.hash ?? nobody
  const right = await verify(known, password)
  return right && row !== undefined
}

/**
 * Checks the strength of a new password. Takes up to a second, so call it before a transaction begins.
 * @throws 6000 if the password is too weak, or too weak without its owner's names
 */
export async function mustBeFine(password: string, person: Named): Promise<void> {
  const problem = passwordProblem(password, person)
  const names = namesOf(person)
  const holds = async (text: string) => (await guessesLog10(text, names)) >= GUESSES_LOG10
  const isFine = problem === null && (await holds(password))
  const rest = isFine ? withoutNames(password, names) : password
  if (problem === 'namePassword' || (rest !== password && !(await holds(rest))))
    throw refuse('access:refusals.namePassword', { minimum: PASSWORD_MINIMUM })
  if (!isFine) throw refuse('access:refusals.weakPassword', { minimum: PASSWORD_MINIMUM })
}

/** Stores a new password and ends the person's sessions except `keepSession`. */
export async function setPassword(
  ctx: Pick<Context, 'query' | 'site' | 'now' | 'touch' | 'afterCommit'>,
  userId: string,
  password: string,
  keepSession: string | null,
): Promise<void> {
  await ctx.query(
    `insert into credential (site_id, user_id, hash, changed_at) values ($1, $2, $3, $4) on conflict (site_id, user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`,
    [ctx.site, userId, await hashPassword(password), ctx.now],
  )
  await endSessions(ctx, userId, keepSession)
}
/** Ends all sessions of a person except `keepSession`, including service tokens and live sockets. */
export async function endSessions(
  ctx: Pick<Context, 'query' | 'site' | 'touch'>,
  userId: string,
  keepSession: string | null,
): Promise<void> {
  await ctx.query('delete from session where site_id = $1 and user_id = $2 and id is distinct from $3', [
    ctx.site,
    userId,
    keepSession,
  ])
  ctx.touch('session')
}
