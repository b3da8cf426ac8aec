import type { Field, Fields } from '@/contract/field'
import type { Language } from '@/contract/language'
import type { Resource } from '@/contract/resource'
import { baseFields } from '@/contract/resource'
import type { ListScope } from './list'

import { Sql } from '../sql'
import { getStatements } from './statements'

/** Display names by id. A Map, because V8 would intern each id that is used as an object key. */
export type NamesById = ReadonlyMap<string, string>

/** Loads display names of all rows that the given rows refer to, with one query per resource. */
export async function loadNamesOfReferences(
  scope: ListScope,
  r: Resource,
  rows: readonly Record<string, unknown>[],
): Promise<NamesById> {
  const idsByResource = new Map<string, Set<string>>()
  const fields = getReferenceFields(r)
  for (const row of rows) collectReferencedIds(fields, row, idsByResource)
  const namesByResource = await Promise.all(
    [...idsByResource].map(([name, ids]) => findNamesById(scope, name, [...ids])),
  )
  return namesByResource.length === 1 ? namesByResource[0]! : new Map(namesByResource.flatMap((names) => [...names]))
}
/** Same as `loadNamesOfReferences`, as an object. */
export const loadRefs = async (
  scope: ListScope,
  r: Resource,
  rows: readonly Record<string, unknown>[],
): Promise<Record<string, string>> => Object.fromEntries(await loadNamesOfReferences(scope, r, rows))
/** Loads display names of rows of one resource. */
export const loadResourceNames = async (
  scope: ListScope,
  name: string,
  ids: string[],
): Promise<Record<string, string>> => Object.fromEntries(await findNamesById(scope, name, ids))

async function findNamesById(scope: ListScope, name: string, ids: string[]): Promise<NamesById> {
  if (ids.length === 0) return new Map()
  const cache = scope.cache
  if (!cache) return queryNames(scope, name, ids)
  return cache.getNames(name, hasLanguageDependentNames(scope, name) ? scope.language : null, ids, (missing) =>
    queryNames(scope, name, missing),
  )
}
async function queryNames(scope: ListScope, name: string, ids: string[]): Promise<NamesById> {
  const target = scope.resource(name)
  if (!target) return new Map()
  const statements = getStatements(target)
  if (getTitleReferences(target).length > 0) return queryComposedNames(scope, target, ids)
  const rows = await scope.query<{ id: string; label: string }>(
    `select id, ${buildLabelSql(target, scope)} as label from ${statements.table} where site_id = $1 and id = any($2::uuid[])`,
    [scope.site, ids],
  )
  return new Map(rows.map((row) => [row.id, row.label]))
}
/** Returns the references in a resource's title, with their position: a roll set is named after its jumbo roll. */
const getTitleReferences = (target: Resource): readonly (readonly [number, string])[] =>
  target.title.flatMap((name, i) => {
    const field = target.fields[name]
    return field?.kind === 'reference' ? [[i, field.to] as const] : []
  })
