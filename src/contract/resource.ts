import type { Endpoint, Output, Page, ApiRoute } from './endpoint'
import type { DateOrder } from './date-order'
import type { ValueOrder } from './row-rules'
import type { Fields, Flatten } from './field'
import type { FieldsInput, FieldsPatch, FieldsRow } from './field-values'
import { buildOperations } from './operations'
import { baseFields } from './row-fields'

export { baseFields, isRangeFiltered, getWritableFields } from './row-fields'

/** Columns of every stored row in addition to its fields. */
export interface RowBase {
  id: string
  /** Increases by one with every change. An update must name the version it is based on. */
  version: number
  createdAt: string
  updatedAt: string
  createdBy: string | null
}
/** The person who performs an action, and the time of the action. */
export interface ActionContext {
  /**
   * ISO 8601 in UTC. The entered moment takes precedence over the moment at which the phone saved the command. Never
   * before the result of `Command.getNotBefore`.
   */
  readonly at: string
  readonly personId: string
}
/** A row of an unknown resource. */
export type AnyRow = Readonly<Record<string, unknown>>
export type Row<R> = R extends Resource<string, infer F, infer _O> ? Flatten<RowBase & FieldsRow<F>> : never
export type CreateInput<R> =
  R extends Resource<string, infer F, infer _O> ? Flatten<{ id?: string } & FieldsInput<F>> : never
export type UpdateInput<R> =
  R extends Resource<string, infer F, infer _O> ? Flatten<{ id: string; version: number } & FieldsPatch<F>> : never

export type Operation = 'list' | 'create' | 'update' | 'remove' | 'export' | 'import' | 'template'
export type OperationRoutes = { readonly [K in Operation]?: ApiRoute | readonly ApiRoute[] }

