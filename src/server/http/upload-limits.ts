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
    /** Releases the upload's slot. The handler calls it once it has started; otherwise the closing connection does. */
    leaveUpload: (() => void) | null
  }
}

/** Allowance for the fields and headers around a workbook. Other forms get as much as a JSON body. */
const SHEET_FIELDS = 16 * 1024
/** Time for which an unwanted body is still read and discarded: a caller cut off while sending may never read why. */
const LINGER_MS = 5_000

/** Returns the maximum number of files in a field; null if it takes none. */
export function filesOf({ input }: Endpoint, field: string): number | null {
  const declared = Object.hasOwn(input, field) ? input[field] : undefined
  return declared?.kind === 'file' ? declared.max : null
}

/** Returns the largest body in bytes: all files that the endpoint takes, each at its maximum size. */
function mostBytes(endpoint: Endpoint, { uploadLimit, bodyLimit }: Config): number {
  if (endpoint.body === 'raw') return PIECE_LIMIT
  const files = Object.keys(endpoint.input).reduce((sum, name) => sum + (filesOf(endpoint, name) ?? 0), 0)
  return files * uploadLimit + (endpoint.body === 'sheet' ? SHEET_FIELDS : bodyLimit)
}

/** Converts an error about body size to a refusal; parser errors get the limit of the call. */
export function tooLargeFor(request: FastifyRequest, error: unknown, config: Config): Refusal {
  if (error instanceof Refusal) return error
  const { config: route, bodyLimit } = request.routeOptions
  const { endpoint } = route
  return endpoint && request.isMultipart()
    ? tooLarge(mostBytes(endpoint, config))
    : tooLarge(bodyLimit ?? config.bodyLimit, endpoint)
}

/**
 * Decides before reading a body whether to accept it: by permission, announced length and the session's other uploads.
 * Must be registered after authentication.
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

/** Discards the rest of a body after an answer that did not wait for it. */
function throwRestAway({ raw }: FastifyRequest): void {
  if (raw.complete !== false) return // undefined for requests injected by tests
  const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS)
  timer.unref()
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  raw.unpipe()
  raw.resume()
}
