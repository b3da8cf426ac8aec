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
import { getEmptyValue, getPresets, isCollection, type Field } from '@/contract/field'
import type { Resource, Row } from '@/contract/resource'
import { buildColumn, buildTrigramsSql, instant, toSnakeCase } from './columns'

type TableColumn<Data, NotNull extends boolean> = PgColumn<{
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
type TableColumns<T> = { [K in keyof T]: TableColumn<Exclude<T[K], null>, null extends T[K] ? false : true> }
/** The Drizzle table of a resource, typed by its fields. */
export type ResourceTable<R> = PgTableWithColumns<{
  name: string
  schema: undefined
  dialect: 'pg'
  columns: TableColumns<Row<R> & { siteId: number }>
}>

const tableCache = new Map<string, { resource: Resource; table: unknown }>()

/**
 * Returns the table of a resource. Every key begins with `site_id`, so that rows of many plants can be spread over
 * nodes.
 */
export function getResourceTable<R extends Resource>(resource: R): ResourceTable<R> {
  const cached = tableCache.get(resource.name)
  if (cached?.resource === resource) return cached.table as ResourceTable<R>
  const table = buildTable(resource)
  tableCache.set(resource.name, { resource, table })
  // Built column by column in a loop, which the builder's types cannot express.
  return table as unknown as ResourceTable<R>
}

function buildTable(resource: Resource) {
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
  for (const [name, field] of Object.entries(resource.fields))
    columns[name] = buildConstrainedColumn(field, toSnakeCase(name))
  // The builder's types cannot express columns whose kinds are known only at run time.
  return pgTable(resource.table, columns as never, (table: Record<string, never>) => [
    primaryKey({ name: `${resource.table}_pk`, columns: [table['siteId']!, table['id']!] }),
    ...resource.unique.map((names) => buildUniqueKey(resource, names, table)),
    ...buildIndexes(resource, table),
    ...getContainmentFields(resource).map((name) => {
      const ginIndex = index(`${resource.table}_${toSnakeCase(name)}_idx`).using(
        'gin',
        sql`${table[name]!} jsonb_path_ops`,
      )
      // Partial, because few rows have entries; queries repeat the condition `<> '[]'`.
      return resource.fields[name]?.kind === 'references' ? ginIndex.where(sql`${table[name]!} <> '[]'`) : ginIndex
    }),
    ...(resource.hasSearchIndex ? [buildSearchIndex(resource)] : []),
    ...buildForeignKeys(resource, table),
  ])
}

/** Builds the index of the searched texts. Presets cannot be indexed, as their words depend on the reader's language. */
function buildSearchIndex(resource: Resource) {
  const preset = resource.search.find((name) => getPresets(resource.fields[name]).length > 0)
  if (preset !== undefined) throw new Error(`${resource.name}.${preset} has presets and cannot be in a search index`)
  return index(`${resource.table}_search_idx`).using('gin', sql.raw(buildTrigramsSql(resource.search)) as never)
}
/** Builds a unique key: an index if it ignores case, otherwise a constraint. The database reports both in the same way. */
function buildUniqueKey(resource: Resource, names: readonly string[], table: Record<string, never>) {
  const name = `${resource.table}_${names.map(toSnakeCase).join('_')}_key`
  const ignoresCase = (n: string) => {
    const field = resource.fields[n]
    return field?.kind === 'text' && field.ignoreCase === true
  }
  if (names.some(ignoresCase))
    return uniqueIndex(name).on(
      table['siteId']!,
      ...names.map((n) => (ignoresCase(n) ? sql`lower(${table[n]!})` : table[n]!)),
    )
  const uniqueKey = unique(name).on(table['siteId']!, ...(names.map((n) => table[n]!) as [never]))
  return treatsNullsAsEqual(resource, names) ? uniqueKey.nullsNotDistinct() : uniqueKey
}
/**
 * True if an empty part of a unique key counts as a value, which requires that another part is always filled. For example,
 * the test of a whole jumbo roll has no slit roll, and a jumbo roll has only one such test. A key that may be entirely
 * empty (a meter's own number) applies only to rows in which the key is filled.
 */
function treatsNullsAsEqual(resource: Resource, names: readonly string[]): boolean {
  const filledFields = names.filter((name) => {
    const field = resource.fields[name]
    return field && (field.required || (getEmptyValue(field) ?? null) !== null)
  })
  return filledFields.length > 0 && filledFields.length < names.length
}

/** Returns the collections by which rows are searched: the indexed collections, and filters by several references. */
const getContainmentFields = (resource: Resource): string[] => [
  ...new Set([
    ...resource.indexedCollections,
    ...resource.filters.filter((name) => resource.fields[name]?.kind === 'references'),
  ]),
]

/** Builds the indexes. A filtered list is sorted in the list's own order, so each index includes that order. */
function buildIndexes(resource: Resource, table: Record<string, never>) {
  const sortField = resource.sort.replace(/^-/, '')
  const indexedFields = new Set([sortField, ...resource.filters])
  return [...indexedFields]
    .filter((name) => resource.fields[name] === undefined || !isCollection(resource.fields[name]))
    .map((name) => {
      const columns = [table['siteId'], table[name], ...(name === sortField ? [] : [table[sortField]]), table['id']]
      // The type of `on` requires at least one column as a separate argument.
      return index(`${resource.table}_${toSnakeCase(name)}_idx`).on(...(columns as unknown as [never]))
    })
}

/** Builds foreign keys to other resources. Self references and users are stored by id only. */
function buildForeignKeys(resource: Resource, table: Record<string, never>) {
  return Object.entries(resource.fields).flatMap(([name, field]) => {
    if (field.kind !== 'reference') return []
    const target = tableCache.get(field.to)?.table ?? resolveTable?.(field.to)
    if (!target || field.to === resource.name) return []
    const targetColumns = target as Record<string, never>
    return [
      foreignKey({
        name: `${resource.table}_${toSnakeCase(name)}_fk`,
        columns: [table['siteId']!, table[name]!],
        foreignColumns: [targetColumns['siteId']!, targetColumns['id']!],
      }),
    ]
  })
}
let resolveTable: ((name: string) => unknown) | undefined
/** Sets the function by which references find resources that are declared later. The schema calls this once. */
export const setResourceResolver = (findResource: (name: string) => Resource | undefined): void => {
  const openNames = new Set<string>()
  resolveTable = (name) => {
    const resource = findResource(name)
    // A reference cycle leaves its second half unconstrained instead of recursing forever.
    if (!resource || openNames.has(name)) return undefined
    openNames.add(name)
    try {
      return getResourceTable(resource)
    } finally {
      openNames.delete(name)
    }
  }
}

function buildConstrainedColumn(field: Field, name: string) {
  // Every kind of column has both methods, each with its own types.
  const column = buildColumn(field, name) as unknown as { notNull(): typeof column; default(v: unknown): typeof column }
  const emptyValue = getEmptyValue(field)
  if (isCollection(field))
    return column.notNull().default(field.kind === 'custom' ? sql`'{}'::jsonb` : sql`'[]'::jsonb`)
  if (emptyValue !== null && emptyValue !== undefined) return column.notNull().default(emptyValue)
  return field.required ? column.notNull() : column
}
