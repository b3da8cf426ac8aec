import type { Context, Person } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { menu, role } from '../../contract/role'
import { user } from '../../contract/user'

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
  const { roleName: _, ...person } = accountRow
  const keys = await ctx.query(
    sql`select ${columns(menu, ['url'], 'm')} from role r join menu m on m.site_id = r.site_id and r.authority ? m.id::text
     where r.site_id = ${ctx.site} and r.id = ${person.roleId} and m.menu_type = 4`,
  )
  const noSession = { sessionId: '', mustChange: false, mustEnrol: false }
  return { ...person, ...noSession, keys: new Set(keys.map(({ url }) => url)) }
}
