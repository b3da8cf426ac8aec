import {
  fileOutput,
  defineEndpoint,
  noOutput,
  XLSX_MIME,
  type Endpoint,
  type OfflineUse,
  type Output,
  type Reauthentication,
} from './endpoint'
import { file, flag, integer, list, reference, text, type Field, type Fields } from './field'
import type { Operation, Resource, ResourceOptions, OperationRoutes } from './resource'
import { baseFields, isRangeFiltered, getWritableFields } from './row-fields'

type ResourceDefinition = Omit<Resource, 'endpoints'>
/** Builds the endpoints of the operations that the resource has a route for. */
export function buildOperations(
  resource: ResourceDefinition,
  routes: OperationRoutes,
  { permissions, reauthentication }: Pick<ResourceOptions<Fields, OperationRoutes>, 'permissions' | 'reauthentication'>,
): Record<string, Endpoint> {
  const operations: Record<string, Endpoint> = {}
  const rowFields = { ...baseFields, ...resource.fields } as Fields
  const addOperation = (
    operation: Operation,
    access: string | readonly string[] | undefined,
    effect: 'read' | 'write',
    input: Fields,
    output: Output,
    options: {
      partial?: boolean
      body?: 'sheet'
      offline?: OfflineUse
      reauthentication?: Reauthentication
      mayLag?: true
    } = {},
  ) => {
    const route = routes[operation]
    if (!route) return
    if (!access) throw new Error(`${resource.name}.${operation} has a route but no permission key`)
    operations[operation] = defineEndpoint(`${resource.name}.${operation}`, {
      area: resource.area,
      routes: route,
      access,
      effect,
      input,
      output,
      ...(operation === 'create' || operation === 'update'
        ? { dateOrder: resource.dateOrder, valueOrder: resource.valueOrder }
        : {}),
      ...options,
    }) as Endpoint
  }
  const idInput = { id: reference(resource.name, { required: true }) }
  const getOfflineUse = (operation: 'create' | 'update') =>
    resource.offlineWrites.includes(operation)
      ? { offline: { resource: resource.name, idInput: 'id', schemaVersion: 1 } }
      : {}
  addOperation('list', permissions?.view, 'read', buildListInput(resource), { shape: 'page', fields: rowFields })
  const withReauthentication = (operation: 'create' | 'update' | 'remove' | 'import') =>
    reauthentication?.[operation] ? { reauthentication: reauthentication[operation] } : {}
  addOperation(
    'create',
    permissions?.add,
    'write',
    { id: reference(resource.name), ...getWritableFields(resource.fields) },
    { shape: 'one', fields: rowFields },
    { ...getOfflineUse('create'), ...withReauthentication('create') },
  )
  addOperation(
    'update',
    permissions?.edit,
    'write',
    { ...idInput, version: integer({ required: true, min: 1 }), ...getWritableFields(resource.fields) },
    { shape: 'one', fields: rowFields },
    { partial: true, ...getOfflineUse('update'), ...withReauthentication('update') },
  )
  addOperation(
    'remove',
    permissions?.delete,
    'write',
    { ...idInput, version: integer({ min: 1 }) },
    noOutput,
    withReauthentication('remove'),
  )
  addOperation(
    'export',
    permissions?.export ?? permissions?.view,
    'read',
    { ...buildListInput(resource), ...exportQueryFields },
    fileOutput(XLSX_MIME),
    { mayLag: true },
  )
  addOperation(
    'import',
    permissions?.import ?? permissions?.add,
    'write',
    // `leaveOut` ignores unknown columns instead of refusing them.
    { file: file({ required: true, max: 1 }), dryRun: flag(), leaveOut: flag() },
    { shape: 'one', fields: importResultFields },
    { body: 'sheet', ...withReauthentication('import') },
  )
  addOperation('template', permissions?.import ?? permissions?.add, 'read', {}, fileOutput(XLSX_MIME))
  return operations
}

const requiredInteger = integer({ required: true })
/** Fields of `ImportResult`. */
export const importResultFields = {
  created: requiredInteger,
  updated: requiredInteger,
  unchanged: requiredInteger,
  dryRun: flag({ required: true }),
  rows: requiredInteger,
  changes: list(
    {
      row: requiredInteger,
      added: flag({ required: true }),
      name: text({ required: true, max: 400 }),
      fields: list({ label: text({ required: true }), before: text({ max: 1000 }), after: text({ max: 1000 }) }),
    },
    { max: 50 },
  ),
  // Rows of the worksheet hidden by a filter or by hand; they are imported like the others.
  hidden: requiredInteger,
  // Rows with a value in an unknown column that was left out on request; the warnings name columns and rows.
  leftOut: requiredInteger,
  warned: requiredInteger,
  warnings: list({ row: requiredInteger, message: text({ required: true, max: 400 }) }, { max: 200 }),
} as const

function buildListInput(resource: ResourceDefinition): Fields {
  const filters = resource.filters.flatMap((name): [string, Field][] => {
    const field = resource.fields[name]
    if (!field) throw new Error(`${resource.name} filters by ${name}, which it does not have`)
    if (isRangeFiltered(field))
      return [
        [`${name}From`, toFilterField(field)],
        [`${name}To`, toFilterField(field)],
      ]
    // Text, because a filter may name several values, separated by commas.
    return [[name, field.kind === 'flag' ? toFilterField(field) : text({ max: 4000 })]]
  })
  return { ...listQueryFields, ...Object.fromEntries(filters) }
}
/** Fields of `ListQuery`. */
const listQueryFields = {
  page: integer({ min: 1, max: 1_000_000 }),
  size: integer({ min: 1, max: 500 }),
  sort: text({ max: 80 }),
  keyword: text({ max: 200 }),
  after: text({ max: 400 }),
  id: text({ max: 20_000 }),
} as const
/** Additional query of an export: the fields to leave out, separated by commas. */
const exportQueryFields = { without: text({ max: 4000 }) } as const
const toFilterField = ({ required: _required, readonly: _readonly, default: _default, ...field }: Field): Field =>
  field as Field
