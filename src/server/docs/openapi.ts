import { endpointsOfArea, type AreaContract } from '@/contract/area'
import { splitRoute, type Endpoint, type Output } from '@/contract/endpoint'
import { errno } from '@/contract/errno'
import type { Field, FieldKind, FieldOf, Fields } from '@/contract/field'
import type { Translate } from '../translations'
import type { EventDoc, QuestionDoc } from './events'

type Schema = Record<string, unknown>
const many = (items: Schema, f: { max: number }): Schema => ({ type: 'array', items, maxItems: f.max })
const id: Schema = { type: 'string', format: 'uuid' }

/** JSON Schema by field kind. */
const kinds = {
  text: (f) => ({ type: 'string', maxLength: f.max, ...(f.secret ? { format: 'password' } : {}), ...usual(f) }),
  note: (f) => ({ type: 'string', maxLength: f.max, ...usual(f) }),
  integer: (f) => ({ type: 'integer', ...bounds(f), ...(f.unit ? { description: f.unit } : {}) }),
  amount: (f) => ({ type: 'number', ...bounds(f), ...(f.unit ? { description: f.unit } : {}) }),
  choice: (f) => ({ type: 'string', enum: [...f.options] }),
  flag: () => ({ type: 'boolean' }),
  day: () => ({ type: 'string', format: 'date' }),
  moment: () => ({ type: 'string', format: 'date-time' }),
  reference: (f) => ({ ...id, description: `id of ${f.to}` }),
  references: (f) => many({ ...id, description: `id of ${f.to}` }, f),
  image: (f) => many(id, f),
  file: (f) => many(id, f),
  list: (f) => many(objectOf(f.of), f),
  series: (f) =>
    f.of === 'text'
      ? many({ type: 'string' }, f)
      : {
          oneOf: [
            { type: 'number' },
            many({ type: 'number' }, f),
            many({ type: 'array', items: { type: 'number' }, maxItems: f.max }, f),
          ],
        },
  custom: () => ({ type: 'object', additionalProperties: true }),
} satisfies { [K in FieldKind]: (field: FieldOf<K>) => Schema }

/** Describes preset texts: a field may hold the key of a preset, which each reader sees in their own language. */
const usual = ({ presets }: Pick<FieldOf<'text' | 'note'>, 'presets'>): Schema =>
  presets ? { examples: [...presets], description: 'free text, or the key of a usual one' } : {}
const bounds = (f: { min?: number; max?: number }): Schema => ({
  ...(f.min !== undefined ? { minimum: f.min } : {}),
  ...(f.max !== undefined ? { maximum: f.max } : {}),
})
const schemaOf = (field: Field): Schema => (kinds[field.kind] as (f: Field) => Schema)(field)
function objectOf(fields: Fields, required = true): Schema {
  const must = Object.entries(fields)
    .filter(([, f]) => f.required)
    .map(([n]) => n)
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([n, f]) => [n, schemaOf(f)])),
    ...(required && must.length ? { required: must } : {}),
    additionalProperties: false,
  }
}

/** Events and questions between areas, which are consequences of calls. */
export interface Between {
  readonly told: readonly EventDoc[]
  readonly asked: readonly QuestionDoc[]
}
/** Builds the OpenAPI 3.1 document of all endpoints from the definitions that also validate their input. */
export function openApi(areas: readonly AreaContract[], t: Translate, version: string, between: Between): Schema {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const area of areas)
    for (const endpoint of endpointsOfArea(area))
      for (const [index, route] of endpoint.routes.entries()) {
        const { method, path } = splitRoute(route)
        const at = (paths[`/api${path}`] ??= {})
        at[method.toLowerCase()] = operation(area.name, endpoint, method, path, index, t)
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
    tags: areas.map((a) => ({ name: a.name })),
    paths,
    'x-events': between.told,
    'x-questions': between.asked,
  }
}

