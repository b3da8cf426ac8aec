import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DATA_AS_OF_HEADER, splitRoute, type Endpoint } from '@/contract/endpoint'
import { errno, Refusal, refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import { parseQuery } from '@/contract/schema'
import type { Application } from '../application'
import type { Config } from '../config'
import { FileAnswer, type Origin, type Person } from '../context'
import { MAX_PIECE_BYTES } from '../files/uploads'
import { assertCallAdmitted, runCall } from '../pipeline'
import type { Call } from '../create-context'
import { runInSpan } from '../traces'
import { parseAcceptLanguage } from '../translations'
import { receiveForm, type MultipartForm } from './receive-form'
import { sendFile } from './send-file'
import { sendJson } from './send-json'

declare module 'fastify' {
  interface FastifyRequest {
    person: Person | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** Registers every path of every endpoint. */
export function registerRoutes(http: FastifyInstance, app: Application, config: Config): void {
  for (const { endpoint } of app.endpoints.values()) {
    for (const route of endpoint.routes) {
      const { method, path } = splitRoute(route)
      http.route({
        method,
        url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}`,
        config: { endpoint, ...(endpoint.maxCallsPerMinute ? { rateLimit: { max: endpoint.maxCallsPerMinute } } : {}) },
        compress: false, // sendJson and sendFile compress
        // Limits bodies that are read into memory as a whole; forms are streamed.
        bodyLimit: endpoint.body === 'raw' ? MAX_PIECE_BYTES : endpoint.maxBodyBytes,
        handler: (request, reply) =>
          runInSpan(
            endpoint.name,
            { 'http.request.method': method, 'http.route': path, 'request.id': request.id },
            () => handleRequest(app, config, endpoint, method, request, reply),
            request.headers,
          ),
      })
    }
  }
}

async function handleRequest(
  app: Application,
  config: Config,
  endpoint: Endpoint,
  method: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const form: MultipartForm = { fields: {}, fileParts: new Map() }
  const releaseUpload = request.releaseUploadSlot
  request.releaseUploadSlot = null
  let result: unknown
  const onLag = (asOf: string) => void reply.header(DATA_AS_OF_HEADER, asOf)
  try {
    const call = buildCall(endpoint, request, form)
    const input = await readInput(app, config, endpoint, method, request, call, form)
    result = await runCall(app, { ...call, input, onLag })
  } finally {
    for (const { file } of form.fileParts.values()) await file.remove()
    releaseUpload?.()
  }
  return sendResult(request, reply, result)
}
function buildCall(endpoint: Endpoint, request: FastifyRequest, { fileParts }: MultipartForm): Omit<Call, 'input'> {
  const idempotencyKey = request.headers['idempotency-key']
  if (idempotencyKey !== undefined && !isUuid(idempotencyKey))
    throw new Refusal(errno.parameter, 'contract:errors.parameter', {
      issues: [{ path: ['Idempotency-Key'], code: 'badId' }],
    })
  return {
    endpoint: endpoint.name,
    person: request.person,
    origin: getOrigin(request),
    language: parseAcceptLanguage(request.headers['accept-language']),
    parts: fileParts,
    ...(endpoint.body === 'raw' && Buffer.isBuffer(request.body) ? { bytes: request.body } : {}),
    idempotencyKey: idempotencyKey ?? null,
  }
}
async function sendResult(request: FastifyRequest, reply: FastifyReply, result: unknown): Promise<FastifyReply> {
  return result instanceof FileAnswer ? sendFile(request, reply, result) : sendJson(request, reply, result)
}

/** Reads path parameters, query and body; if a name occurs in both, the value of the body wins. */
async function readInput(
  app: Application,
  config: Config,
  endpoint: Endpoint,
  method: string,
  request: FastifyRequest,
  call: Omit<Call, 'input'>,
  form: MultipartForm,
): Promise<unknown> {
  assertNoSecretsInQuery(endpoint, request)
  const query = parseQuery(endpoint.input, {
    ...(request.params as object),
    ...(request.query as Record<string, unknown>),
  })
  if (endpoint.body === 'raw') return query
  if (endpoint.body !== 'json' && request.isMultipart()) {
    const readFields = () => ({ ...query, ...parseQuery(endpoint.input, form.fields) })
    const assertAdmitted = () => assertCallAdmitted(app, { ...call, input: readFields() })
    await receiveForm(request, endpoint, form, { incoming: app.files.incoming, config, assertAdmitted })
    return readFields()
  }
  const { body } = request
  if (method === 'GET' || method === 'OPTIONS' || body === undefined || body === null) return query
  if (typeof body !== 'object' || Array.isArray(body) || Buffer.isBuffer(body))
    throw new Refusal(errno.parameter, 'contract:errors.badRequest')
  return { ...query, ...body }
}

/** Asserts that secrets are not in the address, which proxies and browsers log. @throws errno.parameter */
function assertNoSecretsInQuery({ input }: Endpoint, { query }: FastifyRequest): void {
  const exposedFields = Object.keys(query as object).filter((name) => {
    const field = Object.hasOwn(input, name) ? input[name] : undefined
    return field?.kind === 'text' && field.secret
  })
  if (exposedFields.length > 0)
    throw refuseInput(exposedFields.map((name) => ({ path: [name], code: 'inAddress' as const })))
}

/** Returns the origin of an HTTP request, for the audit log. */
export const getOrigin = (request: FastifyRequest): Origin => ({
  requestId: request.id,
  address: request.ip,
  device: request.headers['user-agent']?.slice(0, 300) ?? null,
  via: 'http',
  occurredAt: null,
  baseVersion: null,
})
