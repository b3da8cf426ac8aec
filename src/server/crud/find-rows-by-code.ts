import type { Resource } from '@/contract/resource'
import type { Context } from '../context'
import type { AppContext } from './operations'
import { buildLabelSql } from './refs'
import { getStatements } from './statements'
import { joinSql, limit, sql, Sql } from '../sql'

/** Declares how a scanned or typed code finds rows of a resource. Each area lists its lookups in `defineServer`. */
export interface CodeLookup {
  /** The kind of label that carries the code. */
  readonly kind: string
  readonly resource: Resource
  /** The text field that holds the code, or `list.field` if each entry of a list has its own. */
  readonly codeField: string
}
/** A row found by its code. */
export interface RowByCode {
  readonly kind: string
  readonly resource: string
  readonly id: string
  /** Display name of the row. */
  readonly label: string
}
/** Maximum number of rows per kind of label; nobody looks through more. */
const MAX_ROWS_PER_KIND = 20

/**
 * Finds the rows of all areas that carry a code in one query. Labels are in the reader's language.
 * @param kind kind of label; null searches all kinds
 */
export async function findRowsByCode(ctx: Context, code: string, kind: string | null): Promise<RowByCode[]> {
  const sources = (ctx as AppContext).app.codeLookups.filter((source) => kind === null || source.kind === kind)
  if (sources.length === 0) return []
  const lookupQueries = sources.map(
    (source) =>
      sql`(select ${source.kind}::text as kind, ${source.resource.name}::text as resource, id, ${buildLabelSql(source.resource, ctx)} as label
        from ${new Sql([getStatements(source.resource).table])} where site_id = ${ctx.site} and ${buildCodeCondition(source, code)} ${limit(MAX_ROWS_PER_KIND)})`,
  )
  return ctx.query(sql<RowByCode>`${joinSql(lookupQueries, ' union all ')}`)
}
function buildCodeCondition({ resource, codeField }: CodeLookup, code: string): Sql {
  const [field = '', entryField] = codeField.split('.')
  const column = getStatements(resource).columnByField[field]
  if (!column) throw new Error(`${resource.name} has no field ${field} to be found by`)
  const columnSql = new Sql([column])
  return entryField
    ? sql`${columnSql} @> jsonb_build_array(jsonb_build_object(${entryField}::text, ${code}::text))`
    : sql`${columnSql} = ${code}`
}
