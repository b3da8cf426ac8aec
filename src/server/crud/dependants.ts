import { refuse } from '@/contract/errno'
import type { Fields } from '@/contract/field'
import { statementsOf } from './sql'
import type { Context } from '../context'
import type { KitContext } from './operations'

/** Counting stops here: the sentence needs no more. */
const MOST = 1000

/**
 * Refuses when rows of any area refer to this one, also from within lists, which no foreign key guards.
 * @param name resource of the row   @param label what the sentence calls it
 */
export async function mustBeUnused(ctx: Context, name: string, id: string, label: string): Promise<void> {
  const values: unknown[] = [ctx.site, id]
  const counts = [...(ctx as KitContext).app.resources.values()].flatMap((resource) => {
    const { table, column } = statementsOf(resource)
    const own = resource.name === name ? ' and id <> $2' : ''
    return conditionsOf(resource.fields, column, name, id, values).map(
      (condition) =>
        `select count(*)::int as n from (select 1 from ${table} where site_id = $1${own} and ${condition} limit ${MOST}) used`,
    )
  })
  if (!counts.length) return
  const [sum] = await ctx.query<{ n: number }>(
    `select sum(n)::int as n from (${counts.join(' union all ')}) counts where $2::uuid is not null`,
    values,
  )
  if (sum?.n) throw refuse('contract:errors.inUseElsewhere', { name: label, count: sum.n })
}

function conditionsOf(
  fields: Fields,
  column: Record<string, string>,
  target: string,
  id: string,
  values: unknown[],
): string[] {
  return Object.entries(fields).flatMap(([name, field]): string[] => {
    if (field.kind === 'reference') return field.to === target ? [`${column[name]} = $2`] : []
    if (field.kind === 'references') return field.to === target ? [`${column[name]} ? $2::text`] : []
    if (field.kind !== 'list') return []
    return Object.entries(field.of)
      .filter(([, part]) => part.kind === 'reference' && part.to === target)
      .map(([part]) => `${column[name]} @> $${values.push(JSON.stringify([{ [part]: id }]))}::jsonb`)
  })
}
