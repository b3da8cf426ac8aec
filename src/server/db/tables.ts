import {
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  unique,
  uniqueIndex,
  uuid,
  type PgColumn,
  type PgTableWithColumns,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { emptyOf, isCollection, type Field } from '@/contract/field'
import type { Resource, Row } from '@/contract/resource'
import { columnOf, instant, snake } from './columns'

type ColumnFor<Data, NotNull extends boolean> = PgColumn<{
  name: string
  tableName: string
  dataType: 'custom'
  columnType: 'PgCustomColumn'
  data: Data
  driverParam: unknown
  notNull: NotNull
  hasDefault: boolean
  isPrimaryKey: false
  isAutoincrement: false
  hasRuntimeDefault: false
  enumValues: undefined
  generated: undefined
  identity: undefined
}>
type ColumnsFor<T> = { [K in keyof T]: ColumnFor<Exclude<T[K], null>, null extends T[K] ? false : true> }
/** The Drizzle table of a resource, typed by its fields. */
export type TableOf<R> = PgTableWithColumns<{
  name: string
  schema: undefined
  dialect: 'pg'
  columns: ColumnsFor<Row<R> & { siteId: number }>
}>

const made = new Map<string, { resource: Resource; table: unknown }>()

/**
 * Returns the table of a resource. Every key begins with `site_id`, so that rows of many plants can be spread over
 * nodes.
 */
export function tableOf<R extends Resource>(resource: R): TableOf<R> {
  const r = resource
  const known = made.get(r.name)
  if (known?.resource === r) return known.table as TableOf<R>
  const table = build(r)
  made.set(r.name, { resource: r, table })
  // Built column by column in a loop, which the builder's types cannot express.
  return table as unknown as TableOf<R>
}

function build(r: Resource) {
  const columns: Record<string, unknown> = {
    siteId: integer('site_id').notNull().default(1),
    id: uuid('id').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`now()`),
    updatedAt: instant('updated_at')
      .notNull()
      .default(sql`now()`),
    createdBy: uuid('created_by'),
  }
  for (const [name, field] of Object.entries(r.fields)) columns[name] = constrained(field, snake(name))
  // Likewise: columns by name, of kinds known only at run time.
  return pgTable(r.table, columns as never, (t: Record<string, never>) => [
    primaryKey({ name: `${r.table}_pk`, columns: [t['siteId']!, t['id']!] }),
    ...r.unique.map((names) => uniqueOf(r, names, t)),
    ...indexesOf(r, t),
    ...lookedIn(r).map((name) => {
      const gin = index(`${r.table}_${snake(name)}_idx`).using('gin', sql`${t[name]!} jsonb_path_ops`)
      // Partial, because few rows have entries; queries repeat the condition `<> '[]'`.
      return r.fields[name]?.kind === 'references' ? gin.where(sql`${t[name]!} <> '[]'`) : gin
    }),
    ...referencesOf(r, t),
  ])
}

/** A case-insensitive key cannot be a constraint; as an index the database reports it in the same way. */
function uniqueOf(r: Resource, names: readonly string[], t: Record<string, never>) {
  const name = `${r.table}_${names.map(snake).join('_')}_key`
  const ignores = (n: string) => {
    const f = r.fields[n]
    return f?.kind === 'text' && f.ignoreCase === true
  }
  if (names.some(ignores))
    return uniqueIndex(name).on(t['siteId']!, ...names.map((n) => (ignores(n) ? sql`lower(${t[n]!})` : t[n]!)))
  const key = unique(name).on(t['siteId']!, ...(names.map((n) => t[n]!) as [never]))
  return emptyCounts(r, names) ? key.nullsNotDistinct() : key
}
/**
 * True if an empty part of a key counts as a value: if another part is always filled. E.g. the test of a whole jumbo
 * names no slit roll, and there is one of it. A key that may be entirely empty (a meter's own number) applies only to
 * filled rows.
 */
function emptyCounts(r: Resource, names: readonly string[]): boolean {
  const filled = names.filter((name) => {
    const field = r.fields[name]
    return field && (field.required || (emptyOf(field) ?? null) !== null)
  })
  return filled.length > 0 && filled.length < names.length
}

/** Collections that rows are searched by: declared ones, and references that are a filter. */
const lookedIn = (r: Resource): string[] => [
  ...new Set([...r.containing, ...r.filters.filter((name) => r.fields[name]?.kind === 'references')]),
]

/** Builds the indexes. A filtered list is sorted in the list's own order, so each index includes that order. */
function indexesOf(r: Resource, t: Record<string, never>) {
  const order = r.sort.replace(/^-/, '')
  const indexed = new Set([order, ...r.filters])
  return [...indexed]
    .filter((name) => r.fields[name] === undefined || !isCollection(r.fields[name]))
    .map((name) =>
      index(`${r.table}_${snake(name)}_idx`).on(
        // The type of `on` requires at least one column as a separate argument.
        ...([t['siteId'], t[name], ...(name === order ? [] : [t[order]]), t['id']] as unknown as [never]),
      ),
    )
}

/** Builds foreign keys to other resources. Self references and users are stored by id only. */
function referencesOf(r: Resource, t: Record<string, never>) {
  return Object.entries(r.fields).flatMap(([name, field]) => {
    if (field.kind !== 'reference') return []
    const target = made.get(field.to)?.table ?? resolver?.(field.to)
    if (!target || field.to === r.name) return []
    const other = target as Record<string, never>
    return [
      foreignKey({
        name: `${r.table}_${snake(name)}_fk`,
        columns: [t['siteId']!, t[name]!],
        foreignColumns: [other['siteId']!, other['id']!],
      }),
    ]
  })
}
let resolver: ((name: string) => unknown) | undefined
/** Sets how references find resources that are declared later. Called once by the schema. */
export const resolveTablesWith = (find: (name: string) => Resource | undefined): void => {
  const open = new Set<string>()
  resolver = (name) => {
    const resource = find(name)
    // A reference cycle leaves its second half unconstrained instead of recursing forever.
    if (!resource || open.has(name)) return undefined
    open.add(name)
    try {
      return tableOf(resource)
    } finally {
      open.delete(name)
    }
  }
}

function constrained(field: Field, name: string) {
  // Every kind of column has both methods, each with its own types.
  const column = columnOf(field, name) as unknown as { notNull(): typeof column; default(v: unknown): typeof column }
  const empty = emptyOf(field)
  if (isCollection(field))
    return column.notNull().default(field.kind === 'custom' ? sql`'{}'::jsonb` : sql`'[]'::jsonb`)
  if (empty !== null && empty !== undefined) return column.notNull().default(empty)
  return field.required ? column.notNull() : column
}
