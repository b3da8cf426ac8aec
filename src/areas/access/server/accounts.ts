/** Administration of accounts, and lists of people for pick-lists. */
import { disambiguatingName } from './queries/people'
import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import { canCall, type EndpointInput } from '@/contract/endpoint'
import { getEmptyValue } from '@/contract/field'
import type { UpdateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { createUser, user, namesByKeyword, namesByDepartment, namesByRole, resetPassword } from '../contract/user'
import { isSameValue } from '@/contract/merge-edits'
import { recordRowAuditNote } from '@/server/crud/audit'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { AppContext } from '@/server/crud/operations'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { buildOfferedCondition } from '@/server/crud/statements'
import { buildContainsCondition, toSearchPattern } from '@/server/search'
import { columns, computed, options, sql, Sql } from '@/server/sql'
import { isRemoval } from '../rules/rank'
import { endSessions, assertPasswordAcceptable, setPassword } from './password'
import { assertMayActOnPerson } from './rank'
import { deleteFactor } from './second-factor'
import { handle } from '@/server/area'

const activeStateSql = options(user.fields.state, 'active')
const offeredCondition = new Sql([buildOfferedCondition(user)])

/** Checks the first password of a new account; service accounts have none. @throws as `assertPasswordAcceptable` */
async function assertFirstPasswordAcceptable(_ctx: Context, input: EndpointInput<typeof createUser>): Promise<void> {
  if (input.userType !== 'service' && input.password) await assertPasswordAcceptable(input.password, input)
}
/** Checks the password that an administrator gives to an existing account. @throws as `assertPasswordAcceptable` */
async function assertResetPasswordAcceptable(ctx: Context, input: EndpointInput<typeof resetPassword>): Promise<void> {
  await assertPasswordAcceptable(input.password, await ctx.rows.get(user, input.id))
}
/** Creates an account and, unless it is a service account, stores its first password. */
export const addUser = handle(
  createUser,
  async (ctx, input) => {
    const { password, ...fields } = input
    const isServiceAccount = fields.userType === 'service'
    if (!isServiceAccount && !password) throw refuseInput([{ path: ['password'], code: 'missing' }])
    const { id, version } = await insertPerson(ctx, fields)
    if (!isServiceAccount) await setPassword(ctx, id, password ?? '', null)
    return { ...(await ctx.rows.get(user, id)), version }
  },
  { runBeforeTransaction: assertFirstPasswordAcceptable },
)
type NewPerson = Omit<EndpointInput<typeof createUser>, 'password'>
async function insertPerson(ctx: Context, fields: NewPerson): Promise<Row<typeof user>> {
  await assertMayActOnPerson(ctx, null, { roleId: fields.roleId })
  return ctx.rows.insert(user, { ...fields, mustChange: fields.userType !== 'service' })
}
/**
 * Imports accounts from Excel under the same rules as the form. Nobody can sign in with an imported account until an
 * administrator gives it a first password.
 */
export const importUsers = handle(user.endpoints.import, (ctx, input) =>
  importWorkbook(ctx as AppContext, user, input, {
    insert: async (txCtx, row) => {
      const { state, ...fields } = row as NewPerson & Pick<Row<typeof user>, 'state'>
      const insertedAccount = await insertPerson(txCtx, fields)
      return state && state !== insertedAccount.state
        ? changeAccount(txCtx, insertedAccount, { state }, null)
        : insertedAccount
    },
    update: async (txCtx, id, row) => {
      const previousRow = await txCtx.rows.lock(user, id)
      // An unchanged row is accepted even if the caller may not change that account.
      const isChanged = Object.keys(row).some(
        (name) => !isSameValue(row[name] ?? null, previousRow[name as keyof typeof previousRow] ?? null),
      )
      return isChanged ? changeAccount(txCtx, previousRow, row as Partial<Row<typeof user>>, null) : previousRow
    },
    warn: (txCtx, nextRow, previousRow) =>
      previousRow || nextRow['userType'] === 'service' ? null : txCtx.t('access:warnings.noPassword'),
  }),
)
/** Updates an account; see `changeAccount`. */
export const changeUser = handle(user.endpoints.update, async (ctx, { id, version, ...patch }) => {
  return changeAccount(ctx, await ctx.rows.lock(user, id), patch, version)
})
/** Marks an account as removed; see `changeAccount`. */
export const removeUser = handle(user.endpoints.remove, async (ctx, input) => {
  await changeAccount(ctx, await ctx.rows.lock(user, input.id), { state: 'removed' }, input.version ?? null)
  return null
})
/** Gives an account a new password that must be changed at the next sign-in, and ends its sessions. */
export const resetUserPassword = handle(
  resetPassword,
  async (ctx, input) => {
    const person = await ctx.rows.lock(user, input.id)
    await assertMayActOnPerson(ctx, person)
    if (person.userType === 'service') throw refuse('access:refusals.noPassword')
    await setPassword(ctx, person.id, input.password, null)
    // If the previous password was never changed, no field changes here, but the audit trail needs an entry.
    const updatedPerson = await ctx.rows.update(user, person.id, { mustChange: true })
    if (updatedPerson.version === person.version) await recordRowAuditNote(ctx, user, person)
    return null
  },
  { runBeforeTransaction: assertResetPasswordAcceptable },
)

/** Applies a change that an administrator makes to an account: edit, import, suspension, removal or restoration. */
async function changeAccount(
  ctx: Context,
  account: Row<typeof user>,
  patch: Omit<UpdateInput<typeof user>, 'id' | 'version'>,
  version: number | null,
): Promise<Row<typeof user>> {
  const state = patch.state === undefined ? account.state : (patch.state ?? getEmptyValue(user.fields.state))
  const removesOrRestores = isRemoval(account.state, String(state))
  await assertMayActOnPerson(ctx, account, {
    roleId: patch.roleId === account.roleId ? undefined : patch.roleId,
    removesOrRestores,
  })
  const isDeactivated = account.state === 'active' && state !== 'active'
  if (isDeactivated) await assertCanBeDeactivated(ctx, account)
  const switchesServiceType =
    patch.userType != null && (patch.userType === 'service') !== (account.userType === 'service')
  const isRemoved = removesOrRestores && state === 'removed'
  const updatedAccount = await ctx.rows.update(
    user,
    account.id,
    isRemoved ? { ...patch, ...buildRemovalPatch(account) } : patch,
    { version },
  )
  // A service account has no password, and a personal account has no service tokens.
  if (isRemoved || switchesServiceType) {
    await ctx.query(sql`delete from credential where site_id = ${ctx.site} and user_id = ${account.id}`)
    await deleteFactor(ctx, account.id)
  }
  if (isDeactivated || isRemoved || switchesServiceType) await endSessions(ctx, account.id, null)
  return updatedAccount
}
/**
 * Returns the patch of a removed account. The row stays, because records refer to it. Its user name becomes available
 * to others, and its phone number is cleared.
 */
const buildRemovalPatch = ({ id, userName }: Row<typeof user>) =>
  ({ state: 'removed', userName: `${userName.slice(0, 24)}-${id.slice(-12)}`, phone: null }) as const
async function assertCanBeDeactivated(ctx: Context, account: { id: string; isSup: boolean }): Promise<void> {
  if (account.id === ctx.person?.id) throw refuse('access:refusals.notYourself')
  if (!account.isSup) return
  const [otherAdministratorCount] = await ctx.query(
    sql<{
      n: number
    }>`select count(*)::int as n from app_user where site_id = ${ctx.site} and is_sup and state = ${activeStateSql} and id <> ${account.id}`,
  )
  if (!otherAdministratorCount?.n) throw refuse('access:refusals.lastAdministrator')
}

/**
 * The user name, but only where two people have the same name. Everybody who is signed in may read these lists, so they
 * reveal no other user names.
 */
const detailColumn = computed<{ detail: string | null }>`${disambiguatingName} as detail`
const buildLabelColumn = (ctx: Context) =>
  computed<{ label: string }>`${buildLocalizedFieldSql(user, 'accountName', ctx.language)} as label`
/** Lists active people that match a condition, by name. @throws 401 for a machine whose role may not list accounts */
async function listPeopleWhere(
  ctx: Context,
  condition: Sql,
): Promise<{ id: string; label: string; detail: string | null }[]> {
  if (ctx.person?.isMachine && !canCall(user.endpoints.list.access, ctx.person))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: 'usersView' } })
  return ctx.query(
    sql`select ${columns(user, ['id'])}, ${buildLabelColumn(ctx)}, ${detailColumn} from app_user
     where site_id = ${ctx.site}${offeredCondition} and ${condition} order by label limit 1000`,
  )
}
/** Lists active people of a department, or all of them. */
export const listPeopleByDepartment = handle(namesByDepartment, (ctx, { departmentId = null }) =>
  listPeopleWhere(ctx, sql`(${departmentId}::uuid is null or department_id = ${departmentId})`),
)
/** Lists active people of a role, or all of them. */
export const listPeopleByRole = handle(namesByRole, (ctx, { roleId = null }) =>
  listPeopleWhere(ctx, sql`(${roleId}::uuid is null or role_id = ${roleId})`),
)
/** Lists active people whose name contains the keyword. */
export const listPeopleByName = handle(namesByKeyword, (ctx, { keyword }) => {
  const pattern = toSearchPattern(keyword)
  return listPeopleWhere(
    ctx,
    // A hit reveals that the user name exists, so only callers who may list accounts search user names.
    sql`(${pattern}::text is null or ${buildContainsCondition('account_name', pattern)} or ${buildContainsCondition('account_name_en', pattern)}
      or (${canCall(user.endpoints.list.access, ctx.person)} and ${buildContainsCondition('user_name', pattern)}))`,
  )
})