function operation(
  area: string,
  endpoint: Endpoint,
  method: string,
  path: string,
  index: number,
  t: Translate,
): Schema {
  const inQuery = ['GET', 'OPTIONS', 'DELETE'].includes(method) || endpoint.body === 'raw'
  const inPath = (name: string): boolean => path.includes(`{${name}}`)
  const parameters = Object.entries(endpoint.input)
    .filter(([name]) => inQuery || inPath(name))
    .map(([name, f]) => ({
      name,
      in: inPath(name) ? 'path' : 'query',
      required: inPath(name) || (Boolean(f.required) && !endpoint.partial),
      schema: schemaOf(f),
    }))
  return {
    operationId: index === 0 ? endpoint.name : `${endpoint.name}.${index + 1}`,
    tags: [area],
    summary: summaryOf(area, endpoint, t),
    description: `Permission: ${typeof endpoint.access === 'string' ? endpoint.access : endpoint.access.join(' or ')}.${endpoint.offline ? ' May travel through POST /api/sync.' : ''}${verification(endpoint)}`,
    ...(endpoint.access === 'public' ? { security: [] } : {}),
    ...(parameters.length ? { parameters } : {}),
    ...(!inQuery || endpoint.body === 'raw' ? { requestBody: { content: bodyOf(endpoint) } } : {}),
    responses: { 200: { description: 'The answer, or a refusal: see errno', content: contentOf(endpoint) } },
  }
}
/**
 * Returns the endpoint's text in the audit log, else its name in words: `jumboRoll.uncutNumbers` is "Jumbo roll: uncut
 * numbers".
 */
function summaryOf(area: string, { name }: Endpoint, t: Translate): string {
  const [of = '', ...what] = name
    .split('.')
    .map((part) => part.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
  const plain = `${of.slice(0, 1).toUpperCase()}${of.slice(1)}${what.length ? `: ${what.join(' ')}` : ''}`
  return t(`${area}:actions.${name.replaceAll('.', '_')}`, { defaultValue: plain })
}
const verification = ({ verified }: Endpoint): string =>
  verified
    ? ` The password must have been entered again (POST /api/user/verification)${verified === true ? '' : ` when ${verified.join(' or ')} is given`}; else errno 6000 with data.verification, and the call may be repeated after it.`
    : ''
function bodyOf(endpoint: Endpoint): Schema {
  if (endpoint.body === 'raw') return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  if (endpoint.body === 'multipart' || endpoint.body === 'sheet') {
    const parts = Object.fromEntries(
      Object.entries(endpoint.input).map(([n, f]) => [
        n,
        f.kind === 'file' ? { type: 'string', format: 'binary' } : schemaOf(f),
      ]),
    )
    return { 'multipart/form-data': { schema: { type: 'object', properties: parts } } }
  }
  return { 'application/json': { schema: objectOf(endpoint.input, !endpoint.partial) } }
}
function dataOf({ shape, of, parts = {} }: Output): Schema {
  if (shape === 'none') return { type: 'null' }
  if (shape === 'together')
    return {
      type: 'object',
      properties: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, dataOf(part)])),
    }
  const row = objectOf(of)
  if (shape === 'many') return { type: 'array', items: row }
  if (shape !== 'page') return row
  return {
    type: 'object',
    properties: {
      total: { type: 'integer' },
      list: { type: 'array', items: row },
      refs: { type: 'object', additionalProperties: { type: 'string' } },
      next: { type: ['string', 'null'] },
    },
  }
}
function contentOf(endpoint: Endpoint): Schema {
  const { output } = endpoint
  if (output.shape === 'blob')
    return { [output.mime ?? 'application/octet-stream']: { schema: { type: 'string', format: 'binary' } } }
  const file = endpoint.alsoFile ? { [endpoint.alsoFile]: { schema: { type: 'string', format: 'binary' } } } : {}
  return {
    'application/json': {
      schema: {
        type: 'object',
        required: ['errno', 'errmsg', 'data'],
        properties: {
          errno: { $ref: '#/components/schemas/errno' },
          errmsg: { type: 'string' },
          data: dataOf(output),
        },
      },
    },
    ...file,
  }
}
