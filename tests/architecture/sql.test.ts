import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { getTableColumns } from 'drizzle-orm'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { getStatements } from '@/server/crud/statements'
import { systemTables } from '@/server/db/system'

// SQL takes states from the rules and columns from the contract (`src/server/sql`), so that neither is typed twice.
const root = resolve(import.meta.dirname, '../../src')
const resources = areaContracts.flatMap((area) => area.resources)
const statesOf = new Map(
  resources.map((r) => [
    r.table,
    new Set(
      Object.entries(r.fields).flatMap(([name, f]) => (/state$/i.test(name) && f.kind === 'choice' ? f.options : [])),
    ),
  ]),
)
const allStates = new Set([...statesOf.values()].flatMap((states) => [...states]))
const columnsOf = new Map<string, Set<string>>([
  ...resources.map(
    (r) =>
      [
        r.table,
        new Set(['site_id', ...Object.values(getStatements(r).columnByField).map((c) => c.replaceAll('"', ''))]),
      ] as const,
  ),
  ...Object.entries(systemTables).map(
    ([name, t]) =>
      [
        name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
        new Set(Object.values(getTableColumns(t)).map((c) => c.name)),
      ] as const,
  ),
])
const plainColumns = new Set([...columnsOf.values()].flatMap((columns) => [...columns]))

/** Areas that still write states or columns by hand, with the maximum number of places; the numbers only fall. */
const statesByHand: Record<string, number> = { demo: 23 }
const columnsByHand: Record<string, number> = { demo: 26 }

const isSql =
  /\b(select|from|join|where|insert into|update|delete from|order by|returning)\s|\b\w*state\s*(=|<>|in\b|not in\b)/
interface Written {
  file: string
  area: string
  text: string
}
/** The SQL texts of a file, each separately, with `${}` for a value or other SQL. */
function sqlIn(file: string): Written[] {
  const statements: Written[] = []
  const area = /^(?:areas\/)?(\w+)/.exec(file)![1]!
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    const n = node as { type?: string; value?: unknown; quasis?: { value: { cooked: string | null } }[] }
    const text =
      n.type === 'TemplateLiteral'
        ? n.quasis!.map((q) => q.value.cooked ?? '').join('${}')
        : n.type === 'Literal' && typeof n.value === 'string'
          ? n.value
          : ''
    if (isSql.test(text)) statements.push({ file, area, text })
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program)
  return statements
}
const written = ['server', 'plant/server', 'demo', ...readdirSync(join(root, 'areas')).map((a) => `areas/${a}/server`)]
  .flatMap((folder) => {
    try {
      return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(folder, name).replaceAll('\\', '/'))
    } catch {
      return []
    }
  })
  .flatMap(sqlIn)

const tablesIn = (text: string): { table: string; alias: string }[] =>
  [...text.matchAll(/\b(?:from|join|into|update|using|,)\s+"?([a-z_]+)"?(?:\s+(?:as\s+)?([a-z]\w*))?/g)]
    .map((m) => ({ table: m[1]!, alias: m[2] ?? m[1]! }))
    .filter(({ table }) => columnsOf.has(table))
/** States written as SQL literals, `'a'` or `'{a,b}'`; a literal at the start of a select list is a label of its rows. */
function handwrittenStates({ text }: Written): string[] {
  const tables = tablesIn(text)
  const states = tables.length > 0 ? tables.flatMap(({ table }) => [...(statesOf.get(table) ?? [])]) : [...allStates]
  if (!/state/.test(text)) return []
  return [...text.matchAll(/(?<!\bselect )'\{?([A-Za-z,]+)\}?'/g)]
    .flatMap((m) => m[1]!.split(','))
    .filter((literal) => states.includes(literal))
}
const handwrittenColumns = ({ text }: Written): string[] =>
  [...text.matchAll(/(?<![\w."'])(?:[a-z]\w*\.)?([a-z_]+) as "([a-z]+[A-Z]\w*)"/g)]
    .filter((m) => plainColumns.has(m[1]!))
    .map((m) => m[0])
/** `s.started_at` if the table of `s` has no such column. */
function unknownColumns({ text }: Written): string[] {
  const tables = tablesIn(text)
  return [...text.matchAll(/(?<![\w."'$])([a-z]\w*)\.([a-z_]+)\b(?!\()/g)]
    .filter(([, alias, column]) => {
      const of = tables.filter((t) => t.alias === alias)
      return of.length > 0 && !of.some(({ table }) => columnsOf.get(table)!.has(column!))
    })
    .map((m) => m[0])
}

function countByArea(find: (sql: Written) => string[]): Record<string, string[]> {
  const by: Record<string, string[]> = {}
  for (const one of written) {
    const found = find(one)
    if (found.length > 0) (by[one.area] ??= []).push(...found.map((what) => `${one.file}: ${what}`))
  }
  return by
}
/** Areas with more handwritten SQL than allowed, and clean areas that are still listed. */
function beyond(found: Record<string, string[]>, allowed: Record<string, number>) {
  return [
    ...Object.entries(found).flatMap(([area, list]) => (list.length > (allowed[area] ?? 0) ? list : [])),
    ...Object.keys(allowed)
      .filter((area) => !found[area])
      .map((area) => `${area} is done: take it off the list`),
  ]
}

describe('SQL', () => {
  test('is found in the sources', () => {
    expect(written.length).toBeGreaterThan(250)
    expect(handwrittenStates({ file: '', area: '', text: `select 1 from line_stop where state = 'standing'` })).toEqual(
      ['standing'],
    )
    expect(handwrittenStates({ file: '', area: '', text: `state = any('{standing,explained}')` })).toEqual([
      'standing',
      'explained',
    ])
    expect(
      handwrittenColumns({ file: '', area: '', text: 'select s.line_id as "lineId", max(at) as "lastAt"' }),
    ).toEqual(['s.line_id as "lineId"'])
    expect(unknownColumns({ file: '', area: '', text: 'select s.begun_at, s.id from line_stop s' })).toEqual([
      's.begun_at',
    ])
  })
  test('takes the states of a life cycle from the rules', () => {
    expect(beyond(countByArea(handwrittenStates), statesByHand)).toEqual([])
  })
  test('takes plain columns from the contract', () => {
    expect(beyond(countByArea(handwrittenColumns), columnsByHand)).toEqual([])
  })
  test('names only existing columns', () => {
    expect(countByArea(unknownColumns)).toEqual({})
  })
})