/** Loads names that contain other rows' names in place of their ids. */
async function queryComposedNames(scope: ListScope, target: Resource, ids: string[]): Promise<NamesById> {
  const statements = getStatements(target)
  const rows = await scope.query<{ id: string; parts: (string | null)[] }>(
    `select id, jsonb_build_array(${target.title.map((name) => `(${buildLabelPartSql(target, name, scope)})::text`).join(', ')}) as parts from ${statements.table} where site_id = $1 and id = any($2::uuid[])`,
    [scope.site, ids],
  )
  const namesByPart = await Promise.all(
    getTitleReferences(target).map(
      async ([i, to]) =>
        [i, await findNamesById(scope, to, [...new Set(rows.flatMap((row) => row.parts[i] ?? []))])] as const,
    ),
  )
  for (const row of rows)
    for (const [i, names] of namesByPart) row.parts[i] = names.get(row.parts[i] ?? '') ?? row.parts[i] ?? null
  return new Map(rows.map((row) => [row.id, row.parts.filter((part) => part !== null).join(' ')]))
}
/** Loads English display names of referenced rows, for resources whose names depend on the language. */
export async function loadEnglishNames(
  scope: ListScope,
  r: Resource,
  rows: readonly Record<string, unknown>[],
): Promise<Record<string, string>> {
  const idsByResource = new Map<string, Set<string>>()
  const fields = getReferenceFields(r).filter(([, field]) =>
    getReferencedResources({ field }).some((name) => hasLanguageDependentNames(scope, name)),
  )
  for (const row of rows) collectReferencedIds(fields, row, idsByResource)
  const englishScope: ListScope = { ...scope, language: 'en', t: scope.words.t('en') }
  const namesByResource = await Promise.all(
    [...idsByResource]
      .filter(([name]) => hasLanguageDependentNames(scope, name))
      .map(([name, ids]) => loadResourceNames(englishScope, name, [...ids])),
  )
  return Object.assign({}, ...namesByResource) as Record<string, string>
}
/** True if the names of a resource, or the names they contain, depend on the language. */
export function hasLanguageDependentNames(scope: Pick<ListScope, 'resource'>, name: string): boolean {
  const target = scope.resource(name)
  return (
    target !== undefined &&
    (Object.keys(target.englishFields).length > 0 ||
      target.title.some((part) => target.fields[part]?.kind === 'choice') ||
      getTitleReferences(target).some(([, to]) => to !== name && hasLanguageDependentNames(scope, to)))
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
 * @param from alias of the table
 */
export const buildLabelSql = (target: Resource, reader: LabelReader, from?: string): Sql =>
  new Sql([`concat_ws(' ', ${target.title.map((name) => buildLabelPartSql(target, name, reader, from)).join(', ')})`])
function buildLabelPartSql(target: Resource, name: string, { language, timeZone, t }: LabelReader, from?: string): Sql {
  const fieldSql = buildLocalizedFieldSql(target, name, language, from)
  const field = target.fields[name]!
  if (field.kind === 'choice') {
    const cases = field.options.map(
      (option) =>
        `when ${quoteLiteral(option)} then ${quoteLiteral(t(`${target.area}:${target.name}.options.${name}.${option}`))}`,
    )
    return new Sql([`case ${fieldSql} ${cases.join(' ')} end`])
  }
  if (field.kind !== 'moment') return fieldSql
  return new Sql([`to_char(${fieldSql} at time zone ${quoteLiteral(timeZone)}, 'YYYY-MM-DD HH24:MI')`])
}
const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`
/** Builds the SQL of a field in the reader's language: the SQL form of the contract's `inLanguage`. */
export function buildLocalizedFieldSql(target: Resource, field: string, language: Language, from?: string): Sql {
  const r = target
  const column = (name: string) => `${from ? `${from}.` : ''}${getStatements(r).column[name]}`
  const other = r.englishFields[field]
  if (other === undefined || (language === 'zh' && r.fields[field]!.required)) return new Sql([column(field)])
  const [first, second] = language === 'en' ? [other, field] : [field, other]
  return new Sql([`coalesce(${column(first)}, ${column(second)})`])
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
      (resources = [...new Set(Object.values({ ...baseFields, ...fields }).flatMap(getFieldTargets))]),
    )
  return resources
}
const referencedResourcesCache = new WeakMap<Fields, readonly string[]>()
const getFieldTargets = (f: Field): readonly string[] =>
  f.kind === 'reference' || f.kind === 'references' ? [f.to] : f.kind === 'list' ? getReferencedResources(f.of) : []
/** Returns the fields of a resource that hold references, including lists with references in their entries. */
export function getReferenceFields(r: Resource): readonly (readonly [string, Field])[] {
  let referenceFields = referenceFieldsCache.get(r)
  if (!referenceFields)
    referenceFieldsCache.set(
      r,
      (referenceFields = Object.entries({ ...baseFields, ...r.fields }).filter(([, f]) => isReferenceField(f))),
    )
  return referenceFields
}
const referenceFieldsCache = new WeakMap<Resource, readonly (readonly [string, Field])[]>()
const isReferenceField = (f: Field): boolean =>
  f.kind === 'reference' || f.kind === 'references' || (f.kind === 'list' && Object.values(f.of).some(isReferenceField))
