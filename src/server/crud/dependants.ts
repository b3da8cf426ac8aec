import { refuse } from '@/contract/errno'
import type { Fields } from '@/contract/field'
import type { Resource } from '@/contract/resource'
import { loadNames } from './refs'
import { getStatements } from './statements'
import type { Context } from '../context'
import type { AppContext } from './operations'

/** Uses are counted up to this number, because the message need not be exact beyond it. */
const MAX_COUNTED_USES = 1000

/**
 * Asserts that no row of any area refers to this row, not even within a list, where no foreign key guards the reference.
 * @param resourceName resource of the row
 * @param label name of the row in the message
 * @throws `contract:errors.inUseElsewhere`
 */
export async function assertUnused(ctx: Context, resourceName: string, id: string, label: string): Promise<void> {
  const referrers = [...(ctx as AppContext).app.resources.values()].map((resource) => ({
    resource,
    fields: resource.fields,
  }))
  const count = await countUses(ctx, referrers, resourceName, id)
  if (count > 0) throw refuse('contract:errors.inUseElsewhere', { name: label, count })
}

/**
 * Finds resources that refer to the named resource in editable fields without a foreign key. Fields written by the server
 * are history and do not prevent removal.
 */
function findReferringResources(resources: Iterable<Resource>, targetName: string): Resource[] {
  return [...resources].filter(
    (resource) => Object.keys(getUnguardedReferenceFields(resource.fields, targetName)).length > 0,
  )
}
function getUnguardedReferenceFields(fields: Fields, targetName: string): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, field]) =>
        !field.readonly &&
        !field.hidden &&
        (field.kind === 'references'
          ? field.to === targetName
          : field.kind === 'list' &&
            Object.values(field.of).some(
              (entryField) => entryField.kind === 'reference' && entryField.to === targetName,
            )),
    ),
  )
}

/**
 * Asserts that no list of another row refers to a row that is to be removed, e.g. a remark in a certificate template.
 * Foreign keys guard all other references.
 * @throws `contract:errors.inUseElsewhere`
 */
export async function assertNoUnguardedReferences(ctx: Context, resource: Resource, id: string): Promise<void> {
  const referringResources = findReferringResources((ctx as AppContext).app.resources.values(), resource.name)
  if (referringResources.length === 0) return
  await ctx.rows.lock(resource, id, { blockReferences: true })
  const referrers = referringResources.map((referringResource) => ({
    resource: referringResource,
    fields: getUnguardedReferenceFields(referringResource.fields, resource.name),
  }))
  const count = await countUses(ctx, referrers, resource.name, id)
  if (count === 0) return
  const names = await loadNames(ctx, resource.name, [id])
  throw refuse('contract:errors.inUseElsewhere', { name: names[id] ?? '', count })
}

/**
 * Counts other rows that refer to a row in one of the fields, at most `MAX_COUNTED_USES` per field, in one statement.
 */
async function countUses(
  ctx: Context,
  referrers: readonly { readonly resource: Resource; readonly fields: Fields }[],
  targetName: string,
  id: string,
): Promise<number> {
  const values: unknown[] = [ctx.site, id]
  const countQueries = referrers.flatMap(({ resource, fields }) => {
    const { table, columnByField } = getStatements(resource)
    const excludeItselfCondition = resource.name === targetName ? ' and id <> $2' : ''
    return buildUseConditions(fields, columnByField, targetName, id, values).map(
      (condition) =>
        `select count(*)::int as n from (select 1 from ${table} where site_id = $1${excludeItselfCondition} and ${condition} limit ${MAX_COUNTED_USES}) used`,
    )
  })
  if (countQueries.length === 0) return 0
  const [sum] = await ctx.query<{ n: number | null }>(
    `select sum(n)::int as n from (${countQueries.join(' union all ')}) counts where $2::uuid is not null`,
    values,
  )
  return sum?.n ?? 0
}

function buildUseConditions(
  fields: Fields,
  columnByField: Record<string, string>,
  targetName: string,
  id: string,
  values: unknown[],
): string[] {
  return Object.entries(fields).flatMap(([name, field]): string[] => {
    if (field.kind === 'reference') return field.to === targetName ? [`${columnByField[name]} = $2`] : []
    if (field.kind === 'references') return field.to === targetName ? [`${columnByField[name]} ? $2::text`] : []
    if (field.kind !== 'list') return []
    return Object.entries(field.of)
      .filter(([, entryField]) => entryField.kind === 'reference' && entryField.to === targetName)
      .map(
        ([entryFieldName]) =>
          `${columnByField[name]} @> $${values.push(JSON.stringify([{ [entryFieldName]: id }]))}::jsonb`,
      )
  })
}
