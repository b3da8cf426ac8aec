import { isSameValue } from '@/contract/merge-edits'
import { toSearchText } from '@/contract/language'
import type { Resource } from '@/contract/resource'
import type { Context } from '../context'
import type { WorksheetInput } from '../excel/convert-rows'
import { getStatements } from './statements'

/** A stored row and its version, as known before or after a write. */
export interface RowVersion {
  readonly id: string
  readonly version: number
}

interface ExistingRow extends RowVersion {
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
/** A field of a worksheet row and the text of a stored row that it should have. */
export interface SimilarCode {
  readonly field: string
  readonly storedText: string
}
/**
 * Loads the stored rows whose unique texts equal those of the inputs except for case and width, and returns a function
 * that finds the one of an input. TP1 and tp1 would become two records that no import can tell apart.
 */
export async function loadSimilarCodes(
  ctx: Context,
  resource: Resource,
  inputs: readonly WorksheetInput[],
): Promise<(input: Readonly<Record<string, unknown>>) => SimilarCode | null> {
  const { table, columnByField } = getStatements(resource)
  const toKey = (names: readonly string[], row: Readonly<Record<string, unknown>>): string | null => {
    const values = names.map((name) => row[name])
    return values.some((value) => value === null || value === undefined)
      ? null
      : JSON.stringify(values.map((value) => (typeof value === 'string' ? toSearchText(value) : value)))
  }
  const uniqueKeys = resource.unique.flatMap((names) => {
    const textField = names.find((name) => {
      const field = resource.fields[name]!
      return field.kind === 'text' && !field.readonly && !field.hidden
    })
    return textField ? [{ names, textField, storedRows: new Map<string, Record<string, unknown>[]>() }] : []
  })
  for (const { names, textField, storedRows } of uniqueKeys) {
    const texts = inputs.flatMap(({ input }) => (typeof input[textField] === 'string' ? [input[textField]] : []))
    if (texts.length === 0) continue
    const columns = names.map((name) => `${columnByField[name]} as "${name}"`)
    const rows = await ctx.query(
      `select ${columns.join(', ')} from ${table} where site_id = $1 and lower(normalize(${columnByField[textField]}::text, nfkc)) = any($2)`,
      [ctx.site, [...new Set(texts.map(toSearchText))]],
    )
    for (const row of rows) {
      const key = toKey(names, row)
      if (key !== null) storedRows.set(key, [...(storedRows.get(key) ?? []), row])
    }
  }
  return (input) => {
    for (const { names, textField, storedRows } of uniqueKeys) {
      const key = toKey(names, input)
      const similarRows = (key === null ? undefined : storedRows.get(key)) ?? []
      // An equal row is refused by the database.
      if (similarRows.length > 0 && similarRows.every((row) => row[textField] !== input[textField]))
        return { field: textField, storedText: String(similarRows[0]![textField]) }
    }
    return null
  }
}
/** True if a row has all parts of the import key. Rows with an incomplete key may repeat. */
export const hasCompleteKey = (resource: Resource, input: Readonly<Record<string, unknown>>): boolean =>
  resource.importKey.length > 0 && resource.importKey.every((name) => input[name] != null)
/** Builds the key by which a row of the worksheet and a stored row match. */
export const buildImportKey = (resource: Resource, input: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(resource.importKey.map((n) => input[n] ?? null))
