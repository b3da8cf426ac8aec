import {
  blob,
  defineEndpoint,
  none,
  xlsx,
  type Endpoint,
  type OfflineUse,
  type Output,
  type Page,
  type Route,
  type Verified,
} from './endpoint'
import {
  flag,
  integer,
  list,
  moment,
  reference,
  text,
  file,
  type Field,
  type Fields,
  type Flatten,
  type InputOf,
  type PatchOf,
  type RowOf,
} from './field'

/** Columns every stored row has besides its own fields. */
export interface RowBase {
  id: string
  /** Raised by one with every change; an update must name the version it read. */
  version: number
  createdAt: string
  updatedAt: string
  createdBy: string | null
}
export type Row<R> = R extends Resource<string, infer F, infer _O> ? Flatten<RowBase & RowOf<F>> : never
export type Create<R> = R extends Resource<string, infer F, infer _O> ? Flatten<{ id?: string } & InputOf<F>> : never
export type Patch<R> =
  R extends Resource<string, infer F, infer _O> ? Flatten<{ id: string; version: number } & PatchOf<F>> : never

export type Operation = 'list' | 'create' | 'update' | 'remove' | 'export' | 'import' | 'template'
export type Routes = { readonly [K in Operation]?: Route | readonly Route[] }

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
  [filter: string]: string | number | boolean | null | undefined
}
/** A row that an import would add or change, in the words of the sheet; `row` counts as in the sheet. */
export interface ImportChange {
  row: number
  added: boolean
  name: string
  fields: { label: string; before: string | null; after: string | null }[]
}
/** What a finished Excel import answers; `unchanged` are rows that said what is stored already, `changes` the first ones a trial would write. */
export interface ImportResult {
  created: number
  updated: number
  unchanged: number
  dryRun: boolean
  rows: number
  changes: ImportChange[]
}

type EndpointsOf<F extends Fields, O extends Routes> = {
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
              ? Endpoint<{ file: string[]; dryRun?: boolean | null }, ImportResult>
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
  /** Fields offered as filters: each gets an index. Days, moments and numbers filter as `<name>From` / `<name>To`. */
  readonly filters: readonly (keyof F & string)[]
  /** Fields that the keyword looks in. */
  readonly search: readonly (keyof F & string)[]
  /** Default order, `-` for descending. */
  readonly sort: string
  /** Excel import recognises an existing row by these fields and updates it. */
  readonly importKey: readonly (keyof F & string)[]
  /** Collections whose rows are found by an entry (`@>`): each has an index for it. */
  readonly containing: readonly (keyof F & string)[]
  /** Sent to phones in the shift pack. */
  readonly offline: boolean
  /** Plain operations that a phone may save without a network: they travel through its outbox. */
  readonly offlineWrites: readonly ('create' | 'update')[]
  readonly endpoints: EndpointsOf<F, O>
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
  offline?: boolean
  offlineWrites?: readonly ('create' | 'update')[]
  routes?: O
  /** Permission key of each operation; `template` and `export` fall back on `view`, `import` on `add`. */
  keys?: {
    view: string | readonly string[]
    add?: string
    edit?: string
    delete?: string
    export?: string
    import?: string
  }
  /** Operations before which the password is entered again. */
  verified?: {
    create?: true | readonly (keyof F & string)[]
    update?: true | readonly (keyof F & string)[]
    remove?: true
  }
}

/** Declares a kind of row once; everything else about it is derived from here. */
export function defineResource<const N extends string, const F extends Fields, const O extends Routes = {}>(
  name: N,
  o: ResourceOptions<F, O>,
): Resource<N, F, O> {
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
    offline: o.offline ?? false,
    offlineWrites: o.offlineWrites ?? [],
  }
  return { ...resource, endpoints: endpointsOf(resource, o.routes ?? {}, o) as unknown as EndpointsOf<F, O> }
}

/** A word is found in either language. */
const withEnglish = <K extends string>(fields: readonly K[], english: { readonly [field in K]?: K }): readonly K[] => [
  ...new Set(fields.flatMap((name) => [name, ...(english[name] ? [english[name]] : [])])),
]

