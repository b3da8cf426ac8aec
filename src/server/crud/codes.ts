import type { Resource } from '@/contract/resource'
import type { Context } from '../context'
import type { KitContext } from './operations'
import { labelSql } from './refs'
import { statementsOf } from './sql'

/** Rows that a scanned or typed code finds; named in `defineServer` by the area whose rows they are. */
export interface CodeSource {
  /** The kind of label that bears such a code. */
  readonly kind: string
  readonly resource: Resource
  /** The text field that is the code, or `list.field` where each row of a list has its own. */
  readonly by: string
}
export interface FoundByCode {
  readonly kind: string
  readonly resource: string
  readonly id: string
  readonly label: string
}
/** Of one kind, more than anybody would look through. */
const MOST = 20

/** Rows of all areas that bear a code, of one kind of label or of any; one query, names in the reader's language. */
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
