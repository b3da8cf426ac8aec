import type { Context } from '@/server/context'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { contains } from '@/server/search'
import { columns, computed, limit, options, sql } from '@/server/sql'
import { user } from '../../contract/user'

export interface PeopleAsked {
  /** Part of a name, as a pattern of `ilike`. */
  readonly like: string | null
  /** Only these people, the most frequent first. */
  readonly named?: readonly { readonly id: string; readonly count: number }[]
  /** People who may no longer sign in too. */
  readonly blockedToo?: boolean
  /** Only people whose role has one of these keys of the menu. */
  readonly holding?: readonly string[]
}
const MOST = 500

/** The user name, which is half of a login, is told to everybody where two of those chosen from have the same name, and nowhere else. */
export const nameToTellApart = sql`case when count(*) over (partition by account_name) > 1 then user_name end`

/** People by name; an id that is nobody's is passed over. `count` says how often they were named before, where that was asked. */
export const peopleToChoose = (ctx: Context, { like, named, blockedToo = false, holding: keys }: PeopleAsked) => {
  const holding = keys ?? null
  const counts = named ? JSON.stringify(named) : null
  return ctx.query(
    sql`select ${columns(user, ['id', { note: 'nickname' }], 'p')},
     ${computed<{ label: string; code: string | null; count: number | null }>`${buildLocalizedFieldSql(user, 'accountName', ctx.language, 'p')} as label, ${nameToTellApart} as code, n.count`}
     from app_user p left join jsonb_to_recordset(${counts}::jsonb) as n(id text, count int) on n.id = p.id::text
     where p.site_id = ${ctx.site} and (${counts}::jsonb is null or n.id is not null) and (${blockedToo} or p.state = ${options(user.fields.state, 'active')})
       and (${like}::text is null or ${contains('p.account_name', like)} or ${contains('p.account_name_en', like)} or ${contains('p.user_name', like)})
       and (${holding}::text[] is null or p.is_sup or exists (select 1 from role r join menu m on m.site_id = r.site_id and r.authority ? m.id::text
         where r.site_id = ${ctx.site} and r.id = p.role_id and m.menu_type = 4 and m.url = any(${holding})))
     order by n.count desc, label, p.id ${limit(MOST)}`,
  )
}

/** People of a role who may sign in, at most 500. One statement. */
export async function activeInRole(ctx: Context, roleId: string): Promise<string[]> {
  const rows = await ctx.query(
    sql`select ${columns(user, ['id'])} from app_user where site_id = ${ctx.site} and role_id = ${roleId} and state = ${options(user.fields.state, 'active')} ${limit(MOST)}`,
  )
  return rows.map(({ id }) => id)
}
