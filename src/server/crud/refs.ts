import type { Field, Fields } from '@/contract/field'
import type { Language } from '@/contract/language'
import { type Resource, baseFields } from '@/contract/resource'
import type { ListScope } from './list'
import { joinSql, sql, Sql } from '../sql'
import { getStatements } from './statements'
import type { Context } from '../context'
import type { AppContext } from './operations'

/** Display names by id. A Map, because V8 would intern each id that is used as an object key. */
export type NamesById = ReadonlyMap<string, string>

/** Loads display names of all rows that the given rows refer to, with one query per resource. */
export async function loadNamesOfReferences(
  scope: ListScope,
  resource: Resource,
  rows: readonly Record<string, unknown>[],
): Promise<NamesById> {
  const idsByResource = new Map<string, Set<string>>()
  const fields = getReferenceFields(resource)
  for (const row of rows) collectReferencedIds(fields, row, idsByResource)
  const namesByResource = await Promise.all(
    [...idsByResource].map(([name, ids]) => findNamesById(scope, name, [...ids])),
  )
  return namesByResource.length === 1 ? namesByResource[0]! : new Map(namesByResource.flatMap((names) => [...names]))
}
/** Like `loadNamesOfReferences`, but returns an object. */
export const loadRefs = async (
  scope: ListScope,
  resource: Resource,
  rows: readonly Record<string, unknown>[],
): Promise<Record<string, string>> => Object.fromEntries(await loadNamesOfReferences(scope, resource, rows))
/** Loads display names of rows of one resource. */
export const loadRowNames = async (scope: ListScope, name: string, ids: string[]): Promise<Record<string, string>> =>
  Object.fromEntries(await findNamesById(scope, name, ids))

