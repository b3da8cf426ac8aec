import type { Endpoint, Output, Page, Route } from './endpoint'
import { emptyOf, type Fields, type Flatten, type InputOf, type PatchOf, type RowOf } from './field'
import { endpointsOf } from './operations'
import { baseFields } from './row-fields'

export { baseFields, isRange, writable } from './row-fields'

/** Columns of every stored row in addition to its fields. */
export interface RowBase {
  id: string
  /** Increases by one with every change. An update must name the version it is based on. */
  version: number
  createdAt: string
  updatedAt: string
  createdBy: string | null
}
/** Who performs an action, and when. */
export interface Doing {
  /**
   * ISO 8601 in UTC: the entered moment, else the moment of saving on the phone, but never before the command's
   * `getNotBefore`.
   */
  readonly at: string
  readonly personId: string
}
/** A row of an unknown resource. */
export type AnyRow = Readonly<Record<string, unknown>>
export type Row<R> = R extends Resource<string, infer F, infer _O> ? Flatten<RowBase & RowOf<F>> : never
export type Create<R> = R extends Resource<string, infer F, infer _O> ? Flatten<{ id?: string } & InputOf<F>> : never
export type Patch<R> =
  R extends Resource<string, infer F, infer _O> ? Flatten<{ id: string; version: number } & PatchOf<F>> : never

export type Operation = 'list' | 'create' | 'update' | 'remove' | 'export' | 'import' | 'template'
export type Routes = { readonly [K in Operation]?: Route | readonly Route[] }

/** Filter value of a reference: rows without one. */
export const NONE = 'none'
/** Builds the filter value of a reference for rows that reference another row or none. */
export const but = (id: string): string => `!${id}`
/** Parameters of every list; the filters of the resource come on top. */
export interface ListQuery {
  /** Page number from 1. Use `after` for deep pages, it is cheaper. */
  page?: number
  /** Rows per page, 20 by default, at most 500. */
  size?: number
  /** Field name, descending with a leading `-`. */
  sort?: string
  keyword?: string
  after?: string
  /** Only these rows: ids separated by commas. */
  id?: string
  /** Exports only: names of the fields to leave out, separated by commas. */
  without?: string
  [filter: string]: string | number | boolean | null | undefined
}
/** A row that an import would add or change, with texts as in the worksheet; `row` is the row number there. */
export interface ImportChange {
  row: number
  added: boolean
  name: string
  fields: { label: string; before: string | null; after: string | null }[]
}
/** A probable mistake in a row that is imported nevertheless; the message is in the reader's language. */
export interface ImportWarning {
  row: number
  message: string
}
/**
 * Answer of an Excel import. `unchanged` counts rows equal to the stored ones. A dry run lists the first rows it would
 * write in `changes`, and warnings about any of them; `warned` counts the warnings.
 */
export interface ImportResult {
  created: number
  updated: number
  unchanged: number
  dryRun: boolean
  rows: number
  changes: ImportChange[]
  /** Rows of the worksheet hidden by a filter or by hand; they are imported like the others. */
  hidden: number
  warned: number
  warnings: ImportWarning[]
}

/** The operations by name. For an unspecified resource every operation is optional. */
type EndpointsOf<F extends Fields, O extends Routes> = Routes extends O
  ? { readonly [K in Operation]?: Endpoint }
  : OperationsOf<F, O>
type OperationsOf<F extends Fields, O extends Routes> = {
  readonly [K in keyof O & Operation]: K extends 'list'
    ? Endpoint<ListQuery, Page<Flatten<RowBase & RowOf<F>>>>
    : K extends 'create'
      ? Endpoint<Flatten<{ id?: string } & InputOf<F>>, Flatten<RowBase & RowOf<F>>>
      : K extends 'update'
        ? Endpoint<Flatten<{ id: string; version: number } & PatchOf<F>>, Flatten<RowBase & RowOf<F>>>
        : K extends 'remove'
          ? Endpoint<{ id: string; version?: number | null }, null>
          : K extends 'export'
            ? Endpoint<ListQuery, Blob>
            : K extends 'import'
              ? Endpoint<{ file: string[]; dryRun?: boolean | null; leaveOut?: boolean | null }, ImportResult>
              : Endpoint<Record<string, never>, Blob>
}