type Bare = Omit<Resource, 'endpoints'>
function endpointsOf(
  r: Bare,
  routes: Routes,
  { keys, verified }: Pick<ResourceOptions<Fields, Routes>, 'keys' | 'verified'>,
): Record<string, Endpoint> {
  const made: Record<string, Endpoint> = {}
  const row = { ...baseFields, ...r.fields } as Fields
  const add = (
    verb: Operation,
    access: string | readonly string[] | undefined,
    effect: 'read' | 'write',
    input: Fields,
    output: Output,
    extra: { partial?: boolean; body?: 'sheet'; offline?: OfflineUse; verified?: Verified } = {},
  ) => {
    const at = routes[verb]
    if (!at) return
    if (!access) throw new Error(`${r.name}.${verb} has a route but no permission key`)
    made[verb] = defineEndpoint(`${r.name}.${verb}`, {
      area: r.area,
      routes: at,
      access,
      effect,
      input,
      output,
      ...extra,
    }) as Endpoint
  }
  const id = { id: reference(r.name, { required: true }) }
  const offline = (verb: 'create' | 'update') =>
    r.offlineWrites.includes(verb) ? { offline: { entity: r.name, id: 'id', schema: 1 } } : {}
  add('list', keys?.view, 'read', listFields(r), { shape: 'page', of: row })
  const again = (verb: 'create' | 'update' | 'remove') => (verified?.[verb] ? { verified: verified[verb] } : {})
  add(
    'create',
    keys?.add,
    'write',
    { id: reference(r.name), ...writable(r.fields) },
    { shape: 'one', of: row },
    { ...offline('create'), ...again('create') },
  )
  add(
    'update',
    keys?.edit,
    'write',
    { ...id, version: integer({ required: true, min: 1 }), ...writable(r.fields) },
    { shape: 'one', of: row },
    { partial: true, ...offline('update'), ...again('update') },
  )
  add('remove', keys?.delete, 'write', { ...id, version: integer({ min: 1 }) }, none, again('remove'))
  add('export', keys?.export ?? keys?.view, 'read', listFields(r), blob(xlsx))
  add(
    'import',
    keys?.import ?? keys?.add,
    'write',
    { file: file({ required: true, max: 1 }), dryRun: flag() },
    { shape: 'one', of: importFields },
    { body: 'sheet' },
  )
  add('template', keys?.import ?? keys?.add, 'read', {}, blob(xlsx))
  return made
}

/** The columns of `RowBase` as fields, for the documents and for sorting. */
export const baseFields = {
  id: text({ required: true, readonly: true, max: 36 }),
  version: integer({ required: true, readonly: true }),
  createdAt: moment({ required: true, readonly: true }),
  updatedAt: moment({ required: true, readonly: true }),
  createdBy: reference('user', { readonly: true }),
} as const
const figure = integer({ required: true })
export const importFields = {
  created: figure,
  updated: figure,
  unchanged: figure,
  dryRun: flag({ required: true }),
  rows: figure,
  changes: list(
    {
      row: figure,
      added: flag({ required: true }),
      name: text({ required: true, max: 400 }),
      fields: list({ label: text({ required: true }), before: text({ max: 1000 }), after: text({ max: 1000 }) }),
    },
    { max: 50 },
  ),
} as const

/** Output of a call that answers a row of a resource. */
export const rowOf = <N extends string, F extends Fields, O extends Routes>(
  r: Resource<N, F, O>,
): Output<Flatten<RowBase & RowOf<F>>> => ({ shape: 'one', of: { ...baseFields, ...r.fields } })
/** Output of a call that answers a page of rows of a resource. */
export const pageOf = <N extends string, F extends Fields, O extends Routes>(
  r: Resource<N, F, O>,
): Output<Page<Flatten<RowBase & RowOf<F>>>> => ({ shape: 'page', of: { ...baseFields, ...r.fields } })

/** The fields a caller may send. */
export const writable = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, f]) => !f.readonly))
/** Kinds that are filtered by a range, `<name>From` and `<name>To`, both inclusive. */
export const isRange = (f: Field): boolean => ['day', 'moment', 'integer', 'amount'].includes(f.kind)

function listFields(r: Bare): Fields {
  const filters = r.filters.flatMap((name): [string, Field][] => {
    const field = r.fields[name]
    if (!field) throw new Error(`${r.name} filters by ${name}, which it does not have`)
    if (isRange(field))
      return [
        [`${name}From`, bare(field)],
        [`${name}To`, bare(field)],
      ]
    return [[name, field.kind === 'flag' ? bare(field) : text({ max: 4000 })]]
  })
  return { ...listBase, ...Object.fromEntries(filters) }
}
const listBase = {
  page: integer({ min: 1, max: 1_000_000 }),
  size: integer({ min: 1, max: 500 }),
  sort: text({ max: 80 }),
  keyword: text({ max: 200 }),
  after: text({ max: 400 }),
  id: text({ max: 20_000 }),
} as const
const bare = ({ required: _r, readonly: _o, default: _d, ...field }: Field): Field => field as Field
const snake = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
