/** Queries that choose people and accounts, for other areas. */
import type { Context, Person } from '@/server/context'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { buildContainsCondition } from '@/server/search'
import { columns, computed, limit, options, sql } from '@/server/sql'
import { user } from '../../contract/user'
import { menu, role } from '../../contract/role'
import { BUTTON_TYPE } from '../../rules/menu-tree'

export interface PeopleQuery {
  /** `ilike` pattern that the Chinese name, English name or user name must match; null for no restriction. */
  readonly namePattern: string | null
  /** Restricts the list to these people, the most frequent first. */
  readonly frequentPeople?: readonly { readonly id: string; readonly count: number }[]
  /** Also lists people who may no longer sign in. */
  readonly includeBlocked?: boolean
  /** Restricts the list to people whose role holds one of these permission keys. */
  readonly roleKeys?: readonly string[]
}
const MAX_PEOPLE = 500

/**
 * The user name if two listed people have the same name, else null. User names are part of the credentials, so they are
 * displayed only to tell two people apart.
 */
export const disambiguatingName = sql`case when count(*) over (partition by account_name) > 1 then user_name end`

/** Lists people by name and skips unknown ids. `count` is taken from `frequentPeople`. */
export const listSelectablePeople = (
  ctx: Context,
  { namePattern, frequentPeople, includeBlocked = false, roleKeys }: PeopleQuery,
) => {
  const requiredKeys = roleKeys ?? null
  const countsJson = frequentPeople ? JSON.stringify(frequentPeople) : null
  return ctx.query(
    sql`select ${columns(user, ['id', { note: 'nickname' }], 'p')},
     ${computed<{ label: string; code: string | null; count: number | null }>`${buildLocalizedFieldSql(user, 'accountName', ctx.language, 'p')} as label, ${disambiguatingName} as code, n.count`}
     from app_user p left join jsonb_to_recordset(${countsJson}::jsonb) as n(id text, count int) on n.id = p.id::text
     where p.site_id = ${ctx.site} and (${countsJson}::jsonb is null or n.id is not null) and (${includeBlocked} or p.state = ${options(user.fields.state, 'active')})
       and (${namePattern}::text is null or ${buildContainsCondition('p.account_name', namePattern)} or ${buildContainsCondition('p.account_name_en', namePattern)} or ${buildContainsCondition('p.user_name', namePattern)})
       and (${requiredKeys}::text[] is null or p.is_sup or exists (select 1 from role r join menu m on m.site_id = r.site_id and r.authority ? m.id::text
         where r.site_id = ${ctx.site} and r.id = p.role_id and m.menu_type = ${BUTTON_TYPE} and m.url = any(${requiredKeys})))
     order by n.count desc, label, p.id ${limit(MAX_PEOPLE)}`,
  )
}

/** Lists the ids of active people of a role, at most 500. */
export async function listActivePeopleInRole(ctx: Context, roleId: string): Promise<string[]> {
  const rows = await ctx.query(
    sql`select ${columns(user, ['id'])} from app_user where site_id = ${ctx.site} and role_id = ${roleId} and state = ${options(user.fields.state, 'active')} ${limit(MAX_PEOPLE)}`,
  )
  return rows.map(({ id }) => id)
}

/** Finds an active person with the keys of their role, to act on their behalf; null if not active. */
export async function findPerson(ctx: Pick<Context, 'query' | 'site'>, id: string): Promise<Person | null> {
  const [personRow] = await ctx.query(
    sql`select ${columns(user, ['id', { name: 'accountName' }, 'userName', 'roleId', 'departmentId', 'team', 'lineIds', 'isSup'], 'u')}
     from app_user u where u.site_id = ${ctx.site} and u.id = ${id} and u.state = ${options(user.fields.state, 'active')}`,
  )
  if (!personRow) return null
  const keys = await ctx.query(
    sql`select ${columns(menu, ['url'], 'm')} from role r join menu m on m.site_id = r.site_id and r.authority ? m.id::text
     where r.site_id = ${ctx.site} and r.id = ${personRow.roleId} and m.menu_type = ${BUTTON_TYPE}`,
  )
  return { ...personRow, sessionId: '', mustChange: false, mustEnrol: false, keys: new Set(keys.map(({ url }) => url)) }
}

/** Finds an active service account with the keys of its role, to act on its behalf; null if there is none. */
export async function findServiceAccount(ctx: Pick<Context, 'query' | 'site'>, id: string): Promise<Person | null> {
  const [accountRow] = await ctx.query(
    sql`select ${columns(user, ['id', { name: 'accountName' }, 'userName', 'roleId', 'departmentId', 'team', 'lineIds', 'isSup'], 'u')},
       ${columns(role, [{ roleName: 'name' }], 'r')}
     from app_user u join role r on r.site_id = u.site_id and r.id = u.role_id
     where u.site_id = ${ctx.site} and u.id = ${id} and u.user_type = ${options(user.fields.userType, 'service')}
       and u.state = ${options(user.fields.state, 'active')}`,
  )
  if (!accountRow) return null
  const { roleName: _roleName, ...person } = accountRow
  const keys = await ctx.query(
    sql`select ${columns(menu, ['url'], 'm')} from role r join menu m on m.site_id = r.site_id and r.authority ? m.id::text
     where r.site_id = ${ctx.site} and r.id = ${person.roleId} and m.menu_type = ${BUTTON_TYPE}`,
  )
  const noSession = { sessionId: '', mustChange: false, mustEnrol: false }
  return { ...person, ...noSession, keys: new Set(keys.map(({ url }) => url)) }
}

/** Finds the ids of the roles with the given codes. One SQL statement. */
export async function findRoleIds(ctx: Context, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const roles = await ctx.query(
    sql`select ${columns(role, ['id', 'code'])} from role where site_id = ${ctx.site} and code = any(${codes})`,
  )
  return new Map(roles.map(({ id, code }) => [code, id]))
}
