import type { Resource } from '@/contract/resource'
import type { Context } from '../context'
import type { KitContext } from './operations'
import { labelSql } from './refs'
import { statementsOf } from './sql'

/** Declares how a scanned or typed code finds rows of a resource. Each area lists its own in `defineServer`. */
export interface CodeSource {
  /** The kind of label that carries the code. */
  readonly kind: string
  readonly resource: Resource
  /** The text field that holds the code, or `list.field` if each entry of a list has its own. */
  readonly by: string
}
export interface FoundByCode {
  readonly kind: string
  readonly resource: string
  readonly id: string
  readonly label: string
}
/** More rows of one kind than anybody would look through. */
const MOST = 20

/**
 * Finds the rows of all areas that carry a code in one query. Labels are in the reader's language.
 * @param kind kind of label; null searches all kinds
 */
export async function rowsByCode(ctx: Context, code: string, kind: string | null): Promise<FoundByCode[]> {
  const asked = (ctx as KitContext).app.codes.filter((source) => kind === null || source.kind === kind)
  if (asked.length === 0) return []
  const lookups = asked.map(
    (source) =>
      `(select '${source.kind}' as kind, '${source.resource.name}' as resource, id, ${labelSql(source.resource, ctx)} as label
        from ${statementsOf(source.resource).table} where site_id = $1 and ${bears(source)} limit ${MOST})`,
  )
  return ctx.query<FoundByCode & Record<string, unknown>>(lookups.join(' union all '), [ctx.site, code])
}
function bears({ resource, by }: CodeSource): string {
  const [field = '', inList] = by.split('.')
  const column = statementsOf(resource).column[field]
  if (!column) throw new Error(`${resource.name} has no field ${field} to be found by`)
  return inList ? `${column} @> jsonb_build_array(jsonb_build_object('${inList}', $2::text))` : `${column} = $2::text`
}
