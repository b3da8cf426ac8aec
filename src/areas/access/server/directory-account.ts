import { refuse } from '@/contract/errno'
import type { Context } from '@/server/context'
import type { DirectorySettings } from '@/server/directory-settings'
import { inOneTransaction } from '@/server/directory-of'
import { columns, sql, type RowFor } from '@/server/sql'
import { role } from '../contract/role'
import { user } from '../contract/user'
import { personIn, verdictOn, type Claims, type DirectoryPerson } from '../rules/directory'
import { recordLogin } from './login'
import { endSessions } from './password'

/**
 * The account of somebody whom the directory knows: the one that was opened for the same subject before, else the one with
 * the same user name, else a new one where the directory gives the roles. @returns its id; @throws why there is none
 */
export async function accountOf(ctx: Context, directory: DirectorySettings, claims: Claims): Promise<string> {
  const person = personIn(claims, directory)
  if (!person) throw refuse('access:refusals.directoryNameless', { claim: directory.nameClaim })
  const account = (await linked(ctx, directory, person)) ?? (await named(ctx, person))
  const verdict = verdictOn(person, account, directory)
  if (verdict === 'enter' || verdict === 'make') return settled(ctx, directory, person, account)
  await recordLogin(ctx, person.userName, account?.id ?? null, verdict === 'suspended' ? 'suspended' : 'notAdmitted')
  throw refuse(`access:refusals.directory.${verdict}`, { name: person.userName })
}

const fields = ['id', 'userName', 'roleId', 'isSup', 'state', 'userType'] as const
const linkedSql = (ctx: Context, directory: DirectorySettings, { subject }: DirectoryPerson) =>
  sql`select ${columns(user, fields, 'u')} from directory_link d join app_user u on u.site_id = d.site_id and u.id = d.user_id
      where d.site_id = ${ctx.site} and d.issuer = ${directory.issuer} and d.subject = ${subject}`
type Account = RowFor<ReturnType<typeof linkedSql>>

async function linked(ctx: Context, directory: DirectorySettings, person: DirectoryPerson): Promise<Account | null> {
  const [found] = await ctx.query(linkedSql(ctx, directory, person))
  return found ?? null
}
/** An account that nobody of the directory has opened yet: a name that was given to somebody else since opens nothing. */
async function named(ctx: Context, { userName }: DirectoryPerson): Promise<Account | null> {
  const [found] = await ctx.query(
    sql`select ${columns(user, fields, 'u')} from app_user u where u.site_id = ${ctx.site} and lower(u.user_name) = lower(${userName})`,
  )
  if (!found) return null
  const taken = await ctx.query('select 1 from directory_link where site_id = $1 and user_id = $2', [
    ctx.site,
    found.id,
  ])
  if (taken.length > 0) throw refuse('access:refusals.directoryNameTaken', { name: userName })
  return found
}

/** Makes the account, or gives it the role that the groups say; and remembers whose it is. All of it or nothing. */
const settled = (
  ctx: Context,
  directory: DirectorySettings,
  person: DirectoryPerson,
  account: Account | null,
): Promise<string> =>
  inOneTransaction(ctx, 'directory', async (own) => {
    const roleId = person.role === null ? null : await roleWith(own, person.role)
    const id =
      account?.id ??
      (await own.rows.insert(user, { userName: person.userName, accountName: person.fullName, roleId: roleId ?? '' }))
        .id
    if (account && roleId && account.roleId !== roleId) {
      await own.rows.update(user, id, { roleId })
      await endSessions(own, id, null)
    }
    await own.query(
      `insert into directory_link (site_id, issuer, subject, user_id, since) values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [own.site, directory.issuer, person.subject, id, own.now],
    )
    return id
  })
async function roleWith(ctx: Context, code: string): Promise<string> {
  const [found] = await ctx.query(
    sql`select ${columns(role, ['id'])} from role where site_id = ${ctx.site} and code = ${code}`,
  )
  if (!found) throw refuse('access:refusals.directoryRoleUnknown', { code })
  return found.id
}
