/** Finds or creates the account of a person of the plant's own directory. */
import { refuse } from '@/contract/errno'
import type { Context } from '@/server/context'
import type { DirectorySettings } from '@/server/directory-settings'
import { runInSystemTransaction } from '@/server/directory'
import { columns, sql, type SqlRow } from '@/server/sql'
import { role } from '../contract/role'
import { user } from '../contract/user'
import {
  isNameVerified,
  parseDirectoryPerson,
  decideAdmission,
  type Claims,
  type DirectoryPerson,
} from '../rules/directory'
import { storeDirectoryLink, storeLinkRequest } from './directory-link'
import { recordLogin } from './login'
import { endSessions } from './password'

/** The account that belongs to a person of the directory. */
export interface ResolvedAccount {
  userId: string
  /**
   * Null once account and person are linked; else the person of the directory whose link must be confirmed by the
   * account's password or by an administrator.
   */
  unconfirmedPerson: DirectoryPerson | null
}

/**
 * Finds the account that is linked to the person, else the account with the same user name. The link to an account
 * found by name must be confirmed. Creates an account if there is none and the directory assigns roles.
 * @throws 6000 with the reason if the person can use no account
 */
export async function resolveAccount(
  ctx: Context,
  directory: DirectorySettings,
  claims: Claims,
): Promise<ResolvedAccount> {
  const person = parseDirectoryPerson(claims, directory)
  if (!person) throw refuse('access:refusals.directoryNameless', { claim: directory.nameClaim })
  const linkedAccount = await findLinkedAccount(ctx, directory, person)
  if (!linkedAccount && !isNameVerified(claims, directory))
    throw refuse('access:refusals.directoryUnverified', { name: person.userName })
  const account = linkedAccount ?? (await findAccountByName(ctx, person))
  const admission = decideAdmission(person, account, directory)
  if (admission !== 'signIn' && admission !== 'createAccount') {
    await recordLogin(
      ctx,
      person.userName,
      account?.id ?? null,
      admission === 'suspended' ? 'suspended' : 'notAdmitted',
    )
    throw refuse(`access:refusals.directory.${admission}`, { name: person.userName })
  }
  if (!account || linkedAccount)
    return { userId: await storeLinkedAccount(ctx, directory, person, account?.id ?? null), unconfirmedPerson: null }
  await storeLinkRequest(ctx, directory.issuer, person, account.id)
  return { userId: account.id, unconfirmedPerson: person }
}

const accountFields = ['id', 'userName', 'isSup', 'state', 'userType'] as const
const buildLinkedAccountQuery = (ctx: Context, directory: DirectorySettings, { subject }: DirectoryPerson) =>
  sql`select ${columns(user, accountFields, 'u')} from directory_link d join app_user u on u.site_id = d.site_id and u.id = d.user_id
      where d.site_id = ${ctx.site} and d.issuer = ${directory.issuer} and d.subject = ${subject}`
type Account = SqlRow<ReturnType<typeof buildLinkedAccountQuery>>

async function findLinkedAccount(
  ctx: Context,
  directory: DirectorySettings,
  person: DirectoryPerson,
): Promise<Account | null> {
  const [account] = await ctx.query(buildLinkedAccountQuery(ctx, directory, person))
  return account ?? null
}
/**
 * Finds an account without a link by user name. An account linked to another person is refused, because the directory
 * may have given the user name to a new person.
 */
async function findAccountByName(ctx: Context, { userName }: DirectoryPerson): Promise<Account | null> {
  const [account] = await ctx.query(
    sql`select ${columns(user, accountFields, 'u')} from app_user u where u.site_id = ${ctx.site} and lower(u.user_name) = lower(${userName})`,
  )
  if (!account) return null
  const existingLinks = await ctx.query(
    sql`select 1 from directory_link where site_id = ${ctx.site} and user_id = ${account.id}`,
  )
  if (existingLinks.length > 0) throw refuse('access:refusals.directoryNameTaken', { name: userName })
  return account
}

/**
 * Creates the account if `userId` is null, else gives it the role that the person's groups map to. Then links account
 * and person, all in one transaction.
 * @returns the account's id
 */
export const storeLinkedAccount = (
  ctx: Context,
  directory: DirectorySettings,
  person: DirectoryPerson,
  userId: string | null,
): Promise<string> =>
  runInSystemTransaction(ctx, 'directory', async (txCtx) => {
    const roleId = person.role === null ? null : await findRoleId(txCtx, person.role)
    const account = userId === null ? null : await txCtx.rows.lock(user, userId)
    const { id } =
      account ??
      (await txCtx.rows.insert(user, { userName: person.userName, accountName: person.fullName, roleId: roleId ?? '' }))
    if (account && roleId && account.roleId !== roleId) {
      await txCtx.rows.update(user, id, { roleId })
      await endSessions(txCtx, id, null)
    }
    await storeDirectoryLink(txCtx, directory.issuer, person.subject, id)
    return id
  })
async function findRoleId(ctx: Context, code: string): Promise<string> {
  const [roleRow] = await ctx.query(
    sql`select ${columns(role, ['id'])} from role where site_id = ${ctx.site} and code = ${code}`,
  )
  if (!roleRow) throw refuse('access:refusals.directoryRoleUnknown', { code })
  return roleRow.id
}
