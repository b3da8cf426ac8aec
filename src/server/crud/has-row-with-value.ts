import type { Resource } from '@/contract/resource'
import type { Context } from '../context'
import { getStatements } from './statements'

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
    `select 1 from ${table} r where site_id = $1 and ${columnByField[field]} = $2 and ($3 = 'anybody' or created_by is not null
       or exists (select from operation_log l where l.site_id = r.site_id and l.resource = $4 and l.row_id = r.id::text and l.user_id is not null)) limit 1`,
    [ctx.site, value, author, resource.name],
  )
  return matchingRow !== undefined
}
