import type { Field, Fields } from '@/contract/field'
import type { Language } from '@/contract/language'
import type { Resource } from '@/contract/resource'
import { baseFields } from '@/contract/resource'
import type { ListScope } from './list'

import { Sql } from '../sql'
import { statementsOf } from './sql'

/** Display names by id. A Map, because V8 would intern each id that is used as an object key. */
export type Names = ReadonlyMap<string, string>

/** Loads display names of all rows that the given rows refer to, with one query per resource. */
export async function namesFor(
  scope: ListScope,
  r: Resource,
  rows: readonly Record<string, unknown>[],
): Promise<Names> {
  const wanted = new Map<string, Set<string>>()
  const fields = referring(r)
  for (const row of rows) collect(fields, row, wanted)
  const named = await Promise.all([...wanted].map(([name, ids]) => namesById(scope, name, [...ids])))
  return named.length === 1 ? named[0]! : new Map(named.flatMap((names) => [...names]))
}
/** Same as `loadNamesOfReferences`, as an object. */
export const refsOf = async (
  scope: ListScope,
  r: Resource,
  rows: readonly Record<string, unknown>[],
): Promise<Record<string, string>> => Object.fromEntries(await namesFor(scope, r, rows))
/** Loads display names of rows of one resource. */
export const namesOf = async (scope: ListScope, name: string, ids: string[]): Promise<Record<string, string>> =>
  Object.fromEntries(await namesById(scope, name, ids))

async function namesById(scope: ListScope, name: string, ids: string[]): Promise<Names> {
  if (ids.length === 0) return new Map()
  const kept = scope.kept
  if (!kept) return readNames(scope, name, ids)
  return kept.names(name, isWorded(scope, name) ? scope.language : null, ids, (missing) =>
    readNames(scope, name, missing),
  )
}
async function readNames(scope: ListScope, name: string, ids: string[]): Promise<Names> {
  const target = scope.resource(name)
  if (!target) return new Map()
  const s = statementsOf(target)
  if (namedAfter(target).length > 0) return namesOfParts(scope, target, ids)
  const rows = await scope.query<{ id: string; label: string }>(
    `select id, ${labelSql(target, scope)} as label from ${s.table} where site_id = $1 and id = any($2::uuid[])`,
    [scope.site, ids],
  )
  return new Map(rows.map((row) => [row.id, row.label]))
}
/** Returns the references in a resource's title, with their position: a roll set is named after its jumbo roll. */
const namedAfter = (target: Resource): readonly (readonly [number, string])[] =>
  target.title.flatMap((name, i) => {
    const field = target.fields[name]
    return field?.kind === 'reference' ? [[i, field.to] as const] : []
  })
/** Loads names that contain other rows' names in place of their ids. */
async function namesOfParts(scope: ListScope, target: Resource, ids: string[]): Promise<Names> {
  const s = statementsOf(target)
  const rows = await scope.query<{ id: string; parts: (string | null)[] }>(
    `select id, jsonb_build_array(${target.title.map((name) => `(${partSql(target, name, scope)})::text`).join(', ')}) as parts from ${s.table} where site_id = $1 and id = any($2::uuid[])`,
    [scope.site, ids],
  )
  const after = await Promise.all(
    namedAfter(target).map(
      async ([i, to]) =>
        [i, await namesById(scope, to, [...new Set(rows.flatMap((row) => row.parts[i] ?? []))])] as const,
    ),
  )
  for (const row of rows)
    for (const [i, names] of after) row.parts[i] = names.get(row.parts[i] ?? '') ?? row.parts[i] ?? null
  return new Map(rows.map((row) => [row.id, row.parts.filter((part) => part !== null).join(' ')]))
}
/** Loads English display names of referenced rows, for resources whose names depend on the language. */
export async function englishNamesOf(
  scope: ListScope,
  r: Resource,
  rows: readonly Record<string, unknown>[],
): Promise<Record<string, string>> {
  const wanted = new Map<string, Set<string>>()
  const fields = referring(r).filter(([, field]) => referredBy({ field }).some((name) => isWorded(scope, name)))
  for (const row of rows) collect(fields, row, wanted)
  const english: ListScope = { ...scope, language: 'en', t: scope.words.t('en') }
  const named = await Promise.all(
    [...wanted].filter(([name]) => isWorded(scope, name)).map(([name, ids]) => namesOf(english, name, [...ids])),
  )
  return Object.assign({}, ...named) as Record<string, string>
}
/** True if the names of a resource, or the names they contain, depend on the language. */
export function isWorded(scope: Pick<ListScope, 'resource'>, name: string): boolean {
  const target = scope.resource(name)
  return (
    target !== undefined &&
    (Object.keys(target.english).length > 0 ||
      target.title.some((part) => target.fields[part]?.kind === 'choice') ||
      namedAfter(target).some(([, to]) => to !== name && isWorded(scope, to)))
  )
}

