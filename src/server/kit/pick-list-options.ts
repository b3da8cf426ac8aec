import { MAX_PICK_LIST_OPTIONS, resourceOptions } from '@/contract/kit'
import { errno, Refusal, refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import { getNewestFirstField, type Resource } from '@/contract/resource'
import type { Context } from '../context'
import type { AppContext } from '../crud/operations'
import { buildLabelSql, buildLocalizedFieldSql, loadNames } from '../crud/refs'
import { buildOfferedCondition, getStatements } from '../crud/statements'
import { buildContainsSql, buildSearchIndexCondition, findIndexedTrigrams, toSearchPattern } from '../search'
import { canSearchNames, canListResource, canLookUpNames } from './option-rights'
import { handle } from '../area'

/** Logs: nobody refers to their rows, and the search of the app leaves them out. */
export const resourcesWithoutPickList = new Set(['operationLog', 'loginLog', 'uploadLog'])

/**
 * Returns names for a pick-list, by keyword or by ids. People who may list the rows also find them by the list's search
 * fields. Rows without a name yet, e.g. a roll being wound, are not offered.
 * @throws errno.forbidden if none of the person's lists and forms refers to such rows
 */
export const listPickListOptions = handle(resourceOptions, async (ctx, input) => {
  const { app } = ctx as AppContext
  const person = ctx.person!
  const resource = app.resources.get(input.of)
  if (!resource || resourcesWithoutPickList.has(input.of)) throw refuseInput([{ path: ['of'], code: 'notAnOption' }])
  const ids = input.ids ? parseIds(input.ids) : null
  const mayReadNames = ids ? canLookUpNames(app, person, input.of) : canSearchNames(app, person, input.of)
  if (!mayReadNames) throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: input.of } })
  const optionIds = ids ?? (await searchIds(ctx, resource, input.keyword, canListResource(app, person, input.of)))
  const names = await loadNames(ctx, input.of, optionIds)
  return optionIds.flatMap((id) => (names[id] === undefined ? [] : [{ id, label: names[id] }]))
})
const MAX_REQUESTED_IDS = 500
function parseIds(idList: string): string[] {
  const ids = idList.split(',')
  if (!ids.every(isUuid) || ids.length > MAX_REQUESTED_IDS) throw refuseInput([{ path: ['ids'], code: 'badId' }])
  return ids
}

/** Searches rows of a resource by name, newest first. */
export async function searchNames(
  ctx: Context,
  resource: Resource,
  keyword: string,
  maxRows: number,
): Promise<{ id: string; label: string }[]> {
  const ids = (await searchIds(ctx, resource, keyword, false)).slice(0, maxRows)
  const names = await loadNames(ctx, resource.name, ids)
  return ids.flatMap((id) => (names[id] === undefined ? [] : [{ id, label: names[id] }]))
}
async function searchIds(
  ctx: Context,
  resource: Resource,
  keyword: string | null | undefined,
  includesSearchFields: boolean,
): Promise<string[]> {
  const statements = getStatements(resource)
  const pattern = toSearchPattern(keyword)
  const titleColumns = resource.title.map((name) => buildLocalizedFieldSql(resource, name, ctx.language))
  const values: unknown[] = [ctx.site, pattern]
  // The index contains the searched fields only; a keyword may extend over several fields of a longer title.
  const isTitleIndexed = resource.title.length === 1 && resource.search.includes(resource.title[0]!)
  const trigrams = isTitleIndexed ? await findIndexedTrigrams(ctx, resource, keyword) : []
  const indexCondition = buildSearchIndexCondition(resource, trigrams, (value) => `$${values.push(value)}`)
  const conditions = [
    `site_id = $1${buildOfferedCondition(resource)}`,
    `${buildLabelSql(resource, ctx)} <> ''`,
    ...(indexCondition === null ? [] : [indexCondition]),
    `($2::text is null or ${buildNameCondition(ctx, resource, includesSearchFields)})`,
  ]
  const rows = await ctx.query<{ id: string }>(
    `select id from ${statements.table} where ${conditions.join(' and ')} order by ${[...buildNewestFirstOrder(resource), ...titleColumns].join(', ')}, id limit ${MAX_PICK_LIST_OPTIONS}`,
    values,
  )
  return rows.map(({ id }) => id)
}
function buildNewestFirstOrder(resource: Resource): string[] {
  const newestField = getNewestFirstField(resource)
  return newestField === null ? [] : [`${getStatements(resource).columnByField[newestField]} desc nulls last`]
}
/**
 * Builds the condition that a row's name contains `$2`. Referenced rows in the title are searched by their own names.
 */
function buildNameCondition(
  ctx: Context,
  resource: Resource,
  includesSearchFields: boolean,
  visitedResources: readonly string[] = [],
): string {
  const statements = getStatements(resource)
  const { title, englishFields: english, search } = resource
  const nameFields = [
    ...title,
    ...title.flatMap((name) => english[name] ?? []),
    ...(includesSearchFields ? search : []),
  ]
  const conditions = [...new Set(nameFields)].map((name) => {
    const field = resource.fields[name]!
    if (field.kind !== 'reference') return buildContainsSql(`${statements.columnByField[name]}::text`, '$2')
    const referencedResource = (ctx as AppContext).app.resources.get(field.to)
    if (!referencedResource || visitedResources.includes(field.to)) return 'false'
    const referencedNameCondition = buildNameCondition(ctx, referencedResource, false, [
      ...visitedResources,
      resource.name,
    ])
    return `${statements.columnByField[name]} in (select id from ${getStatements(referencedResource).table} where site_id = $1 and ${referencedNameCondition})`
  })
  return `(${[...conditions, buildContainsSql(`(${buildLabelSql(resource, ctx)})`, '$2')].join(' or ')})`
}
