import type { Context } from '@/server/context'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { contains } from '@/server/search'
import { columns, computed, limit, options, sql } from '@/server/sql'
import { user } from '../../contract/user'

export interface PeopleQuery {
  /** Pattern of `ilike` that a name must match. */
  readonly like: string | null
  /** Restricts the list to these people, the most frequent first. */
  readonly frequentPeople?: readonly { readonly id: string; readonly count: number }[]
  /** Also lists people who may no longer sign in. */
  readonly includeBlocked?: boolean
  /** Restricts the list to people whose role holds one of these permission keys. */
  readonly roleKeys?: readonly string[]
}
const MAX_PEOPLE = 500

/**
 * The user name if two listed people have the same name, else null. It is half of a login, so it is not shown
 * otherwise.
 */
export const disambiguatingName = sql`case when count(*) over (partition by account_name) > 1 then user_name end`

/** Lists people by name and skips unknown ids. `count` repeats the frequency given in `frequentPeople`. */
export const listSelectablePeople = (
  ctx: Context,
  { like, frequentPeople, includeBlocked = false, roleKeys: keys }: PeopleQuery,
) => {
  const requiredKeys = keys ?? null
  const countsJson = frequentPeople ? JSON.stringify(frequentPeople) : null
  return ctx.query(
    sql`select ${columns(user, ['id', { note: 'nickname' }], 'p')},
     ${computed<{ label: string; code: string | null; count: number | null }>`${buildLocalizedFieldSql(user, 'accountName', ctx.language, 'p')} as label, ${disambiguatingName} as code, n.count`}
     from app_user p left join jsonb_to_recordset(${countsJson}::jsonb) as n(id text, count int) on n.id = p.id::text
     where p.site_id = ${ctx.site} and (${countsJson}::jsonb is null or n.id is not null) and (${includeBlocked} or p.state = ${options(user.fields.state, 'active')})
       and (${like}::text is null or ${contains('p.account_name', like)} or ${contains('p.account_name_en', like)} or ${contains('p.user_name', like)})
       and (${requiredKeys}::text[] is null or p.is_sup or exists (select 1 from role r join menu m on m.site_id = r.site_id and r.authority ? m.id::text
         where r.site_id = ${ctx.site} and r.id = p.role_id and m.menu_type = 4 and m.url = any(${requiredKeys})))
     order by n.count desc, label, p.id ${limit(MAX_PEOPLE)}`,
  )
}

/** Lists the ids of active people of a role, at most 500. One statement. */
export async function listActivePeopleInRole(ctx: Context, roleId: string): Promise<string[]> {
  const rows = await ctx.query(
    sql`select ${columns(user, ['id'])} from app_user where site_id = ${ctx.site} and role_id = ${roleId} and state = ${options(user.fields.state, 'active')} ${limit(MAX_PEOPLE)}`,
  )
  return rows.map(({ id }) => id)
}
