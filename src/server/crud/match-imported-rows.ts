import { isSameValue } from '@/contract/merge-edits'
import type { Resource } from '@/contract/resource'
import type { Context } from '../context'
import type { WorksheetInput } from '../excel/convert-rows'
import { getStatements } from './statements'

/** Id and version of a stored row, before or after a write. */
export interface RowVersion {
  readonly id: string
  readonly version: number
}

export interface ExistingRow extends RowVersion {
  readonly values: Record<string, unknown>
}
/** Loads the stored rows whose first import-key field has a value of the worksheet, by match key. */
export async function loadExistingRows(
  ctx: Context,
  resource: Resource,
  inputs: readonly WorksheetInput[],
  getMatchKey: (row: Record<string, unknown>) => string,
): Promise<Map<string, ExistingRow[]>> {
  if (!resource.importKey.length) return new Map()
  const statements = getStatements(resource)
  const firstKeyField = resource.importKey[0]!
  const firstKeyValues = [...new Set(inputs.map(({ input }) => input[firstKeyField]).filter((v) => v != null))]
  const rows = await ctx.query(
    `select ${statements.columns} from ${statements.table} where site_id = $1 and ${statements.columnByField[firstKeyField]} = any($2)`,
    [ctx.site, firstKeyValues],
  )
  const rowsByKey = new Map<string, ExistingRow[]>()
  for (const row of rows) {
    const existingRow = { id: String(row['id']), version: Number(row['version']), values: row }
    rowsByKey.set(getMatchKey(row), [...(rowsByKey.get(getMatchKey(row)) ?? []), existingRow])
  }
  return rowsByKey
}
/**
 * Removes and returns the stored row that matches a worksheet row: a row with equal values, else a row with an equal key,
 * else the first candidate.
 */
export function takeMatchingRow(
  resource: Resource,
  candidates: ExistingRow[],
  input: Record<string, unknown>,
): ExistingRow | undefined {
  const toNullIfEmpty = (value: unknown): unknown =>
    value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value
  const findIndexWithEqual = (names: readonly string[]) =>
    candidates.findIndex(({ values }) =>
      names.every((name) => isSameValue(toNullIfEmpty(input[name]), toNullIfEmpty(values[name]))),
    )
  const exactIndex = findIndexWithEqual(Object.keys(input))
  const bestIndex = exactIndex === -1 ? findIndexWithEqual(resource.importKey) : exactIndex
  return candidates.splice(Math.max(0, bestIndex), 1)[0]
}
/** True if a row has all parts of the import key. Rows with an incomplete key may repeat. */
export const hasCompleteKey = (resource: Resource, input: Readonly<Record<string, unknown>>): boolean =>
  resource.importKey.length > 0 && resource.importKey.every((name) => input[name] != null)
/** Builds the match key of a row. A row of the worksheet matches a stored row with the same key. */
export const buildImportKey = (resource: Resource, input: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(resource.importKey.map((n) => input[n] ?? null))