/** Language, time zone and texts (`t`) of the person who reads a name. */
export interface Reader {
  readonly language: Language
  readonly timeZone: string
  t(key: string): string
}
/**
 * Builds the SQL of a row's display name, with moments to the minute and choices in words.
 * @param from alias of the table
 */
export const labelSql = (target: Resource, reader: Reader, from?: string): Sql =>
  new Sql([`concat_ws(' ', ${target.title.map((name) => partSql(target, name, reader, from)).join(', ')})`])
function partSql(target: Resource, name: string, { language, timeZone, t }: Reader, from?: string): Sql {
  const word = wordSql(target, name, language, from)
  const field = target.fields[name]!
  if (field.kind === 'choice') {
    const cases = field.options.map(
      (option) => `when ${quoted(option)} then ${quoted(t(`${target.area}:${target.name}.options.${name}.${option}`))}`,
    )
    return new Sql([`case ${word} ${cases.join(' ')} end`])
  }
  if (field.kind !== 'moment') return word
  return new Sql([`to_char(${word} at time zone ${quoted(timeZone)}, 'YYYY-MM-DD HH24:MI')`])
}
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
/** Builds the SQL of a field in the reader's language: the SQL form of the contract's `inLanguage`. */
export function wordSql(target: Resource, field: string, language: Language, from?: string): Sql {
  const r = target
  const column = (name: string) => `${from ? `${from}.` : ''}${statementsOf(r).column[name]}`
  const other = r.english[field]
  if (other === undefined || (language === 'zh' && r.fields[field]!.required)) return new Sql([column(field)])
  const [first, second] = language === 'en' ? [other, field] : [field, other]
  return new Sql([`coalesce(${column(first)}, ${column(second)})`])
}

function collect(
  fields: readonly (readonly [string, Field])[],
  row: Record<string, unknown>,
  into: Map<string, Set<string>>,
): void {
  for (const [name, field] of fields) {
    const value = row[name]
    if (value == null) continue
    if (field.kind === 'reference') add(into, field.to, [value as string])
    else if (field.kind === 'references') add(into, field.to, value as string[])
    else if (field.kind === 'list')
      for (const item of value as Record<string, unknown>[]) collect(Object.entries(field.of), item, into)
  }
}
function add(into: Map<string, Set<string>>, name: string, ids: string[]): void {
  const known = into.get(name) ?? new Set()
  for (const id of ids) known.add(id)
  into.set(name, known)
}
/** Returns all resources whose names a list with these fields shows. Cached, because every list asks for it. */
export function referredBy(fields: Fields): readonly string[] {
  let known = referredOf.get(fields)
  if (!known)
    referredOf.set(fields, (known = [...new Set(Object.values({ ...baseFields, ...fields }).flatMap(targetsOf))]))
  return known
}
const referredOf = new WeakMap<Fields, readonly string[]>()
const targetsOf = (f: Field): readonly string[] =>
  f.kind === 'reference' || f.kind === 'references' ? [f.to] : f.kind === 'list' ? referredBy(f.of) : []
/** Returns the fields of a resource that hold references, including lists with references in their entries. */
export function referring(r: Resource): readonly (readonly [string, Field])[] {
  let known = referringOf.get(r)
  if (!known) referringOf.set(r, (known = Object.entries({ ...baseFields, ...r.fields }).filter(([, f]) => refers(f))))
  return known
}
const referringOf = new WeakMap<Resource, readonly (readonly [string, Field])[]>()
const refers = (f: Field): boolean =>
  f.kind === 'reference' || f.kind === 'references' || (f.kind === 'list' && Object.values(f.of).some(refers))
