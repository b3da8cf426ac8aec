/** Queries of roles, for other areas. */
import type { Context } from '@/server/context'
import { columns, sql } from '@/server/sql'
import { role } from '../../contract/role'

/** Finds the ids of roles by code. One SQL statement. */
export async function findRoleIds(ctx: Context, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const roles = await ctx.query(
    sql`select ${columns(role, ['id', 'code'])} from role where site_id = ${ctx.site} and code = any(${codes})`,
  )
  return new Map(roles.map(({ id, code }) => [code, id]))
}
