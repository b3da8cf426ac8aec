import type { Resource } from '@/contract/resource'
import type { Context } from '../context'
import { getStatements } from './statements'
import { limit, sql, Sql } from '../sql'

/**
 * True if a row has this value in the field.
 * @param author `person` counts only rows that a person, not a job, wrote or changed
 */
export async function hasRowWithValue(
  ctx: Context,
  resource: Resource,
  field: string,
  value: string,
  author: 'anybody' | 'person',
): Promise<boolean> {
  const { table, columnByField } = getStatements(resource)
  const [matchingRow] = await ctx.query(
    sql`select 1 from ${new Sql([table])} r where site_id = ${ctx.site} and ${new Sql([columnByField[field]!])} = ${value} and (${author}::text = 'anybody' or created_by is not null
      or exists (select from operation_log l where l.site_id = r.site_id and l.resource = ${resource.name} and l.row_id = r.id::text and l.user_id is not null)) ${limit(1)}`,
  )
  return matchingRow !== undefined
}
