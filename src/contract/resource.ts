import type { Endpoint, Output, Page, Route } from './endpoint'
import { emptyOf, type Fields, type Flatten, type InputOf, type PatchOf, type RowOf } from './field'
import { endpointsOf } from './operations'
import { baseFields } from './row-fields'

export { baseFields, isRange, writable } from './row-fields'

/** Columns every stored row has besides its own fields. */
export interface RowBase {
  id: string
  /** Raised by one with every change; an update must name the version it read. */
  version: number
  createdAt: string
  updatedAt: string
  createdBy: string | null
}
/** By whom and when something is done. */
export interface Doing {
  /** When it happened, ISO 8601 in UTC: as entered, else when it was saved on the phone; never before what must have come first. */
  readonly at: string
  readonly personId: string
}
/** A row of some resource, where which one is not known. */
export type AnyRow = Readonly<Record<string, unknown>>
export type Row<R> = R extends Resource<string, infer F, infer _O> ? Flatten<RowBase & RowOf<F>> : never
export type Create<R> = R extends Resource<string, infer F, infer _O> ? Flatten<{ id?: string } & InputOf<F>> : never
export type Patch<R> =
  R extends Resource<string, infer F, infer _O> ? Flatten<{ id: string; version: number } & PatchOf<F>> : never

export type Operation = 'list' | 'create' | 'update' | 'remove' | 'export' | 'import' | 'template'
export type Routes = { readonly [K in Operation]?: Route | readonly Route[] }

/** Asked of a reference in a list's query: rows that have none. */
export const NONE = 'none'
/** The same: rows that name any other, or none. */
export const but = (id: string): string => `!${id}`
/** Parameters every list takes; filters of the resource come on top. */
export interface ListQuery {
  /** From 1. Deep pages are cheaper through `after`. */
  page?: number
  /** Rows per page: 20 unless told, at most 500. */
  size?: number
  /** Field name, descending with a leading `-`. */
  sort?: string
  keyword?: string
  after?: string
  /** Just these rows, ids separated by commas. */
  id?: string
  /** Of a sheet: names of the fields that it does without, separated by commas. */
  without?: string
  [filter: string]: string | number | boolean | null | undefined
}
/** A row that an import would add or change, in the words of the sheet; `row` counts as in the sheet. */
export interface ImportChange {
  row: number
  added: boolean
  name: string
  fields: { label: string; before: string | null; after: string | null }[]
}
/** What is likely a slip in a row that an import takes all the same, in the reader's language. */
export interface ImportWarning {
  row: number
  message: string
}
/** What a finished Excel import answers; `unchanged` are rows that said what is stored already, `changes` the first ones a trial would write, `warnings` of all that it would, of which `warned` are there. */
export interface ImportResult {
  created: number
  updated: number
  unchanged: number
  dryRun: boolean
  rows: number
  changes: ImportChange[]
  /** Rows of the sheet that a filter or a person has hidden: they come in like the others. */
  hidden: number
  warned: number
  warnings: ImportWarning[]
}

/** Its operations by name. Of any resource it is not known which there are. */
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
  /** Fields that make up the display name of a row. */
  readonly title: readonly (keyof F & string)[]
  /** Fields that have an English form, and the field that holds it: names, titles and keyword searches read it (`inLanguage`). */
  readonly english: Readonly<Record<string, keyof F & string>>
  /** Combinations that may exist once per site. */
  readonly unique: readonly (readonly (keyof F & string)[])[]
  /** Fields offered as filters: each gets an index, references one of their entries. Days, moments and numbers filter as `<name>From` / `<name>To`. */
  readonly filters: readonly (keyof F & string)[]
  /** Fields that the keyword looks in. */
  readonly search: readonly (keyof F & string)[]
  /** Default order, `-` for descending. */
  readonly sort: string
  /** Excel import recognises an existing row by these fields and updates it. */
  readonly importKey: readonly (keyof F & string)[]
  /** Collections whose rows are found by an entry (`@>`): each has an index for it. */
  readonly containing: readonly (keyof F & string)[]
  /** What of its rows belongs to the books of a month; null for what does not. */
  readonly fact: Fact | null
  /** Values of choices that a pick-list offers rows of; all of them where nothing is told. */
  readonly offers: Readonly<Record<string, readonly string[]>>
  /** Sent to phones in the shift pack. */
  readonly offline: boolean
  /** Plain operations that a phone may save without a network: they travel through its outbox. */
  readonly offlineWrites: readonly ('create' | 'update')[]
  /** The fields that follow from others of the row: kept by the server with every write, shown by the phone before. */
  readonly derive: ((row: AnyRow) => Readonly<Record<string, unknown>>) | null
  /** What is set when a person enters one, and when a person changes it, by its plain operations; null for nothing. */
  readonly entered: ((row: AnyRow, doing: Doing) => AnyRow) | null
  readonly edited: ((row: AnyRow, doing: Doing) => AnyRow) | null
  readonly endpoints: EndpointsOf<F, O>
}

