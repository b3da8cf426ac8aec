import type { Fields } from '@/contract/field'
import type { AnyRow } from '@/contract/resource'
import type { Context } from '@/server/context'
import { assertRowsExist } from '@/plant/server/plant'

/**
 * Checks that the rows referenced by list lines exist; foreign keys cover references of the row itself.
 * @throws 4006
 */
export async function mustKnowLines(ctx: Context, content: Fields, given: AnyRow): Promise<void> {
  for (const [name, field] of Object.entries(content)) {
    if (field.kind !== 'list') continue
    const lines = (given[name] ?? []) as readonly AnyRow[]
    for (const [part, { kind, ...of }] of Object.entries(field.of)) {
      if (kind !== 'reference' || !('to' in of)) continue
      const ids = lines.flatMap((line) => (line[part] as string | null | undefined) ?? [])
      if (ids.length) await assertRowsExist(ctx, of.to, ids, name)
    }
  }
}
