import type { Field, Fields } from '@/contract/field'
import type { Resource } from '@/contract/resource'
import { baseFields } from '@/contract/resource'
import type { ListScope } from './list'
import { statementsOf } from './sql'

/** Display names of every row that the given rows refer to, by id: one query for each resource referred to. */
export async function refsOf(scope: ListScope, r: Resource, rows: readonly Record<string, unknown>[]): Promise<Record<string, string>> {
  const wanted = new Map<string, Set<string>>()
  for (const row of rows) collect({ ...baseFields, ...r.fields }, row, wanted)
  const named = await Promise.all([...wanted].map(([name, ids]) => namesOf(scope, name, [...ids])))
  return Object.assign({}, ...named) as Record<string, string>
}

/** Display names of some rows of one resource. */
export async function namesOf(scope: ListScope, name: string, ids: string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  return scope.kept ? scope.kept.names(name, ids, (missing) => readNames(scope, name, missing)) : readNames(scope, name, ids)
}
async function readNames(scope: ListScope, name: string, ids: string[]): Promise<Record<string, string>> {
  const target = scope.resource(name)
  if (!target) return {}
  const s = statementsOf(target)
  const rows = await scope.query<{ id: string; label: string }>(`select id, ${labelSql(target)} as label from ${s.table} where site_id = $1 and id = any($2::uuid[])`, [scope.site, ids])
  return Object.fromEntries(rows.map((row) => [row.id, row.label]))
}
/** SQL of a row's display name. */
export const labelSql = (target: Resource): string => `concat_ws(' ', ${target.title.map((n) => statementsOf(target).column[n]).join(', ')})`

function collect(fields: Fields, row: Record<string, unknown>, into: Map<string, Set<string>>): void {
  for (const [name, field] of Object.entries(fields) as [string, Field][]) {
    const value = row[name]
    if (value == null) continue
    if (field.kind === 'reference') add(into, field.to, [value as string])
    else if (field.kind === 'references') add(into, field.to, value as string[])
    else if (field.kind === 'list') for (const item of value as Record<string, unknown>[]) collect(field.of, item, into)
  }
}
function add(into: Map<string, Set<string>>, name: string, ids: string[]): void {
  const known = into.get(name) ?? new Set()
  for (const id of ids) known.add(id)
  into.set(name, known)
}
/** Every resource that a list of `r` shows names of. */
export const referredBy = (fields: Fields): string[] =>
  [...new Set(Object.values({ ...baseFields, ...fields }).flatMap((f: Field) => f.kind === 'reference' || f.kind === 'references' ? [f.to] : f.kind === 'list' ? referredBy(f.of) : []))]
/** The fields of `r` itself that hold such references, in whatever form. */
export const fieldsThatRefer = (fields: Fields): string[] =>
  Object.entries({ ...baseFields, ...fields }).filter(([, f]: [string, Field]) => f.kind === 'reference' || f.kind === 'references' || (f.kind === 'list' && ownReferences(f.of).length > 0)).map(([name]) => name)
const ownReferences = (of: Fields): string[] => Object.values(of).flatMap((f: Field) => (f.kind === 'reference' || f.kind === 'references' ? [f.to] : f.kind === 'list' ? ownReferences(f.of) : []))