/** Filter value that selects rows whose reference is empty. */
export const NO_REFERENCE = 'none'
/** Builds the filter value that selects rows which do not reference the row with this id. */
export const buildNotEqualFilter = (id: string): string => `!${id}`
/** Parameters of every list, in addition to the filters of the resource. */
export interface ListQuery {
  /** Page number from 1. Use `after` for deep pages, it is cheaper. */
  page?: number
  /** Rows per page, 20 by default, at most 500. */
  size?: number
  /** Field name, descending with a leading `-`. */
  sort?: string
  /** Text to find in the search fields. */
  keyword?: string
  /** Cursor: `next` of the previous page. */
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
 * Answer of an Excel import. `unchanged` counts rows equal to the stored ones. A dry run puts the first rows that it
 * would write into `changes`. `warnings` may concern any row; `warned` is the number of all warnings.
 */
export interface ImportResult {
  created: number
  updated: number
  unchanged: number
  dryRun: boolean
  /** Number of rows in the worksheet. */
  rows: number
  changes: ImportChange[]
  /** Number of rows of the worksheet hidden by a filter or by hand; they are imported like the others. */
  hidden: number
  /** Number of rows with a value in an unknown column that was left out on request; the warnings name columns and rows. */
  leftOut: number
  warned: number
  warnings: ImportWarning[]
}

/** The operations by name. For a `Resource` without type arguments every operation is optional. */
type ResourceEndpoints<F extends Fields, O extends OperationRoutes> = OperationRoutes extends O
  ? { readonly [K in Operation]?: Endpoint }
  : DeclaredOperations<F, O>
type DeclaredOperations<F extends Fields, O extends OperationRoutes> = {
  readonly [K in keyof O & Operation]: K extends 'list'
    ? Endpoint<ListQuery, Page<Flatten<RowBase & FieldsRow<F>>>>
    : K extends 'create'
      ? Endpoint<Flatten<{ id?: string } & FieldsInput<F>>, Flatten<RowBase & FieldsRow<F>>>
      : K extends 'update'
        ? Endpoint<Flatten<{ id: string; version: number } & FieldsPatch<F>>, Flatten<RowBase & FieldsRow<F>>>
        : K extends 'remove'
          ? Endpoint<{ id: string; version?: number | null }, null>
          : K extends 'export'
            ? Endpoint<ListQuery, Blob>
            : K extends 'import'
              ? Endpoint<{ file: string[]; dryRun?: boolean | null; leaveOut?: boolean | null }, ImportResult>
              : Endpoint<Record<string, never>, Blob>
}

/** A kind of row, e.g. a repair. Its table, endpoints, forms, lists and imports are derived from this definition. */
export interface Resource<
  N extends string = string,
  F extends Fields = Fields,
  O extends OperationRoutes = OperationRoutes,
> {
  readonly name: N
  readonly area: string
  /** Table name in the database. */
  readonly table: string
  readonly fields: F
  /** Fields that form the display name of a row. */
  readonly title: readonly (keyof F & string)[]
  /**
   * English twin of a field, e.g. `name` → `nameEn`. Names, titles and keyword searches use it (`getFieldInLanguage`).
   */
  readonly englishFields: Readonly<Record<string, keyof F & string>>
  /** Combinations of fields that are unique per site. */
  readonly unique: readonly (readonly (keyof F & string)[])[]
  /**
   * Fields offered as filters. Each gets an index; a `references` field gets an index of its entries. Days, moments and
   * numbers are filtered by `<name>From` and `<name>To`.
   */
  readonly filters: readonly (keyof F & string)[]
  /** Fields searched by the keyword. */
  readonly search: readonly (keyof F & string)[]
  /** The database indexes the trigrams of the searched fields, so that a search does not read a table of millions of rows. */
  readonly hasSearchIndex: boolean
  /** Default order, `-` for descending. */
  readonly sort: string
  /** An Excel import recognizes an existing row by these fields and updates it. */
  readonly importKey: readonly (keyof F & string)[]
  /** Collection fields with an index for finding rows by one entry (`@>`). */
  readonly indexedCollections: readonly (keyof F & string)[]
  /** Assigns each row to the books of a month; null if rows belong to no month. */
  readonly monthBooking: MonthBooking | null
  /**
   * Days or moments since which a row exists, such as receipt or installation; the earliest filled one counts. Records
   * that refer to the row cannot be dated before (`assertReferencesExisted`).
   */
  readonly existsSince: readonly string[]
  /** Pairs of dates in their order, such as start and end; a row that contradicts it is refused. */
  readonly dateOrder: DateOrder
  /** Pairs of numbers in their order, such as minimum and maximum; a row that contradicts it is refused. */
  readonly valueOrder: ValueOrder
  /** Pick-lists offer only rows whose choice fields have these values; without an entry every value is offered. */
  readonly pickListFilter: Readonly<Record<string, readonly string[]>>
  /** Rows are sent to phones in the shift pack. */
  readonly inShiftPack: boolean
  /** Operations that work without a network, through the outbox of the phone. */
  readonly offlineWrites: readonly ('create' | 'update')[]
  /**
   * Calculates the fields that depend on other fields of the row: stored by the server on every write, previewed by the
   * phone.
   */
  readonly deriveFields: ((row: AnyRow) => Readonly<Record<string, unknown>>) | null
  /** Sets further fields in the create and the update operation; null for none. */
  readonly setOnCreate: ((row: AnyRow, context: ActionContext) => AnyRow) | null
  readonly setOnUpdate: ((row: AnyRow, context: ActionContext) => AnyRow) | null
  readonly endpoints: ResourceEndpoints<F, O>
}

/** A resource whose rows the client lists. */
export type ListableResource = Resource<string, Resource['fields'], { list: `GET /${string}` }>

/** Assigns rows to the books of a month. Rows of a closed month can no longer be written. */
export interface MonthBooking<K extends string = string> {
  /** The business date or moment that determines the month. While it is empty, the row belongs to no month. */
  readonly dateField: K
  /**
   * Moment at which a row that spans time begins. Its month must be open, too: a new row must not begin in a closed
   * month, and a completed one that does can no longer change. A row that began before the closing may still be completed.
   */
  readonly startField?: K
  /** Fields that count in the books, by default all. The others may change later, e.g. when a roll is shipped. */
  readonly bookedFields?: readonly K[]
  /** Values of `state` that exclude the row from the books. */
  readonly withdrawnStates?: readonly string[]
  /** Fields that metrics use although they may change after closing, e.g. the grade of a roll that is tested later. */
  readonly countedFields?: readonly K[]
  /** Values of `state` that change how metrics count the row. */
  readonly countedStates?: readonly string[]
  /** `false`: metrics use the row, but it may still be written after its month was closed. */
  readonly lockedAfterClosing?: false
}
/** Options of `defineResource`; see `Resource`. */
export interface ResourceOptions<F extends Fields, O extends OperationRoutes> {
  area: string
  table?: string
  fields: F
  title: readonly (keyof F & string)[]
  englishFields?: { readonly [K in keyof F & string]?: keyof F & string }
  unique?: readonly (readonly (keyof F & string)[])[]
  filters?: readonly (keyof F & string)[]
  search?: readonly (keyof F & string)[]
  hasSearchIndex?: boolean
  sort?: string
  importKey?: readonly (keyof F & string)[]
  indexedCollections?: readonly (keyof F & string)[]
  monthBooking?: MonthBooking<keyof NoInfer<F> & string>
  existsSince?: readonly ((keyof NoInfer<F> & string) | 'createdAt')[]
  dateOrder?: DateOrder<keyof NoInfer<F> & string>
  valueOrder?: ValueOrder<keyof NoInfer<F> & string>
  pickListFilter?: { readonly [K in keyof F & string]?: readonly string[] }
  inShiftPack?: boolean
  offlineWrites?: readonly ('create' | 'update')[]
  /** Calculates fields from the other fields of a row. Pure: the server runs it on write, the phone for its preview. */
  deriveFields?: (row: FieldsRow<NoInfer<F>>) => Partial<FieldsRow<NoInfer<F>>>
  /**
   * Fields that the create and the update operation set in addition to the input, such as person, time or a reset
   * state.
   */
  setOnCreate?: (row: FieldsRow<NoInfer<F>>, context: ActionContext) => Partial<FieldsRow<NoInfer<F>>>
  setOnUpdate?: (row: FieldsRow<NoInfer<F>>, context: ActionContext) => Partial<FieldsRow<NoInfer<F>>>
  routes?: O
  /**
   * Permission of each operation, or several of which one is enough. `export` falls back to `view`, `import` and
   * `template` to `add`.
   */
  permissions?: {
    view: string | readonly string[]
    add?: string | readonly string[]
    edit?: string | readonly string[]
    delete?: string
    export?: string
    import?: string
  }
  /** Operations that need the password to be entered again. */
  reauthentication?: {
    create?: true | readonly (keyof F & string)[]
    update?: true | readonly (keyof F & string)[]
    remove?: true
    import?: true
  }
}

/** Declares a resource. Table, endpoints, forms, lists and imports are derived from this declaration. */
export function defineResource<const N extends string, const F extends Fields, const O extends OperationRoutes = {}>(
  name: N,
  options: ResourceOptions<F, O>,
): Resource<N, F, O> {
  const { deriveFields, setOnCreate, setOnUpdate } = options
  const resource = {
    name,
    area: options.area,
    table: options.table ?? toSnakeCase(name),
    fields: options.fields,
    title: options.title,
    englishFields: (options.englishFields ?? {}) as Readonly<Record<string, keyof F & string>>,
    unique: options.unique ?? [],
    filters: options.filters ?? [],
    search: withEnglishFields(options.search ?? [], options.englishFields ?? {}),
    hasSearchIndex: options.hasSearchIndex ?? false,
    sort: options.sort ?? '-createdAt',
    importKey: options.importKey ?? [],
    indexedCollections: options.indexedCollections ?? [],
    monthBooking: (options.monthBooking ?? null) as MonthBooking | null,
    existsSince: options.existsSince ?? [],
    dateOrder: options.dateOrder ?? [],
    valueOrder: options.valueOrder ?? [],
    pickListFilter: (options.pickListFilter ?? {}) as Readonly<Record<string, readonly string[]>>,
    inShiftPack: options.inShiftPack ?? false,
    offlineWrites: options.offlineWrites ?? [],
    deriveFields: deriveFields ? (row: AnyRow) => deriveFields(row as FieldsRow<F>) : null,
    setOnCreate: setOnCreate
      ? (row: AnyRow, context: ActionContext) => setOnCreate(row as FieldsRow<F>, context)
      : null,
    setOnUpdate: setOnUpdate
      ? (row: AnyRow, context: ActionContext) => setOnUpdate(row as FieldsRow<F>, context)
      : null,
  }
  assertNoRestrictedFieldExposed(resource)
  // `buildOperations` builds the endpoints in a loop, so only `ResourceEndpoints` knows their types.
  return {
    ...resource,
    endpoints: buildOperations(resource, options.routes ?? {}, options) as unknown as ResourceEndpoints<F, O>,
  }
}

/**
 * Asserts that filters, search, title, sort order, import key and unique keys reveal no restricted field.
 * @throws Error that names the restricted field
 */
function assertNoRestrictedFieldExposed({ name, fields, ...resource }: Omit<Resource, 'endpoints'>): void {
  const exposedFields = [
    ...resource.filters,
    ...resource.search,
    ...resource.title,
    ...resource.importKey,
    ...resource.unique.flat(),
    resource.sort.replace('-', ''),
  ]
  const restrictedField = exposedFields.find((fieldName) => fields[fieldName]?.viewPermissions)
  if (restrictedField) throw new Error(`${name} exposes ${restrictedField}, which not everybody may see`)
}

/** Adds the English twin of each field, so that a keyword search finds either language. */
const withEnglishFields = <K extends string>(
  fields: readonly K[],
  englishFields: { readonly [field in K]?: K },
): readonly K[] => [...new Set(fields.flatMap((name) => [name, ...(englishFields[name] ? [englishFields[name]] : [])]))]

/** Output: one row of the resource. */
export const resourceOutput = <N extends string, F extends Fields, O extends OperationRoutes>(
  resource: Resource<N, F, O>,
): Output<Flatten<RowBase & FieldsRow<F>>> => ({ shape: 'one', fields: { ...baseFields, ...resource.fields } })
/** Output: one page of rows of the resource. */
export const resourcePageOutput = <N extends string, F extends Fields, O extends OperationRoutes>(
  resource: Resource<N, F, O>,
): Output<Page<Flatten<RowBase & FieldsRow<F>>>> => ({ shape: 'page', fields: { ...baseFields, ...resource.fields } })

/**
 * Returns the moment or day field by which rows are listed newest first, else null. Pick-lists use the same order:
 * people want the roll that was just doffed, not the first roll of the year.
 */
export function getNewestFirstField(resource: Pick<Resource, 'sort' | 'fields'> | null): string | null {
  const sortField = resource?.sort.startsWith('-') ? resource.sort.slice(1) : null
  const kind = sortField === null ? undefined : resource?.fields[sortField]?.kind
  return kind === 'moment' || kind === 'day' ? sortField : null
}
/** True if pick-lists offer the row. Fields missing in `row` are not checked. */
export const isOfferedInPickList = ({ pickListFilter }: Pick<Resource, 'pickListFilter'>, row: AnyRow): boolean =>
  Object.entries(pickListFilter).every(
    ([name, values]) => row[name] === undefined || values.includes(String(row[name])),
  )

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
