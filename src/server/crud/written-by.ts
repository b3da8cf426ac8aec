import type { Resource } from '@/contract/resource'
import type { Context } from '../context'
import { statementsOf } from './sql'

/**
 * True if a row has this value in the field.
 * @param by `person` counts only rows that a person, not a job, wrote or changed
 */
export async function isWritten(
  ctx: Context,
  resource: Resource,
  field: string,
  value: string,
  by: 'anybody' | 'person',
): Promise<boolean> {
  const { table, column } = statementsOf(resource)
  const [found] = await ctx.query(
    `select 1 from ${table} r where site_id = $1 and ${column[field]} = $2 and ($3 = 'anybody' or created_by is not null
       or exists (select from operation_log l where l.site_id = r.site_id and l.resource = $4 and l.row_id = r.id::text and l.user_id is not null)) limit 1`,
    [ctx.site, value, by, resource.name],
  )
  return found !== undefined
}