async function findNamesById(scope: ListScope, name: string, ids: string[]): Promise<NamesById> {
  if (ids.length === 0) return new Map()
  const cache = scope.cache
  if (!cache) return queryNames(scope, name, ids)
  return cache.getNames(name, hasLanguageDependentNames(scope, name) ? scope.language : null, ids, (missing) =>
    queryNames(scope, name, missing),
  )
}
async function queryNames(scope: ListScope, name: string, ids: string[]): Promise<NamesById> {
  const resource = scope.findResource(name)
  if (!resource) return new Map()
  const statements = getStatements(resource)
  if (getTitleReferences(resource).length > 0) return queryComposedNames(scope, resource, ids)
  const rows = await scope.query(
    sql<{ id: string; label: string }>`
      select id, ${buildLabelSql(resource, scope)} as label from ${new Sql([statements.table])}
      where site_id = ${scope.site} and id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row.label]))
}
/** Returns index and resource of each reference in a resource's title, e.g. a roll set is named after its jumbo roll. */
const getTitleReferences = (resource: Resource): readonly (readonly [number, string])[] =>
  resource.title.flatMap((name, i) => {
    const field = resource.fields[name]
    return field?.kind === 'reference' ? [[i, field.to] as const] : []
  })
/** Loads names that contain other rows' names in place of their ids. */
async function queryComposedNames(scope: ListScope, resource: Resource, ids: string[]): Promise<NamesById> {
  const statements = getStatements(resource)
  const rows = await scope.query(
    sql<{ id: string; parts: (string | null)[] }>`
      select id, jsonb_build_array(${joinSql(resource.title.map((name) => sql`(${buildLabelPartSql(resource, name, scope)})::text`))}) as parts
      from ${new Sql([statements.table])} where site_id = ${scope.site} and id = any(${ids}::uuid[])`,
  )
  const namesByPart = await Promise.all(
    getTitleReferences(resource).map(
      async ([i, resourceName]) =>
        [i, await findNamesById(scope, resourceName, [...new Set(rows.flatMap((row) => row.parts[i] ?? []))])] as const,
    ),
  )
  for (const row of rows)
    for (const [i, names] of namesByPart) row.parts[i] = names.get(row.parts[i] ?? '') ?? row.parts[i] ?? null
  return new Map(rows.map((row) => [row.id, row.parts.filter((part) => part !== null).join(' ')]))
}
/** Loads English display names of referenced rows, for resources whose names depend on the language. */
export async function loadEnglishNames(
  scope: ListScope,
  resource: Resource,
  rows: readonly Record<string, unknown>[],
): Promise<Record<string, string>> {
  const idsByResource = new Map<string, Set<string>>()
  const fields = getReferenceFields(resource).filter(([, field]) =>
    getReferencedResources({ field }).some((name) => hasLanguageDependentNames(scope, name)),
  )
  for (const row of rows) collectReferencedIds(fields, row, idsByResource)
  const englishScope: ListScope = { ...scope, language: 'en', t: scope.translations.t('en') }
  const namesByResource = await Promise.all(
    [...idsByResource]
      .filter(([name]) => hasLanguageDependentNames(scope, name))
      .map(([name, ids]) => loadRowNames(englishScope, name, [...ids])),
  )
  return Object.assign({}, ...namesByResource) as Record<string, string>
}
/** True if the names of a resource, or the names they contain, depend on the language. */
export function hasLanguageDependentNames(scope: Pick<ListScope, 'findResource'>, name: string): boolean {
  const resource = scope.findResource(name)
  return (
    resource !== undefined &&
    (Object.keys(resource.englishFields).length > 0 ||
      resource.title.some((fieldName) => resource.fields[fieldName]?.kind === 'choice') ||
      getTitleReferences(resource).some(
        ([, referencedName]) => referencedName !== name && hasLanguageDependentNames(scope, referencedName),
      ))
  )
}

/** Language, time zone and texts (`t`) of the person who reads a name. */
export interface LabelReader {
  readonly language: Language
  readonly timeZone: string
  t(key: string): string
}
/**
 * Builds the SQL of a row's display name, with moments to the minute and choices in words.
 * @param tableAlias alias of the table
 */
export const buildLabelSql = (resource: Resource, reader: LabelReader, tableAlias?: string): Sql =>
  new Sql([
    `concat_ws(' ', ${resource.title.map((name) => buildLabelPartSql(resource, name, reader, tableAlias)).join(', ')})`,
  ])
function buildLabelPartSql(
  resource: Resource,
  name: string,
  { language, timeZone, t }: LabelReader,
  tableAlias?: string,
): Sql {
  const fieldSql = buildLocalizedFieldSql(resource, name, language, tableAlias)
  const field = resource.fields[name]!
  if (field.kind === 'choice') {
    const cases = field.options.map(
      (option) =>
        `when ${quoteLiteral(option)} then ${quoteLiteral(t(`${resource.area}:${resource.name}.options.${name}.${option}`))}`,
    )
    return new Sql([`case ${fieldSql} ${cases.join(' ')} end`])
  }
  if (field.kind !== 'moment') return fieldSql
  return new Sql([`to_char(${fieldSql} at time zone ${quoteLiteral(timeZone)}, 'YYYY-MM-DD HH24:MI')`])
}
const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`
/** Builds the SQL of a field in the reader's language: the SQL form of the contract's `getFieldInLanguage`. */
export function buildLocalizedFieldSql(
  resource: Resource,
  field: string,
  language: Language,
  tableAlias?: string,
): Sql {
  const getColumn = (name: string) =>
    `${tableAlias ? `${tableAlias}.` : ''}${getStatements(resource).columnByField[name]}`
  const englishField = resource.englishFields[field]
  if (englishField === undefined || (language === 'zh' && resource.fields[field]!.required))
    return new Sql([getColumn(field)])
  const [preferredField, otherField] = language === 'en' ? [englishField, field] : [field, englishField]
  return new Sql([`coalesce(${getColumn(preferredField)}, ${getColumn(otherField)})`])
}

function collectReferencedIds(
  fields: readonly (readonly [string, Field])[],
  row: Record<string, unknown>,
  idsByResource: Map<string, Set<string>>,
): void {
  for (const [name, field] of fields) {
    const value = row[name]
    if (value == null) continue
    if (field.kind === 'reference') addIds(idsByResource, field.to, [value as string])
    else if (field.kind === 'references') addIds(idsByResource, field.to, value as string[])
    else if (field.kind === 'list')
      for (const item of value as Record<string, unknown>[])
        collectReferencedIds(Object.entries(field.of), item, idsByResource)
  }
}
function addIds(idsByResource: Map<string, Set<string>>, name: string, ids: string[]): void {
  const resourceIds = idsByResource.get(name) ?? new Set()
  for (const id of ids) resourceIds.add(id)
  idsByResource.set(name, resourceIds)
}
/** Returns all resources whose names a list with these fields shows. Cached, because every list asks for it. */
export function getReferencedResources(fields: Fields): readonly string[] {
  let resources = referencedResourcesCache.get(fields)
  if (!resources)
    referencedResourcesCache.set(
      fields,
      (resources = [...new Set(Object.values({ ...baseFields, ...fields }).flatMap(getResourcesOfField))]),
    )
  return resources
}
const referencedResourcesCache = new WeakMap<Fields, readonly string[]>()
const getResourcesOfField = (f: Field): readonly string[] =>
  f.kind === 'reference' || f.kind === 'references' ? [f.to] : f.kind === 'list' ? getReferencedResources(f.of) : []
/** Returns the fields of a resource that hold references, including lists with references in their entries. */
export function getReferenceFields(resource: Resource): readonly (readonly [string, Field])[] {
  let referenceFields = referenceFieldsCache.get(resource)
  if (!referenceFields)
    referenceFieldsCache.set(
      resource,
      (referenceFields = Object.entries({ ...baseFields, ...resource.fields }).filter(([, f]) => isReferenceField(f))),
    )
  return referenceFields
}
const referenceFieldsCache = new WeakMap<Resource, readonly (readonly [string, Field])[]>()
const isReferenceField = (f: Field): boolean =>
  f.kind === 'reference' || f.kind === 'references' || (f.kind === 'list' && Object.values(f.of).some(isReferenceField))

/** Converts a request context to the scope of a list. */
export const toListScope = (ctx: Context): ListScope => ({
  query: ctx.query,
  site: ctx.site,
  language: ctx.language,
  timeZone: ctx.timeZone,
  t: ctx.t,
  translations: (ctx as AppContext).app.translations,
  findResource: (name) => (ctx as AppContext).app.resources.get(name),
  person: ctx.person,
})

/** Loads display names of rows of a resource by id. */
export const loadNames = (
  ctx: Context,
  resource: string,
  ids: readonly (string | null | undefined)[],
): Promise<Record<string, string>> =>
  loadRowNames(toListScope(ctx), resource, [...new Set(ids.flatMap((id) => id ?? []))])
/** Loads display names of the rows that a field of other rows refers to. */
export const loadReferencedNames = <F extends string>(
  ctx: Context,
  resource: string,
  rows: readonly { readonly [K in F]?: string | null | undefined }[],
  field: F,
): Promise<Record<string, string>> =>
  loadNames(
    ctx,
    resource,
    rows.map((row) => row[field]),
  )
