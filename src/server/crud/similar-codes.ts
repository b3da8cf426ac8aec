/**
 * Refuses codes that differ from a stored code only in case or width: nobody could tell records named TP1 and tp1 apart.
 * Existing records of this kind can still be edited.
 */
import { refuseInput, type Refusal } from '@/contract/errno'
import { toSearchText } from '@/contract/language'
import type { AnyRow, Resource } from '@/contract/resource'
import type { Context } from '../context'
import { getStatements } from './statements'

/** A field of an input whose text differs from a stored text only in case or width. */
interface SimilarCode {
  readonly field: string
  readonly storedText: string
}
interface CodeKey {
  /** Fields of a unique key that people enter. The server sets the other fields of the key, such as the revision. */
  readonly names: readonly string[]
  /** The text field among `names`. */
  readonly textField: string
}
/** Returns the unique keys of a resource with a text that people enter. */
const getCodeKeys = (resource: Resource): CodeKey[] =>
  resource.unique.flatMap((uniqueNames) => {
    const names = uniqueNames.filter((name) => !resource.fields[name]!.readonly && !resource.fields[name]!.hidden)
    // Values of a vocabulary such as shifts are chosen, not typed. The database itself ignores the case of user names.
    const textField = names.find((name) => {
      const field = resource.fields[name]!
      return field.kind === 'text' && !field.vocabulary && !field.ignoreCase
    })
    return textField ? [{ names, textField }] : []
  })
/** Returns the values of a key without regard to case and width; null if one is missing. */
function toComparableKey({ names }: CodeKey, row: AnyRow): string | null {
  const values = names.map((name) => row[name])
  return values.some((value) => value === null || value === undefined)
    ? null
    : JSON.stringify(values.map((value) => (typeof value === 'string' ? toSearchText(value) : value)))
}

/**
 * Loads the stored rows whose unique texts equal texts of the inputs except for case and width. Returns a function that
 * finds the similar code for one input.
 * @param ownId id of the row that the input changes; this row may be similar to the input
 */
export async function loadSimilarCodes(
  ctx: Context,
  resource: Resource,
  inputs: readonly AnyRow[],
  ownId: string | null = null,
): Promise<(input: AnyRow) => SimilarCode | null> {
  await lockCodes(ctx, resource, inputs)
  const storedKeys = await Promise.all(
    getCodeKeys(resource).map(async (key) => ({ key, rows: await loadRowsByKey(ctx, resource, key, inputs, ownId) })),
  )
  return (input) => {
    for (const { key, rows } of storedKeys) {
      const similarRows = rows.get(toComparableKey(key, input) ?? '') ?? []
      // The database itself refuses an equal code.
      if (similarRows.length > 0 && similarRows.every((row) => row[key.textField] !== input[key.textField]))
        return { field: key.textField, storedText: String(similarRows[0]![key.textField]) }
    }
    return null
  }
}
/**
 * Locks the codes of the inputs until the transaction ends. Otherwise two concurrent calls could store TP1 and tp1:
 * neither call sees the row of the other, and for the database the codes differ.
 */
async function lockCodes(ctx: Context, resource: Resource, inputs: readonly AnyRow[]): Promise<void> {
  const keys = getCodeKeys(resource).flatMap((key) =>
    inputs.flatMap((input) => {
      const comparableKey = toComparableKey(key, input)
      return comparableKey === null ? [] : [`${key.textField} ${comparableKey}`]
    }),
  )
  if (keys.length === 0) return
  // Ordered slots, so that two imports cannot deadlock. There are few slots, because the lock table of the server is too
  // small for one lock per row of a large import.
  await ctx.query(
    `select pg_advisory_xact_lock(hashtext($1), slot) from (select distinct mod(hashtext(key), $3::int) as slot from unnest($2::text[]) key order by slot) slots`,
    [`codes ${ctx.site} ${getStatements(resource).table}`, keys, LOCKS_PER_TABLE],
  )
}
const LOCKS_PER_TABLE = 64
async function loadRowsByKey(
  ctx: Context,
  resource: Resource,
  key: CodeKey,
  inputs: readonly AnyRow[],
  ownId: string | null,
): Promise<Map<string, AnyRow[]>> {
  const { table, columnByField } = getStatements(resource)
  const { names, textField } = key
  const texts = new Set(
    inputs.flatMap((input) => (typeof input[textField] === 'string' ? [toSearchText(input[textField])] : [])),
  )
  const rowsByKey = new Map<string, AnyRow[]>()
  if (texts.size === 0) return rowsByKey
  const columns = names.map((name) => `${columnByField[name]} as "${name}"`)
  const rows = await ctx.query(
    `select ${columns.join(', ')} from ${table} where site_id = $1 and lower(normalize(${columnByField[textField]}::text, nfkc)) = any($2) and id is distinct from $3::uuid`,
    [ctx.site, [...texts], ownId],
  )
  for (const row of rows) {
    const comparableKey = toComparableKey(key, row)
    if (comparableKey !== null) rowsByKey.set(comparableKey, [...(rowsByKey.get(comparableKey) ?? []), row])
  }
  return rowsByKey
}
/** Builds the refusal of a code that is similar to a stored one. */
export const buildSimilarCodeRefusal = ({ field, storedText }: SimilarCode): Refusal =>
  refuseInput([{ path: [field], code: 'similarExists', params: { value: storedText.slice(0, 80) } }])

/**
 * Asserts that the code of a new row is not similar to the code of a stored row.
 * @throws errno.exists with the issue `similarExists`
 */
export async function assertNewCodeNotSimilar(ctx: Context, resource: Resource, input: AnyRow): Promise<void> {
  const similarCode = (await loadSimilarCodes(ctx, resource, [input]))(input)
  if (similarCode) throw buildSimilarCodeRefusal(similarCode)
}
/**
 * Asserts that a changed code is not similar to the code of another row; unchanged codes are not checked.
 * @throws errno.exists with the issue `similarExists`
 */
export async function assertChangedCodeNotSimilar(ctx: Context, resource: Resource, input: AnyRow): Promise<void> {
  const keyNames = [...new Set(getCodeKeys(resource).flatMap(({ names }) => names))]
  if (typeof input['id'] !== 'string' || !keyNames.some((name) => input[name] !== undefined)) return
  const { table, columnByField } = getStatements(resource)
  const columns = keyNames.map((name) => `${columnByField[name]} as "${name}"`)
  const [storedRow] = await ctx.query<AnyRow>(
    `select ${columns.join(', ')} from ${table} where site_id = $1 and id = $2`,
    [ctx.site, input['id']],
  )
  if (!storedRow) return
  const changedRow = Object.fromEntries(keyNames.map((name) => [name, input[name] ?? storedRow[name]]))
  if (keyNames.every((name) => changedRow[name] === storedRow[name])) return
  const similarCode = (await loadSimilarCodes(ctx, resource, [changedRow], input['id']))(changedRow)
  if (similarCode) throw buildSimilarCodeRefusal(similarCode)
}
/** True if people enter a unique text of the resource. */
export const hasCodes = (resource: Resource): boolean => getCodeKeys(resource).length > 0
