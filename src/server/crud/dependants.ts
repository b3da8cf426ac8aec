import { refuse } from '@/contract/errno'
import type { Fields } from '@/contract/field'
import type { Resource } from '@/contract/resource'
import { loadNames } from './load-names'
import { getStatements } from './statements'
import type { Context } from '../context'
import type { KitContext } from './operations'

/** Counting stops here: the message needs no exact larger number. */
const MAX_COUNTED_USES = 1000

/**
 * Refuses if rows of any area refer to this one, including references within lists, which no foreign key guards.
 * @param name resource of the row   @param label name of the row in the message
 * @throws `contract:errors.inUseElsewhere`
 */
export async function assertUnused(ctx: Context, name: string, id: string, label: string): Promise<void> {
  const places = [...(ctx as KitContext).app.resources.values()].map((resource) => ({
    resource,
    fields: resource.fields,
  }))
  const count = await countUses(ctx, places, name, id)
  if (count > 0) throw refuse('contract:errors.inUseElsewhere', { name: label, count })
}

/**
 * Finds resources that refer to `target` in editable fields without a foreign key. Fields written by the server are
 * history and do not prevent removal.
 */
function findListingResources(resources: Iterable<Resource>, target: string): Resource[] {
  return [...resources].filter((resource) => Object.keys(getChoosingFields(resource.fields, target)).length > 0)
}
function getChoosingFields(fields: Fields, target: string): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, field]) =>
        !field.readonly &&
        !field.hidden &&
        (field.kind === 'references'
          ? field.to === target
          : field.kind === 'list' &&
            Object.values(field.of).some((part) => part.kind === 'reference' && part.to === target)),
    ),
  )
}

/**
 * Refuses to remove a row that is chosen in a list of another row, e.g. a remark in a certificate template. Foreign
 * keys guard all other references.
 * @throws `contract:errors.inUseElsewhere`
 */
export async function assertNotListed(ctx: Context, resource: Resource, id: string): Promise<void> {
  const listingResources = findListingResources((ctx as KitContext).app.resources.values(), resource.name)
  if (listingResources.length === 0) return
  await ctx.rows.lock(resource, id, { blockReferences: true })
  const places = listingResources.map((one) => ({
    resource: one,
    fields: getChoosingFields(one.fields, resource.name),
  }))
  const count = await countUses(ctx, places, resource.name, id)
  if (count === 0) return
  const names = await loadNames(ctx, resource.name, [id])
  throw refuse('contract:errors.inUseElsewhere', { name: names[id] ?? '', count })
}

/**
 * Counts other rows that refer to a row in one of the fields, at most `MAX_COUNTED_USES` per field, in one statement.
 */
async function countUses(
  ctx: Context,
  places: readonly { readonly resource: Resource; readonly fields: Fields }[],
  target: string,
  id: string,
): Promise<number> {
  const values: unknown[] = [ctx.site, id]
  const counts = places.flatMap(({ resource, fields }) => {
    const { table, column } = getStatements(resource)
    const notItself = resource.name === target ? ' and id <> $2' : ''
    return buildUseConditions(fields, column, target, id, values).map(
      (condition) =>
        `select count(*)::int as n from (select 1 from ${table} where site_id = $1${notItself} and ${condition} limit ${MAX_COUNTED_USES}) used`,
    )
  })
  if (counts.length === 0) return 0
  const [sum] = await ctx.query<{ n: number | null }>(
    `select sum(n)::int as n from (${counts.join(' union all ')}) counts where $2::uuid is not null`,
    values,
  )
  return sum?.n ?? 0
}

function buildUseConditions(
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
