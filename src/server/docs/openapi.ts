import { getAreaEndpoints, getDocumentationAreaName, type AreaContract } from '@/contract/area'
import { DATA_AS_OF_HEADER, splitRoute, type Endpoint, type Output } from '@/contract/endpoint'
import { errno } from '@/contract/errno'
import type { Field, FieldKind, FieldByKind, Fields } from '@/contract/field'
import type { Translate } from '../translations'
import type { EventDoc, QuestionDoc } from './describe-events'

type Schema = Record<string, unknown>
const toArraySchema = (items: Schema, field: { max: number }): Schema => ({ type: 'array', items, maxItems: field.max })
const ID_SCHEMA: Schema = { type: 'string', format: 'uuid' }

/** JSON Schema by field kind. */
const jsonSchemaBuilders = {
  text: (f) => ({
    type: 'string',
    maxLength: f.max,
    ...(f.secret ? { format: 'password' } : {}),
    ...describePresets(f),
  }),
  note: (f) => ({ type: 'string', maxLength: f.max, ...describePresets(f) }),
  integer: (f) => ({ type: 'integer', ...toBounds(f), ...(f.unit ? { description: f.unit } : {}) }),
  amount: (f) => ({ type: 'number', ...toBounds(f), ...(f.unit ? { description: f.unit } : {}) }),
  choice: (f) => ({ type: 'string', enum: [...f.options] }),
  flag: () => ({ type: 'boolean' }),
  day: () => ({ type: 'string', format: 'date' }),
  moment: () => ({ type: 'string', format: 'date-time' }),
  reference: (f) => ({ ...ID_SCHEMA, description: `id of ${f.to}` }),
  references: (f) => toArraySchema({ ...ID_SCHEMA, description: `id of ${f.to}` }, f),
  image: (f) => toArraySchema(ID_SCHEMA, f),
  file: (f) => toArraySchema(ID_SCHEMA, f),
  list: (f) => toArraySchema(toObjectSchema(f.of), f),
  series: (f) =>
    f.of === 'text'
      ? toArraySchema({ type: 'string' }, f)
      : {
          oneOf: [
            { type: 'number' },
            toArraySchema({ type: 'number' }, f),
            toArraySchema({ type: 'array', items: { type: 'number' }, maxItems: f.max }, f),
          ],
        },
  custom: () => ({ type: 'object', additionalProperties: true }),
} satisfies { [K in FieldKind]: (field: FieldByKind<K>) => Schema }

/** Describes preset texts: a field may hold the key of a preset, which each reader sees in their own language. */
const describePresets = ({ presets }: Pick<FieldByKind<'text' | 'note'>, 'presets'>): Schema =>
  presets ? { examples: [...presets], description: 'free text, or the key of a usual one' } : {}
const toBounds = (f: { min?: number; max?: number }): Schema => ({
  ...(f.min !== undefined ? { minimum: f.min } : {}),
  ...(f.max !== undefined ? { maximum: f.max } : {}),
})
const toSchema = (field: Field): Schema => {
  const schema = (jsonSchemaBuilders[field.kind] as (f: Field) => Schema)(field)
  if (!field.replacedBy) return schema
  const notes = [schema['description'], `deprecated, see ${field.replacedBy.join(' and ')}`].filter(Boolean)
  return { ...schema, description: notes.join('; '), deprecated: true }
}
function toObjectSchema(fields: Fields, includesRequired = true): Schema {
  const requiredNames = Object.entries(fields)
    .filter(([, f]) => f.required)
    .map(([n]) => n)
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([n, f]) => [n, toSchema(f)])),
    ...(includesRequired && requiredNames.length ? { required: requiredNames } : {}),
    additionalProperties: false,
  }
}

/** The events and questions between areas that calls cause. */
export interface AreaMessages {
  readonly eventDocs: readonly EventDoc[]
  readonly questionDocs: readonly QuestionDoc[]
}
/** Builds the OpenAPI 3.1 document of all endpoints from the definitions that also validate their input. */
export function buildOpenApi(
  areas: readonly AreaContract[],
  t: Translate,
  version: string,
  messages: AreaMessages,
): Schema {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const area of areas)
    for (const endpoint of getAreaEndpoints(area))
      for (const [routeIndex, route] of endpoint.routes.entries()) {
        const { method, path } = splitRoute(route)
        const pathItem = (paths[`/api${path}`] ??= {})
        pathItem[method.toLowerCase()] = buildOperation(area, endpoint, method, path, routeIndex, t)
      }
  return {
    openapi: '3.1.0',
    info: { title: 'Nonwoven plant', version, description: t('contract:docs.intro') },
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: t('contract:docs.token') },
      },
      schemas: { errno: { type: 'string', enum: Object.values(errno) } },
    },
    // Relative, because the document is served by the plant's own server.
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    tags: [...new Set(areas.map(getDocumentationAreaName))].map((name) => ({ name })),
    paths,
    'x-events': messages.eventDocs,
    'x-questions': messages.questionDocs,
  }
}