export interface Resource<N extends string = string, F extends Fields = Fields, O extends Routes = Routes> {
  readonly name: N
  readonly area: string
  /** Table name in the database. */
  readonly table: string
  readonly fields: F
  /** Fields that form the display name of a row. */
  readonly title: readonly (keyof F & string)[]
  /**
   * Maps a field to the field with its English form, which names, titles and keyword searches read
   * (`getFieldInLanguage`).
   */
  readonly english: Readonly<Record<string, keyof F & string>>
  /** Combinations of fields that are unique per site. */
  readonly unique: readonly (readonly (keyof F & string)[])[]
  /**
   * Fields offered as filters; each gets an index, `references` an index of their entries. Days, moments and numbers
   * are filtered by `<name>From` and `<name>To`.
   */
  readonly filters: readonly (keyof F & string)[]
  /** Fields searched by the keyword. */
  readonly search: readonly (keyof F & string)[]
  /** Default order, `-` for descending. */
  readonly sort: string
  /** An Excel import recognizes an existing row by these fields and updates it. */
  readonly importKey: readonly (keyof F & string)[]
  /** Collection fields with an index for finding rows by one entry (`@>`). */
  readonly containing: readonly (keyof F & string)[]
  /** How rows belong to the books of a month; null if they do not. */
  readonly fact: Fact | null
  /** Pick-lists offer only rows whose choice fields have these values; without an entry every value is offered. */
  readonly offers: Readonly<Record<string, readonly string[]>>
  /** Rows are sent to phones in the shift pack. */
  readonly offline: boolean
  /** Operations that work without a network, through the outbox of the phone. */
  readonly offlineWrites: readonly ('create' | 'update')[]
  /**
   * Calculates the fields that depend on other fields of the row: stored by the server on every write, previewed by the
   * phone.
   */
  readonly derive: ((row: AnyRow) => Readonly<Record<string, unknown>>) | null
  /** Sets further fields in the create and the update operation; null for none. */
  readonly entered: ((row: AnyRow, doing: Doing) => AnyRow) | null
  readonly edited: ((row: AnyRow, doing: Doing) => AnyRow) | null
  readonly endpoints: EndpointsOf<F, O>
}

/** Assigns rows to the books of a month. Rows of a closed month can no longer be written. */
export interface Fact<K extends string = string> {
  /** The business date or moment that determines the month. While it is empty, the row belongs to no month. */
  readonly on: K
  /** Fields that count in the books, by default all. The others may change later, e.g. when a roll is shipped. */
  readonly fields?: readonly K[]
  /** Values of `state` that exclude the row from the books. */
  readonly withdrawn?: readonly string[]
  /** `false`: metrics use the row, but it may still be written after its month was closed. */
  readonly locked?: false
}
export interface ResourceOptions<F extends Fields, O extends Routes> {
  area: string
  table?: string
  fields: F
  title: readonly (keyof F & string)[]
  english?: { readonly [K in keyof F & string]?: keyof F & string }
  unique?: readonly (readonly (keyof F & string)[])[]
  filters?: readonly (keyof F & string)[]
  search?: readonly (keyof F & string)[]
  sort?: string
  importKey?: readonly (keyof F & string)[]
  containing?: readonly (keyof F & string)[]
  fact?: Fact<keyof NoInfer<F> & string>
  offers?: { readonly [K in keyof F & string]?: readonly string[] }
  offline?: boolean
  offlineWrites?: readonly ('create' | 'update')[]
  /** Calculates fields from the other fields of a row. Pure: the server runs it on write, the phone for its preview. */
  derived?: (row: RowOf<NoInfer<F>>) => Partial<RowOf<NoInfer<F>>>
  /**
   * Fields that the create and the update operation set in addition to the input, such as person, time or a reset
   * state.
   */
  entered?: (row: RowOf<NoInfer<F>>, doing: Doing) => Partial<RowOf<NoInfer<F>>>
  edited?: (row: RowOf<NoInfer<F>>, doing: Doing) => Partial<RowOf<NoInfer<F>>>
  routes?: O
  /**
   * Permission of each operation, or several of which one is enough. `export` falls back to `view`, `import` and
   * `template` to `add`.
   */
  keys?: {
    view: string | readonly string[]
    add?: string | readonly string[]
    edit?: string | readonly string[]
    delete?: string
    export?: string
    import?: string
  }
  /** Operations that need the password to be entered again. */
  verified?: {
    create?: true | readonly (keyof F & string)[]
    update?: true | readonly (keyof F & string)[]
    remove?: true
    import?: true
  }
}

