import type { Context } from '@/server/context'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { columns, computed, limit, options, sql } from '@/server/sql'
import { menu, role } from '../../contract/role'
import { user } from '../../contract/user'
import { BUTTON_TYPE } from '../../rules/menu-tree'

const MAX_PEOPLE = 500
/**
 * Lists at most 500 active people who hold a permission key, by name, super users last. `detail` is the name of the
 * role.
 * @param candidateIds restricts the list to these ids
 */
export const listPeopleWithPermission = (
  ctx: Context,
  key: string,
  candidateIds?: readonly string[],
): Promise<{ id: string; label: string; detail: string | null }[]> =>
  ctx.query(
    sql`select ${columns(user, ['id'], 'u')}, ${computed<{ label: string; detail: string }>`${buildLocalizedFieldSql(user, 'accountName', ctx.language, 'u')} as label, ${buildLocalizedFieldSql(role, 'name', ctx.language, 'r')} as detail`}
     from app_user u join role r on r.site_id = u.site_id and r.id = u.role_id
     where u.site_id = ${ctx.site} and u.state = ${options(user.fields.state, 'active')} ${candidateIds ? sql`and u.id = any(${candidateIds}::uuid[])` : sql``}
       and (u.is_sup or exists (select 1 from menu m where m.site_id = r.site_id and m.menu_type = ${BUTTON_TYPE} and m.url = ${key} and r.authority ? m.id::text))
     order by u.is_sup, label ${limit(MAX_PEOPLE)}`,
  )

/**
 * Lists the roles that hold these permission keys, one row per key and role, with the role's name in the reader's
 * language.
 */
export const listRolesHoldingKeys = (ctx: Context, keys: readonly string[]): Promise<{ key: string; role: string }[]> =>
  ctx.query(
    sql`select ${columns(menu, [{ key: 'url' }], 'm')}, ${computed<{ role: string }>`${buildLocalizedFieldSql(role, 'name', ctx.language, 'r')} as role`}
     from menu m join role r on r.site_id = m.site_id and r.authority ? m.id::text
     where m.site_id = ${ctx.site} and m.menu_type = ${BUTTON_TYPE} and m.url = any(${keys})
     order by m.position, r.code`,
  )
