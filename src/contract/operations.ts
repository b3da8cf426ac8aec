import {
  blob,
  defineEndpoint,
  none,
  xlsx,
  type Endpoint,
  type OfflineUse,
  type Output,
  type Verified,
} from './endpoint'
import { file, flag, integer, list, reference, text, type Field, type Fields } from './field'
import type { Operation, Resource, ResourceOptions, Routes } from './resource'
import { baseFields, isRange, writable } from './row-fields'

type Bare = Omit<Resource, 'endpoints'>
/** Builds the endpoints of the operations that the resource has a route for. */
export function endpointsOf(
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
  const again = (verb: 'create' | 'update' | 'remove' | 'import') =>
    verified?.[verb] ? { verified: verified[verb] } : {}
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
  add('export', keys?.export ?? keys?.view, 'read', { ...listFields(r), ...sheetFields }, blob(xlsx))
  add(
    'import',
    keys?.import ?? keys?.add,
    'write',
    { file: file({ required: true, max: 1 }), dryRun: flag(), leaveOut: flag() },
    { shape: 'one', of: importFields },
    { body: 'sheet', ...again('import') },
  )
  add('template', keys?.import ?? keys?.add, 'read', {}, blob(xlsx))
  return made
}

const figure = integer({ required: true })
/** Fields of `ImportResult`. */
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
  // Rows of the worksheet hidden by a filter or by hand; they are imported like the others.
  hidden: figure,
  warned: figure,
  warnings: list({ row: figure, message: text({ required: true, max: 400 }) }, { max: 200 }),
} as const

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
/** Additional query of an export: the fields to leave out, separated by commas. */
const sheetFields = { without: text({ max: 4000 }) } as const
const bare = ({ required: _r, readonly: _o, default: _d, ...field }: Field): Field => field as Field
