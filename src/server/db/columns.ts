import { boolean, customType, date, integer, jsonb, text, uuid, type PgColumnBuilderBase } from 'drizzle-orm/pg-core'
import type { Field, FieldKind, FieldByKind } from '@/contract/field'

/**
 * Column timestamptz(3), read as an ISO 8601 string in UTC, the same form on server, wire and client. The column has the
 * precision of the string (milliseconds), because a cursor must identify its row exactly.
 */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
})
/** Column numeric(18, digits), read as a number. 18 digits suffice for every quantity except sums of squares. */
const decimal = (digits: number, precision = 18) =>
  customType<{ data: number; driverData: string }>({
    dataType: () => `numeric(${precision}, ${digits})`,
    fromDriver: Number,
    toDriver: String,
  })

/** The column builder for each kind of field. */
export const columnBuilders = {
  text: (_f, name) => text(name),
  note: (_f, name) => text(name),
  integer: (_f, name) => integer(name),
  amount: (f, name) => decimal(f.digits, f.precision)(name),
  choice: (_f, name) => text(name),
  flag: (_f, name) => boolean(name),
  day: (_f, name) => date(name, { mode: 'string' }),
  moment: (_f, name) => instant(name),
  reference: (_f, name) => uuid(name),
  references: (_f, name) => jsonb(name),
  image: (_f, name) => jsonb(name),
  file: (_f, name) => jsonb(name),
  list: (_f, name) => jsonb(name),
  series: (_f, name) => jsonb(name),
  custom: (_f, name) => jsonb(name),
} satisfies { [K in FieldKind]: (field: FieldByKind<K>, name: string) => PgColumnBuilderBase }

/** Builds the column of a field, without constraints. */
export const buildColumn = (field: Field, name: string): PgColumnBuilderBase =>
  (columnBuilders[field.kind] as (f: Field, n: string) => PgColumnBuilderBase)(field, name)

/** Converts a name to snake case: `lineId` → `line_id`. */
export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)

/**
 * Builds the indexed SQL of a resource with `hasSearchIndex`: the trigrams of all searched texts. `search_trigrams` is created
 * by migration 0008. Collation "C" compares bytes: fast, and independent of the locale of the server.
 */
export const buildTrigramsSql = (searchedFields: readonly string[]): string =>
  `(search_trigrams(${searchedFields.map((name) => `coalesce("${toSnakeCase(name)}", '')`).join(` || ' ' || `)}) collate "C")`