/** Declares a resource. Table, endpoints, forms, lists and imports are derived from this declaration. */
export function defineResource<const N extends string, const F extends Fields, const O extends Routes = {}>(
  name: N,
  o: ResourceOptions<F, O>,
): Resource<N, F, O> {
  const { derived, entered, edited } = o
  const resource = {
    name,
    area: o.area,
    table: o.table ?? snake(name),
    fields: o.fields,
    title: o.title,
    english: (o.english ?? {}) as Readonly<Record<string, keyof F & string>>,
    unique: o.unique ?? [],
    filters: o.filters ?? [],
    search: withEnglish(o.search ?? [], o.english ?? {}),
    sort: o.sort ?? '-createdAt',
    importKey: o.importKey ?? [],
    containing: o.containing ?? [],
    fact: (o.fact ?? null) as Fact | null,
    offers: (o.offers ?? {}) as Readonly<Record<string, readonly string[]>>,
    offline: o.offline ?? false,
    offlineWrites: o.offlineWrites ?? [],
    derive: derived ? (row: AnyRow) => derived(row as RowOf<F>) : null,
    entered: entered ? (row: AnyRow, doing: Doing) => entered(row as RowOf<F>, doing) : null,
    edited: edited ? (row: AnyRow, doing: Doing) => edited(row as RowOf<F>, doing) : null,
  }
  mustNotLookInto(resource)
  // `buildOperations` builds the endpoints in a loop, so only `ResourceEndpoints` knows their types.
  return { ...resource, endpoints: endpointsOf(resource, o.routes ?? {}, o) as unknown as EndpointsOf<F, O> }
}

/**
 * Searching, sorting, unique keys and display names would reveal restricted fields.
 * @throws Error if one of them uses such a field
 */
function mustNotLookInto({ name, fields, ...r }: Omit<Resource, 'endpoints'>): void {
  const open = [...r.filters, ...r.search, ...r.title, ...r.importKey, ...r.unique.flat(), r.sort.replace('-', '')]
  const guarded = open.find((one) => fields[one]?.seenBy)
  if (guarded) throw new Error(`${name} looks into ${guarded}, which not everybody may see`)
}

/** Adds the English forms, so that a keyword is found in either language. */
const withEnglish = <K extends string>(fields: readonly K[], english: { readonly [field in K]?: K }): readonly K[] => [
  ...new Set(fields.flatMap((name) => [name, ...(english[name] ? [english[name]] : [])])),
]

/** Output: one row of the resource. */
export const rowOf = <N extends string, F extends Fields, O extends Routes>(
  r: Resource<N, F, O>,
): Output<Flatten<RowBase & RowOf<F>>> => ({ shape: 'one', of: { ...baseFields, ...r.fields } })
/** Output: one page of rows of the resource. */
export const pageOf = <N extends string, F extends Fields, O extends Routes>(
  r: Resource<N, F, O>,
): Output<Page<Flatten<RowBase & RowOf<F>>>> => ({ shape: 'page', of: { ...baseFields, ...r.fields } })

/**
 * Returns the moment or day field by which rows are listed newest first, else null. Pick-lists use the same order:
 * people want the roll that was just doffed, not the first one of the year.
 */
export function newestBy(resource: Pick<Resource, 'sort' | 'fields'> | null): string | null {
  const by = resource?.sort.startsWith('-') ? resource.sort.slice(1) : null
  const kind = by === null ? undefined : resource?.fields[by]?.kind
  return kind === 'moment' || kind === 'day' ? by : null
}
/** True if pick-lists offer the row. Fields missing in `row` are not checked. */
export const isOffered = ({ offers }: Pick<Resource, 'offers'>, row: AnyRow): boolean =>
  Object.entries(offers).every(([name, values]) => row[name] === undefined || values.includes(String(row[name])))
/** Creates a row without input: every field has its default or its empty value. */
export const blankRow = ({ fields }: { readonly fields: Fields }): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, emptyOf(field)]))

/** Adds the derived fields to (partial) values of a row; null stands for the empty value of a field. */
export function withDerived<V extends AnyRow>(
  resource: { readonly fields: Fields; readonly derive: Resource['derive'] },
  given: V,
  before?: AnyRow,
): V {
  if (!resource.derive) return given
  const row = before ? { ...before, ...defined(given) } : { ...blankRow(resource), ...filled(given) }
  return { ...given, ...resource.derive(row) }
}

/** Builds the row that the create operation stores: defaults, input, `setOnCreate` and derived fields. */
export function enteredRow(resource: Bearing, given: AnyRow, doing: Doing): Record<string, unknown> {
  const said = { ...blankRow(resource), ...filled(given) }
  const whole = { ...said, ...resource.entered?.(said, doing) }
  return { ...whole, ...resource.derive?.(whole) }
}
/** Builds the fields that the update operation writes: the patch, `setOnUpdate` and derived fields. */
export function editedFields(resource: Bearing, row: AnyRow, patch: AnyRow, doing: Doing): Record<string, unknown> {
  const after = { ...row, ...defined(patch) }
  return withDerived(resource, { ...defined(patch), ...resource.edited?.(after, doing) }, row)
}
type Bearing = { readonly fields: Fields } & Pick<Resource, 'derive' | 'entered' | 'edited'>
const defined = (given: AnyRow): AnyRow =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
const filled = (given: AnyRow): AnyRow =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null))

const snake = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