function buildOperation(
  area: AreaContract,
  endpoint: Endpoint,
  method: string,
  path: string,
  routeIndex: number,
  t: Translate,
): Schema {
  const readsQuery = ['GET', 'OPTIONS', 'DELETE'].includes(method) || endpoint.body === 'raw'
  const isPathParameter = (name: string): boolean => path.includes(`{${name}}`)
  const parameters = Object.entries(endpoint.input)
    .filter(([name]) => readsQuery || isPathParameter(name))
    .map(([name, f]) => ({
      name,
      in: isPathParameter(name) ? 'path' : 'query',
      required: isPathParameter(name) || (Boolean(f.required) && !endpoint.partial),
      schema: toSchema(f),
    }))
  return {
    operationId: routeIndex === 0 ? endpoint.name : `${endpoint.name}.${routeIndex + 1}`,
    tags: [getDocumentationAreaName(area)],
    summary: getSummary(area.name, endpoint, t),
    description: `Permission: ${typeof endpoint.access === 'string' ? endpoint.access : endpoint.access.join(' or ')}.${endpoint.offline ? ' May travel through POST /api/sync.' : ''}${describeVerification(endpoint)}${endpoint.mayLag ? ` May be some seconds old; ${DATA_AS_OF_HEADER} then tells the moment of its newest rows.` : ''}`,
    ...(endpoint.access === 'public' ? { security: [] } : {}),
    ...(parameters.length ? { parameters } : {}),
    ...(!readsQuery || endpoint.body === 'raw' ? { requestBody: { content: toRequestBody(endpoint) } } : {}),
    responses: { 200: { description: 'The answer, or a refusal: see errno', content: toResponseContent(endpoint) } },
  }
}
/**
 * Returns the endpoint's text in the audit log, else its name in words: `jumboRoll.uncutNumbers` is "Jumbo roll: uncut
 * numbers".
 */
function getSummary(area: string, { name }: Endpoint, t: Translate): string {
  const [subject = '', ...actionWords] = name
    .split('.')
    .map((part) => part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
  const readableName = `${subject.slice(0, 1).toUpperCase()}${subject.slice(1)}${actionWords.length ? `: ${actionWords.join(' ')}` : ''}`
  return t(`${area}:actions.${name.replaceAll('.', '_')}`, { defaultValue: readableName })
}
const describeVerification = ({ reauthentication: requirement }: Endpoint): string =>
  requirement
    ? ` The password must have been entered again (POST /api/user/verification)${requirement === true ? '' : ` when ${requirement.join(' or ')} is given`}; else errno 6000 with data.verification, and the call may be repeated after it.`
    : ''
function toRequestBody(endpoint: Endpoint): Schema {
  if (endpoint.body === 'raw') return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  if (endpoint.body === 'multipart' || endpoint.body === 'sheet') {
    const partSchemas = Object.fromEntries(
      Object.entries(endpoint.input).map(([n, f]) => [
        n,
        f.kind === 'file' ? { type: 'string', format: 'binary' } : toSchema(f),
      ]),
    )
    return { 'multipart/form-data': { schema: { type: 'object', properties: partSchemas } } }
  }
  return { 'application/json': { schema: toObjectSchema(endpoint.input, !endpoint.partial) } }
}
function toDataSchema({ shape, fields: rowFields, parts = {} }: Output): Schema {
  if (shape === 'none') return { type: 'null' }
  if (shape === 'together')
    return {
      type: 'object',
      properties: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, toDataSchema(part)])),
    }
  const rowSchema = toObjectSchema(rowFields)
  if (shape === 'many') return { type: 'array', items: rowSchema }
  if (shape !== 'page') return rowSchema
  return {
    type: 'object',
    properties: {
      total: { type: 'integer' },
      list: { type: 'array', items: rowSchema },
      refs: { type: 'object', additionalProperties: { type: 'string' } },
      next: { type: ['string', 'null'] },
    },
  }
}
function toResponseContent(endpoint: Endpoint): Schema {
  const { output } = endpoint
  if (output.shape === 'blob')
    return { [output.mime ?? 'application/octet-stream']: { schema: { type: 'string', format: 'binary' } } }
  const fileContent = endpoint.fileMime ? { [endpoint.fileMime]: { schema: { type: 'string', format: 'binary' } } } : {}
  return {
    'application/json': {
      schema: {
        type: 'object',
        required: ['errno', 'errmsg', 'data'],
        properties: {
          errno: { $ref: '#/components/schemas/errno' },
          errmsg: { type: 'string' },
          data: toDataSchema(output),
        },
      },
    },
    ...fileContent,
  }
}
