import type { EndpointInput } from '@/contract/endpoint'
import { MAX_PICK_LIST_OPTIONS, type resourceOptions } from '@/contract/kit'
import { errno, Refusal, refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import { getNewestFirstField, type Resource } from '@/contract/resource'
import type { Context } from '../context'
import type { KitContext } from '../crud/operations'
import { buildLabelSql, buildLocalizedFieldSql } from '../crud/refs'
import { loadNames } from '../crud/load-names'
import { buildOfferedCondition, getStatements } from '../crud/statements'
import { containsSql, toSearchPattern } from '../search'
import { canChooseResource, canListResource, canNameResource } from './option-rights'

/** Resources without a pick-list: logs. */
const unlistedResources = new Set(['operationLog', 'loginLog', 'uploadLog'])

/**
 * Returns names for a pick-list, by keyword or by ids. People who may list the rows also find them by the list's search
 * fields. Rows without a name yet, e.g. a roll being wound, are not offered.
 * @throws 401 if none of the person's lists and forms refers to such rows
 */
export async function listPickOptions(
  ctx: Context,
  input: EndpointInput<typeof resourceOptions>,
): Promise<{ id: string; label: string }[]> {
  const { app } = ctx as KitContext
  const person = ctx.person!
  const target = app.resources.get(input.of)
  if (!target || unlistedResources.has(input.of)) throw refuseInput([{ path: ['of'], code: 'notAnOption' }])
  const ids = input.ids ? parseIds(input.ids) : null
  if (!(ids ? canNameResource : canChooseResource)(app, person, input.of))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: input.of } })
  const optionIds = ids ?? (await searchIds(ctx, target, input.keyword, canListResource(app, person, input.of)))
  const names = await loadNames(ctx, input.of, optionIds)
  return optionIds.flatMap((id) => (names[id] === undefined ? [] : [{ id, label: names[id] }]))
}
function parseIds(idList: string): string[] {
  const ids = idList.split(',')
  if (!ids.every(isUuid) || ids.length > 500) throw refuseInput([{ path: ['ids'], code: 'badId' }])
  return ids
}

async function searchIds(
  ctx: Context,
  target: Resource,
  keyword: string | null | undefined,
  includesSearchFields: boolean,
): Promise<string[]> {
  const statements = getStatements(target)
  const pattern = toSearchPattern(keyword)
  const titleColumns = target.title.map((name) => buildLocalizedFieldSql(target, name, ctx.language))
  const rows = await ctx.query<{ id: string }>(
    `select id from ${statements.table} where site_id = $1${buildOfferedCondition(target)} and ${buildLabelSql(target, ctx)} <> '' and ($2::text is null or ${buildNameCondition(ctx, target, includesSearchFields)}) order by ${[...buildNewestFirstOrder(target), ...titleColumns].join(', ')}, id limit ${MAX_PICK_LIST_OPTIONS}`,
    [ctx.site, pattern],
  )
  return rows.map(({ id }) => id)
}
function buildNewestFirstOrder(target: Resource): string[] {
  const newestField = getNewestFirstField(target)
  return newestField === null ? [] : [`${getStatements(target).column[newestField]} desc nulls last`]
}
/**
 * Builds the condition that a row's name contains `$2`. Referenced rows in the title are searched by their own names.
 */
function buildNameCondition(
  ctx: Context,
  target: Resource,
  includesSearchFields: boolean,
  visitedResources: readonly string[] = [],
): string {
  const statements = getStatements(target)
  const { title, englishFields: english, search } = target
  const nameFields = [
    ...title,
    ...title.flatMap((name) => english[name] ?? []),
    ...(includesSearchFields ? search : []),
  ]
  const conditions = [...new Set(nameFields)].map((name) => {
    const field = target.fields[name]!
    if (field.kind !== 'reference') return containsSql(`${statements.column[name]}::text`, '$2')
    const to = (ctx as KitContext).app.resources.get(field.to)
    if (!to || visitedResources.includes(field.to)) return 'false'
    const inner = buildNameCondition(ctx, to, false, [...visitedResources, target.name])
    return `${statements.column[name]} in (select id from ${getStatements(to).table} where site_id = $1 and ${inner})`
  })
  return `(${[...conditions, containsSql(`(${buildLabelSql(target, ctx)})`, '$2')].join(' or ')})`
}
