import { nameToTellApart } from './queries/people'
import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import { mayCall, type InOf } from '@/contract/endpoint'
import { emptyOf } from '@/contract/field'
import type { Patch, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import {
  user,
  type createUser,
  type names,
  type namesByDepartment,
  type namesByRole,
  type resetPassword,
} from '../contract/user'
import { same } from '@/contract/merge-edits'
import { recordRowAuditNote } from '@/server/crud/audit'
import { importWorkbook, type ImportInput } from '@/server/crud/import-workbook'
import type { KitContext } from '@/server/crud/operations'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { buildOfferedCondition } from '@/server/crud/statements'
import { contains, toSearchPattern } from '@/server/search'
import { columns, computed, options, sql, Sql } from '@/server/sql'
import { isRemoval } from '../rules/rank'
import { endSessions, mustBeFine, setPassword } from './password'
import { mayActOnPerson } from './rank'
import { dropFactor } from './second-factor'

const active = options(user.fields.state, 'active')
const offered = new Sql([buildOfferedCondition(user)])

/** Checks the first password of a new account; service accounts have none. @throws as `assertPasswordAcceptable` */
export async function judgeFirstPassword(_ctx: Context, input: InOf<typeof createUser>): Promise<void> {
  if (input.userType !== 'service' && input.password) await mustBeFine(input.password, input)
}
/** Checks the password that an administrator gives to an existing account. @throws as `assertPasswordAcceptable` */
export async function judgeNewPassword(ctx: Context, input: InOf<typeof resetPassword>): Promise<void> {
  await mustBeFine(input.password, await ctx.rows.get(user, input.id))
}
/** Creates an account and, unless it is a service account, stores its first password. */
export async function addUser(ctx: Context, input: InOf<typeof createUser>) {
  const { password, ...fields } = input
  const service = fields.userType === 'service'
  if (!service && !password) throw refuseInput([{ path: ['password'], code: 'missing' }])
  const { id, version } = await insertPerson(ctx, fields)
  if (!service) await setPassword(ctx, id, password ?? '', null)
  return { ...(await ctx.rows.get(user, id)), version }
}
type NewPerson = Omit<InOf<typeof createUser>, 'password'>
async function insertPerson(ctx: Context, fields: NewPerson): Promise<Row<typeof user>> {
  await mayActOnPerson(ctx, null, { roleId: fields.roleId })
  return ctx.rows.insert(user, { ...fields, mustChange: fields.userType !== 'service' })
}
/**
 * Imports accounts from Excel under the same rules as the form. Nobody can sign in with an imported account until an
 * administrator gives it a first password.
 */
export const importUsers = (ctx: Context, input: ImportInput) =>
  importWorkbook(ctx as KitContext, user, input, {
    insert: async (inside, row) => {
      const { state, ...fields } = row as NewPerson & Pick<Row<typeof user>, 'state'>
      const added = await insertPerson(inside, fields)
      return state && state !== added.state ? change(inside, added, { state }, null) : added
    },
    update: async (inside, id, row) => {
      const before = await inside.rows.lock(user, id)
      // An unchanged row passes even if the caller may not change that account.
      const says = Object.keys(row).some(
        (name) => !same(row[name] ?? null, before[name as keyof typeof before] ?? null),
      )
      return says ? change(inside, before, row as Partial<Row<typeof user>>, null) : before
    },
    warn: (inside, after, before) =>
      before || after['userType'] === 'service' ? null : inside.t('access:warnings.noPassword'),
  })
/** Updates an account. */
export async function changeUser(ctx: Context, { id, version, ...patch }: Patch<typeof user>) {
  return change(ctx, await ctx.rows.lock(user, id), patch, version)
}
/** Marks an account as removed; see `changeAccount`. */
export async function removeUser(ctx: Context, input: { id: string; version?: number | null }): Promise<null> {
  await change(ctx, await ctx.rows.lock(user, input.id), { state: 'removed' }, input.version ?? null)
  return null
}
/** Gives an account a new password that must be changed at the next sign-in, and ends its sessions. */
export async function setNewPassword(ctx: Context, input: InOf<typeof resetPassword>): Promise<null> {
  const person = await ctx.rows.lock(user, input.id)
  await mayActOnPerson(ctx, person)
  if (person.userType === 'service') throw refuse('access:refusals.noPassword')
  await setPassword(ctx, person.id, input.password, null)
  // If the previous password was never changed, no field changes here; the audit trail needs an entry all the same.
  const after = await ctx.rows.update(user, person.id, { mustChange: true })
  if (after.version === person.version) await recordRowAuditNote(ctx, user, person)
  return null
}

/** Applies every change that somebody makes to an account of another person, including removal and import. */
async function change(
  ctx: Context,
  before: Row<typeof user>,
  patch: Omit<Patch<typeof user>, 'id' | 'version'>,
  version: number | null,
): Promise<Row<typeof user>> {
  const state = patch.state === undefined ? before.state : (patch.state ?? emptyOf(user.fields.state))
  const removal = isRemoval(before.state, String(state))
  await mayActOnPerson(ctx, before, {
    roleId: patch.roleId === before.roleId ? undefined : patch.roleId,
    removal,
  })
  const leaves = before.state === 'active' && state !== 'active'
  if (leaves) await mayLeave(ctx, before)
  const turned = patch.userType != null && (patch.userType === 'service') !== (before.userType === 'service')
  const removed = removal && state === 'removed'
  const after = await ctx.rows.update(user, before.id, removed ? { ...patch, ...emptied(before) } : patch, { version })
  // A service account has no password, and a personal account has no service tokens.
  if (removed || turned) {
    await ctx.query('delete from credential where site_id = $1 and user_id = $2', [ctx.site, before.id])
    await dropFactor(ctx, before.id)
  }
  if (leaves || removed || turned) await endSessions(ctx, before.id, null)
  return after
}
/** Records still refer to a removed account, so the row stays; its user name is freed and its phone number cleared. */
const emptied = ({ id, userName }: Row<typeof user>) =>
  ({ state: 'removed', userName: `${userName.slice(0, 24)}-${id.slice(-12)}`, phone: null }) as const
async function mayLeave(ctx: Context, before: { id: string; isSup: boolean }): Promise<void> {
  if (before.id === ctx.person?.id) throw refuse('access:refusals.notYourself')
  if (!before.isSup) return
  const [left] = await ctx.query(
    sql<{
      n: number
    }>`select count(*)::int as n from app_user where site_id = ${ctx.site} and is_sup and state = ${active} and id <> ${before.id}`,
  )
  if (!left?.n) throw refuse('access:refusals.lastAdministrator')
}

/** These lists name people and nothing more, because everybody who is signed in may read them. */
const detail = computed<{ detail: string | null }>`${nameToTellApart} as detail`
const nameIn = (ctx: Context) =>
  computed<{ label: string }>`${buildLocalizedFieldSql(user, 'accountName', ctx.language)} as label`
/** Lists active people that match a condition, by name. @throws 401 for a machine whose role may not list accounts */
async function peopleWhere(
  ctx: Context,
  condition: Sql,
): Promise<{ id: string; label: string; detail: string | null }[]> {
  if (ctx.person?.machine && !mayCall(user.endpoints.list.access, ctx.person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: 'usersView' } })
  return ctx.query(
    sql`select ${columns(user, ['id'])}, ${nameIn(ctx)}, ${detail} from app_user
     where site_id = ${ctx.site}${offered} and ${condition} order by label limit 1000`,
  )
}
/** Lists active people of a department, or all of them. */
export const peopleByDepartment = (ctx: Context, { departmentId = null }: InOf<typeof namesByDepartment>) =>
  peopleWhere(ctx, sql`(${departmentId}::uuid is null or department_id = ${departmentId})`)
/** Lists active people of a role, or all of them. */
export const peopleByRole = (ctx: Context, { roleId = null }: InOf<typeof namesByRole>) =>
  peopleWhere(ctx, sql`(${roleId}::uuid is null or role_id = ${roleId})`)
/** Lists active people whose name contains the keyword. */
export const peopleByName = (ctx: Context, { keyword }: InOf<typeof names>) => {
  const part = toSearchPattern(keyword)
  return peopleWhere(
    ctx,
    // A hit reveals the value searched, so only callers who may list accounts search user names.
    sql`(${part}::text is null or ${contains('account_name', part)} or ${contains('account_name_en', part)}
      or (${mayCall(user.endpoints.list.access, ctx.person)} and ${contains('user_name', part)}))`,
  )
}
