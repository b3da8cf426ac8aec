import type { Context, Person } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { menu } from '../../contract/role'
import { user } from '../../contract/user'

/** Finds an active person with the keys of their role, to act on their behalf; null if not active. Two statements. */
export async function findPerson(ctx: Pick<Context, 'query' | 'site'>, id: string): Promise<Person | null> {
  const [personRow] = await ctx.query(
    sql`select ${columns(user, ['id', { name: 'accountName' }, 'userName', 'roleId', 'departmentId', 'team', 'lineIds', 'isSup'], 'u')}
     from app_user u where u.site_id = ${ctx.site} and u.id = ${id} and u.state = ${options(user.fields.state, 'active')}`,
  )
  if (!personRow) return null
  const keys = await ctx.query(
    sql`select ${columns(menu, ['url'], 'm')} from role r join menu m on m.site_id = r.site_id and r.authority ? m.id::text
     where r.site_id = ${ctx.site} and r.id = ${personRow.roleId} and m.menu_type = 4`,
  )
  return { ...personRow, sessionId: '', mustChange: false, mustEnrol: false, keys: new Set(keys.map(({ url }) => url)) }
}
