import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '@/contract/endpoint'
import { Refusal } from '@/contract/errno'
import type { Config } from '../config'
import { assertCallAllowed } from '../pipeline'
import { PIECE_LIMIT } from '../files/upload'
import { tooLarge } from './too-large'
import { UploadsAtOnce } from './uploads-at-once'

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives the upload's place back; the handler's to call once it is begun, else done when the connection is through with it. */
    leaveUpload: (() => void) | null
  }
}

/** Fields and headings of a form beside its file, bytes: of a sheet a word or two, else as much as a JSON body. */
const SHEET_FIELDS = 16 * 1024
/** How long the rest of a body that nobody wants is still taken and thrown away, ms: who is cut off while sending may never read why. */
const LINGER_MS = 5_000

/** Files that a field takes at most; null for a field that takes none. */
export function filesOf({ input }: Endpoint, field: string): number | null {
  const declared = Object.hasOwn(input, field) ? input[field] : undefined
  return declared?.kind === 'file' ? declared.max : null
}

/** The largest body, bytes: all the files that the endpoint takes, each as large as may be. */
function mostBytes(endpoint: Endpoint, { uploadLimit, bodyLimit }: Config): number {
  if (endpoint.body === 'raw') return PIECE_LIMIT
  const files = Object.keys(endpoint.input).reduce((sum, name) => sum + (filesOf(endpoint, name) ?? 0), 0)
  return files * uploadLimit + (endpoint.body === 'sheet' ? SHEET_FIELDS : bodyLimit)
}

/** What refuses a body for its size: as it is, or, of a parser, with the limit of the call. */
export function tooLargeFor(request: FastifyRequest, error: unknown, config: Config): Refusal {
  if (error instanceof Refusal) return error
  const { config: route, bodyLimit } = request.routeOptions
  const { endpoint } = route
  return endpoint && request.isMultipart()
    ? tooLarge(mostBytes(endpoint, config))
    : tooLarge(bodyLimit ?? config.bodyLimit, endpoint)
}

/**
 * What is known of a call before its body decides whether the body is taken at all: the caller's key, the announced
 * length, the other uploads of the same session. Comes after the hook that finds out who is calling.
 */
export function limitUploads(http: FastifyInstance, config: Config): void {
  const uploads = new UploadsAtOnce()
  http.decorateRequest('leaveUpload', null)
  http.addHook('preParsing', (request, reply, _payload, done) => {
    const endpoint = request.routeOptions.config.endpoint
    if (!endpoint) return done()
    try {
      assertCallAllowed(endpoint, request.person)
      if (endpoint.body === 'json') return done()
      const limit = mostBytes(endpoint, config)
      if (Number(request.headers['content-length']) > limit) throw tooLarge(limit)
      const leave = uploads.enter(request.person?.sessionId ?? request.ip)
      request.leaveUpload = leave
      reply.raw.once('close', () => request.leaveUpload && leave())
      done()
    } catch (error) {
      done(error as Error)
    }
  })
  http.addHook('onResponse', (request, _reply, done) => {
    throwRestAway(request)
    done()
  })
}

/** After an answer that did not wait for the body. */
function throwRestAway({ raw }: FastifyRequest): void {
  if (raw.complete !== false) return // an injected request of a test has no such thing
  const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS)
  timer.unref()
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  raw.unpipe()
  raw.resume()
}
