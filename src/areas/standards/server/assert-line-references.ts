import type { Fields } from '@/contract/field'
import type { AnyRow } from '@/contract/resource'
import type { Context } from '@/server/context'
import { assertRowsExist } from '@/plant/server/plant'

/**
 * Checks that the rows referenced by list lines exist; foreign keys cover references of the row itself.
 * @throws 4006
 */
export async function assertLineReferencesExist(ctx: Context, content: Fields, values: AnyRow): Promise<void> {
  for (const [name, field] of Object.entries(content)) {
    if (field.kind !== 'list') continue
    const lines = (values[name] ?? []) as readonly AnyRow[]
    for (const [part, { kind, ...fieldOptions }] of Object.entries(field.of)) {
      if (kind !== 'reference' || !('to' in fieldOptions)) continue
      const ids = lines.flatMap((line) => (line[part] as string | null | undefined) ?? [])
      if (ids.length) await assertRowsExist(ctx, fieldOptions.to, ids, name)
    }
  }
}