/** What makes a row a fact of a month: it can't be written any more when that month is closed. */
export interface Fact<K extends string = string> {
  /** The business date, or the moment, by which it belongs to a month; as long as that is empty it belongs to none. */
  readonly on: K
  /** The fields that count in the books; all of them unless told. Others may change later, as a roll is shipped later. */
  readonly fields?: readonly K[]
  /** Values of `state` that take the row out of the books. */
  readonly withdrawn?: readonly string[]
  /** `false`: figures are made of it, but it is no booked fact: it may be written after its month was closed. */
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
  /** What follows from the other fields of a row. Pure: written by the server with the row, and the phone's preview. */
  derived?: (row: RowOf<NoInfer<F>>) => Partial<RowOf<NoInfer<F>>>
  /** What its plain create sets beside what was entered, and its plain update: who and when, a state that it falls back to. */
  entered?: (row: RowOf<NoInfer<F>>, doing: Doing) => Partial<RowOf<NoInfer<F>>>
  edited?: (row: RowOf<NoInfer<F>>, doing: Doing) => Partial<RowOf<NoInfer<F>>>
  routes?: O
  /** Permission key of each operation, or keys of which one is enough; `template` and `export` fall back on `view`, `import` on `add`. */
  keys?: {
    view: string | readonly string[]
    add?: string | readonly string[]
    edit?: string | readonly string[]
    delete?: string
    export?: string
    import?: string
  }
  /** Operations before which the password is entered again. */
  verified?: {
    create?: true | readonly (keyof F & string)[]
    update?: true | readonly (keyof F & string)[]
    remove?: true
    import?: true
  }
}

/** Declares a kind of row once; everything else about it is derived from here. */
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
  // Made in a loop over the routes; `EndpointsOf` says what the loop makes of them.
  return { ...resource, endpoints: endpointsOf(resource, o.routes ?? {}, o) as unknown as EndpointsOf<F, O> }
}

/** What not everybody may see would be told by what is found, told apart or called by it. */
function mustNotLookInto({ name, fields, ...r }: Omit<Resource, 'endpoints'>): void {
  const open = [...r.filters, ...r.search, ...r.title, ...r.importKey, ...r.unique.flat(), r.sort.replace('-', '')]
  const guarded = open.find((one) => fields[one]?.seenBy)
  if (guarded) throw new Error(`${name} looks into ${guarded}, which not everybody may see`)
}

/** A word is found in either language. */
const withEnglish = <K extends string>(fields: readonly K[], english: { readonly [field in K]?: K }): readonly K[] => [
  ...new Set(fields.flatMap((name) => [name, ...(english[name] ? [english[name]] : [])])),
]

/** Output of a call that answers a row of a resource. */
export const rowOf = <N extends string, F extends Fields, O extends Routes>(
  r: Resource<N, F, O>,
): Output<Flatten<RowBase & RowOf<F>>> => ({ shape: 'one', of: { ...baseFields, ...r.fields } })
/** Output of a call that answers a page of rows of a resource. */
export const pageOf = <N extends string, F extends Fields, O extends Routes>(
  r: Resource<N, F, O>,
): Output<Page<Flatten<RowBase & RowOf<F>>>> => ({ shape: 'page', of: { ...baseFields, ...r.fields } })

/** The moment or day by which rows are listed newest first, null where they are not: they are chosen so too, since the roll that just came off is wanted and not the first of the year. */
export function newestBy(resource: Pick<Resource, 'sort' | 'fields'> | null): string | null {
  const by = resource?.sort.startsWith('-') ? resource.sort.slice(1) : null
  const kind = by === null ? undefined : resource?.fields[by]?.kind
  return kind === 'moment' || kind === 'day' ? by : null
}
/** Whether a pick-list offers a row; of fields that are not at hand nothing is asked. */
export const isOffered = ({ offers }: Pick<Resource, 'offers'>, row: AnyRow): boolean =>
  Object.entries(offers).every(([name, values]) => row[name] === undefined || values.includes(String(row[name])))
/** A row in which nothing is entered yet: each field's default, or its empty value. */
export const blankRow = ({ fields }: { readonly fields: Fields }): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, emptyOf(field)]))

/** What was given of a row, with what follows from it; null stands for a field's empty value. */
export function withDerived<V extends AnyRow>(
  resource: { readonly fields: Fields; readonly derive: Resource['derive'] },
  given: V,
  before?: AnyRow,
): V {
  if (!resource.derive) return given
  const row = before ? { ...before, ...defined(given) } : { ...blankRow(resource), ...filled(given) }
  return { ...given, ...resource.derive(row) }
}

/** What a plain create makes of what was entered: defaults, what it sets, and what follows. */
export function enteredRow(resource: Bearing, given: AnyRow, doing: Doing): Record<string, unknown> {
  const said = { ...blankRow(resource), ...filled(given) }
  const whole = { ...said, ...resource.entered?.(said, doing) }
  return { ...whole, ...resource.derive?.(whole) }
}
/** What a plain update makes of the fields that it changes: those, what it sets, and what follows. */
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
