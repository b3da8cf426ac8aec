import type { Context } from '@/server/context'
import { wordSql } from '@/server/crud/refs'
import { role } from '../../contract/role'

const MOST = 500
/** People whose account is active and whose role gives them a key, by name, the one above all roles last; `detail` is the role. At most 500. @param among only of these */
export const activeHoldersOf = (
  ctx: Context,
  key: string,
  among?: readonly string[],
): Promise<{ id: string; label: string; detail: string | null }[]> =>
  ctx.query(
    `select u.id, u.account_name as label, ${wordSql(role, 'name', ctx.language, 'r')} as detail from app_user u join role r on r.site_id = u.site_id and r.id = u.role_id
   where u.site_id = $1 and u.state = 'active' ${among ? 'and u.id = any($3::uuid[])' : ''}
     and (u.is_sup or exists (select 1 from menu m where m.site_id = r.site_id and m.menu_type = 4 and m.url = $2 and r.authority ? m.id::text))
   order by u.is_sup, label limit ${MOST}`,
    [ctx.site, key, ...(among ? [among] : [])],
  )
