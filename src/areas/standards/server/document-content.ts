import { getEmptyValue, type Fields } from '@/contract/field'
import type { AnyRow } from '@/contract/resource'
import type { Context } from '@/server/context'
import { assertRowsExist } from '@/plant/server/plant'

/** Returns the empty value of each content field. */
const buildEmptyContent = (content: Fields): AnyRow =>
  Object.fromEntries(Object.entries(content).map(([name, field]) => [name, getEmptyValue(field)]))
/** Fills in the defaults of missing fields in list lines. */
export const fillLineDefaults = (content: Fields, values: AnyRow): AnyRow =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = content[name]
      if (field?.kind !== 'list' || !Array.isArray(value)) return [name, value]
      const defaults = buildEmptyContent(field.of)
      const getFilledEntries = (line: AnyRow) =>
        Object.entries(line).filter(([, lineValue]) => lineValue !== undefined && lineValue !== null)
      return [name, value.map((line: AnyRow) => ({ ...defaults, ...Object.fromEntries(getFilledEntries(line)) }))]
    }),
  )

/**
 * Asserts that the rows referenced by list lines exist. Foreign keys cover references of the row itself.
 * @throws a not-found error
 */
export async function assertLineReferencesExist(ctx: Context, content: Fields, values: AnyRow): Promise<void> {
  for (const [name, field] of Object.entries(content)) {
    if (field.kind !== 'list') continue
    const lines = (values[name] ?? []) as readonly AnyRow[]
    for (const [lineFieldName, { kind, ...fieldOptions }] of Object.entries(field.of)) {
      if (kind !== 'reference' || !('to' in fieldOptions)) continue
      const ids = lines.flatMap((line) => (line[lineFieldName] as string | null | undefined) ?? [])
      if (ids.length) await assertRowsExist(ctx, fieldOptions.to, ids, name)
    }
  }
}
