import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { splitRoute, type Endpoint } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import { fromQuery } from '@/contract/schema'
import type { Application } from '../application'
import { FileAnswer, type Origin, type Part, type Person } from '../context'
import { ReadyJson } from '../crud/list-cache'
import { PIECE_LIMIT } from '../files/upload'
import { runCall } from '../pipeline'
import { languageOf } from '../words'
import { envelope } from './errors'

declare module 'fastify' {
  interface FastifyRequest {
    person: Person | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** Registers every path of every endpoint. */
export function registerRoutes(http: FastifyInstance, app: Application): void {
  for (const { endpoint } of app.endpoints.values()) {
    for (const route of endpoint.routes) {
      const { method, path } = splitRoute(route)
      http.route({
        method,
        url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}`,
        config: { endpoint },
        bodyLimit: endpoint.body === 'json' ? undefined : endpoint.body === 'raw' ? PIECE_LIMIT : 64 * 1024 * 1024,
        handler: (request, reply) => answer(app, endpoint, method, request, reply),
      })
    }
  }
}

async function answer(
  app: Application,
  endpoint: Endpoint,
  method: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { input, parts } = await inputOf(endpoint, method, request)
  const key = request.headers['idempotency-key']
  if (key !== undefined && !isUuid(key))
    throw new Refusal(errno.parameter, 'contract:errors.parameter', {
      issues: [{ path: ['Idempotency-Key'], code: 'badId' }],
    })
  const result = await runCall(app, {
    endpoint: endpoint.name,
    input,
    person: request.person,
    origin: originOf(request),
    language: languageOf(request.headers['accept-language']),
    parts,
    idempotencyKey: key ?? null,
  })
  if (result instanceof FileAnswer) return sendFile(reply, result)
  void reply.type('application/json; charset=utf-8').header('Cache-Control', 'no-store')
  if (result instanceof ReadyJson) return reply.send(Buffer.concat([beforeData, result.json, afterData]))
  return reply.send(JSON.stringify(envelope(result ?? null)))
}

/** `envelope` of a good answer, around data that is JSON already. */
const beforeData = Buffer.from('{"errno":"200","errmsg":"","data":')
const afterData = Buffer.from('}')

/** Path parameters, then the query, then the body: a name given twice is the body's. */
async function inputOf(
  endpoint: Endpoint,
  method: string,
  request: FastifyRequest,
): Promise<{ input: unknown; parts: Map<string, Part> }> {
  const parts = new Map<string, Part>()
  const query = fromQuery(endpoint.input, {
    ...(request.params as object),
    ...(request.query as Record<string, unknown>),
  })
  if (endpoint.body === 'raw') {
    if (Buffer.isBuffer(request.body))
      parts.set('body', {
        id: 'body',
        field: 'body',
        fileName: '',
        mime: 'application/octet-stream',
        bytes: request.body,
      })
    return { input: query, parts }
  }
  if ((endpoint.body === 'multipart' || endpoint.body === 'sheet') && request.isMultipart())
    return { input: { ...query, ...fromQuery(endpoint.input, await formOf(request, parts)) }, parts }
  if (method === 'GET' || method === 'OPTIONS') return { input: query, parts }
  const body = request.body
  if (body === undefined || body === null) return { input: query, parts }
  if (typeof body !== 'object' || Array.isArray(body) || Buffer.isBuffer(body))
    throw new Refusal(errno.parameter, 'contract:errors.badRequest')
  return { input: { ...query, ...body }, parts }
}

/** Fields of a form as they are; each file becomes a part, and its field holds the part's id. */
async function formOf(request: FastifyRequest, parts: Map<string, Part>): Promise<Record<string, unknown>> {
  const form: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const id = randomUUID()
        parts.set(id, {
          id,
          field: part.fieldname,
          fileName: part.filename,
          mime: part.mimetype,
          bytes: await part.toBuffer(),
        })
        form[part.fieldname] = [...((form[part.fieldname] as string[] | undefined) ?? []), id]
      } else if (typeof part.value === 'string') form[part.fieldname] = part.value
    }
  } catch (error) {
    // The plugin's own errors carry a status; what the parser says of a form without an end or a boundary does not.
    throw error instanceof Error && 'statusCode' in error
      ? error
      : Object.assign(new Refusal(errno.parameter, 'contract:errors.badRequest'), { cause: error })
  }
  return form
}

export const originOf = (request: FastifyRequest): Origin => ({
  requestId: request.id,
  address: request.ip,
  device: request.headers['user-agent']?.slice(0, 300) ?? null,
  via: 'http',
  occurredAt: null,
  baseVersion: null,
})

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  const ascii = file.fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  return reply
    .headers({
      'Content-Type': file.mime,
      'Content-Disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
      'Cache-Control': 'private, no-store',
      ...file.headers,
    })
    .send(file.body)
}
