import type { EndpointOutput } from '@/contract/endpoint'
import { MAX_FOUND_ROWS, searchRows } from '@/contract/kit'
import type { Resource } from '@/contract/resource'
import type { Context } from '../context'
import type { AppContext } from '../crud/operations'
import { findRowsByCode, type RowByCode } from '../crud/find-rows-by-code'
import { SerializedJson } from '../crud/list-cache'
import { loadNames } from '../crud/refs'
import { handle } from '../area'
import { canListResource, canSearchNames } from './option-rights'
import { searchNames, resourcesWithoutPickList } from './pick-list-options'

type FoundRow = EndpointOutput<typeof searchRows>['rows'][number]

/** Searches rows of several resources, so that a search in the app needs one call. */
export const handleSearch = handle(searchRows, async (ctx, { of, keyword }) => {
  const rows: FoundRow[] = []
  // One after the other, because the embedded database has one connection, and one search must not occupy a whole pool.
  for (const name of new Set(of.split(','))) rows.push(...(await searchResource(ctx, name, keyword)))
  const rowByCode = new Map<string, RowByCode>()
  // Numbers are in upper case, codes in the case in which somebody entered them.
  for (const code of new Set([keyword.trim(), keyword.trim().toUpperCase()]))
    for (const row of await findRowsByCode(ctx, code, null)) rowByCode.set(row.id, row)
  return { rows, codes: [...rowByCode.values()].map(({ resource, id, label }) => ({ resource, id, label })) }
})

/** Searches a resource by its list, or by name for people who may not list it. */
async function searchResource(ctx: Context, name: string, keyword: string): Promise<FoundRow[]> {
  const { app } = ctx as AppContext
  const person = ctx.person!
  const resource = app.resources.get(name)
  if (!resource || resourcesWithoutPickList.has(name)) return []
  if (canListResource(app, person, name)) return searchList(ctx, resource, keyword)
  if (!canSearchNames(app, person, name)) return []
  const options = await searchNames(ctx, resource, keyword, MAX_FOUND_ROWS)
  return options.map((option) => ({ resource: name, ...option, details: [] }))
}

interface ListAnswer {
  readonly list: readonly Readonly<Record<string, unknown>>[]
  readonly refs: Readonly<Record<string, string>>
}
/** A row whose title has only one field, such as a number, also shows the names of rows that it refers to: at most 3. */
const MAX_DETAILS = 3
async function searchList(ctx: Context, resource: Resource, keyword: string): Promise<FoundRow[]> {
  // Calls the handler of the list endpoint, because an area may replace it with one that withholds rows or fields.
  const { run } = (ctx as AppContext).app.endpoints.get(`${resource.name}.list`)!
  const answer = await run(ctx, { keyword, size: MAX_FOUND_ROWS })
  const { list, refs }: ListAnswer =
    answer instanceof SerializedJson ? JSON.parse(answer.json.toString()) : (answer as ListAnswer)
  const ids = list.map(({ id }) => String(id))
  const names = await loadNames(ctx, resource.name, ids)
  const detailFields =
    resource.title.length > 1 ? [] : resource.filters.filter((field) => resource.fields[field]?.kind === 'reference')
  return list.map((row) => {
    const id = String(row['id'])
    const details = detailFields.flatMap((field) => refs[String(row[field])] ?? []).slice(0, MAX_DETAILS)
    return { resource: resource.name, id, label: names[id] ?? '', details }
  })
}
