import { refuseInput, type Issue } from '@/contract/errno'
import type { Resource } from '@/contract/resource'
import type { RowAccessContext } from './audit'
import { getStatements } from './statements'
import { sql, Sql } from '../sql'

/**
 * Asserts that the rows behind references without a foreign key exist: users, rows of the same resource and lists of ids.
 * @throws errno.parameter
 */
export async function assertReferencesExist(
  ctx: RowAccessContext,
  resource: Resource,
  rowValues: Record<string, unknown>,
): Promise<void> {
  const issues: Issue[] = []
  for (const { name, to, table, ids: referencedIds } of getUnguardedReferences(ctx, resource, rowValues)) {
    // The caller exists: the session was just read with the user.
    const ids = to === 'user' ? referencedIds?.filter((id) => id !== ctx.person?.id) : referencedIds
    if (!ids?.length) continue
    const [countedRow] = await ctx.query(
      sql<{ n: number }>`
        select count(*)::int as n from ${new Sql([table])} where site_id = ${ctx.site} and id = any(${ids})`,
    )
    if (countedRow?.n !== new Set(ids).size) issues.push({ path: [name], code: 'unknownId' })
  }
  if (issues.length) throw refuseInput(issues)
}
/** Returns all reference fields without a foreign key; `ids` is null if the field is empty. */
export function getUnguardedReferences(
  ctx: RowAccessContext,
  resource: Resource,
  rowValues: Record<string, unknown>,
): { name: string; to: string; table: string; ids: string[] | null }[] {
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    if (field.kind !== 'reference' && field.kind !== 'references') return []
    if (field.kind === 'reference' && field.to !== 'user' && field.to !== resource.name) return [] // guarded by a foreign key
    const target = ctx.resource(field.to)
    if (!target) return []
    const value = rowValues[name] as string | string[] | null | undefined
    const ids = value == null ? [] : Array.isArray(value) ? value : [value]
    return [{ name, to: field.to, table: getStatements(target).table, ids: ids.length ? ids : null }]
  })
}
