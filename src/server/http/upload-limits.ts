import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '@/contract/endpoint'
import { Refusal, errno } from '@/contract/errno'
import type { Config } from '../config'
import { assertCallAllowed } from '../pipeline'
import { MAX_PIECE_BYTES } from '../files/uploads'
import { buildTooLargeRefusal } from './too-large'

declare module 'fastify' {
  interface FastifyRequest {
    /** Releases the upload's slot. Called by the handler if it has started, otherwise when the connection closes. */
    releaseUploadSlot: (() => void) | null
  }
}

/** Allowance for the fields and headers around a workbook. Other forms get as much as a JSON body. */
const WORKBOOK_FIELDS_BYTES = 16 * 1024
/** Time for which an unwanted body is still read and discarded, so that the caller can read the refusal. */
const DISCARD_TIMEOUT_MS = 5_000

/** Returns the maximum number of files in a field; null if the field does not accept files. */
export function getMaxFiles({ input }: Endpoint, field: string): number | null {
  const fieldDefinition = Object.hasOwn(input, field) ? input[field] : undefined
  return fieldDefinition?.kind === 'file' ? fieldDefinition.max : null
}

/** Returns the largest body in bytes: all files that the endpoint takes, each at its maximum size. */
function getMaxBodyBytes(endpoint: Endpoint, { uploadLimit, bodyLimit }: Config): number {
  if (endpoint.body === 'raw') return MAX_PIECE_BYTES
  const files = Object.keys(endpoint.input).reduce((sum, name) => sum + (getMaxFiles(endpoint, name) ?? 0), 0)
  return files * uploadLimit + (endpoint.body === 'sheet' ? WORKBOOK_FIELDS_BYTES : bodyLimit)
}

/** Converts an error about body size to a refusal; parser errors get the limit of the call. */
export function toTooLargeRefusal(request: FastifyRequest, error: unknown, config: Config): Refusal {
  if (error instanceof Refusal) return error
  const { config: route, bodyLimit } = request.routeOptions
  const { endpoint } = route
  return endpoint && request.isMultipart()
    ? buildTooLargeRefusal(getMaxBodyBytes(endpoint, config))
    : buildTooLargeRefusal(bodyLimit ?? config.bodyLimit, endpoint)
}

/**
 * Decides before reading a body whether to accept it: by permission, announced length and the session's other uploads.
 * Must be registered after authentication.
 */
export function limitUploads(http: FastifyInstance, config: Config): void {
  const uploads = new UploadLimiter()
  http.decorateRequest('releaseUploadSlot', null)
  http.addHook('preParsing', (request, reply, _payload, done) => {
    const endpoint = request.routeOptions.config.endpoint
    if (!endpoint) return done()
    try {
      assertCallAllowed(endpoint, request.person)
      if (endpoint.body === 'json') return done()
      const limitBytes = getMaxBodyBytes(endpoint, config)
      if (Number(request.headers['content-length']) > limitBytes) throw buildTooLargeRefusal(limitBytes)
      const release = uploads.acquireSlot(request.person?.sessionId ?? request.ip)
      request.releaseUploadSlot = release
      reply.raw.once('close', () => request.releaseUploadSlot && release())
      done()
    } catch (error) {
      done(error as Error)
    }
  })
  http.addHook('onResponse', (request, _reply, done) => {
    discardBody(request)
    done()
  })
}

/** Discards the rest of a body after an answer that did not wait for it. */
function discardBody({ raw }: FastifyRequest): void {
  if (raw.complete !== false) return // undefined for requests injected by tests
  const timer = setTimeout(() => raw.socket.destroy(), DISCARD_TIMEOUT_MS)
  timer.unref()
  raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  raw.unpipe()
  raw.resume()
}

/** Concurrent uploads per session and in total. Each holds a connection and space in memory or on disk. */
const MAX_UPLOADS = { session: 3, all: 64 } as const

/** Limits concurrent uploads, counted from their first line until they are answered. */
class UploadLimiter {
  private readonly countBySession = new Map<string, number>()
  private totalCount = 0

  /**
   * Takes a slot and returns a function that releases it; calling that twice is harmless.
   * @throws Refusal errno.busy if none is free
   */
  acquireSlot(session: string): () => void {
    const sessionCount = this.countBySession.get(session) ?? 0
    if (sessionCount >= MAX_UPLOADS.session || this.totalCount >= MAX_UPLOADS.all)
      throw new Refusal(errno.busy, 'contract:errors.busy')
    this.countBySession.set(session, sessionCount + 1)
    this.totalCount++
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.totalCount--
      const remainingCount = (this.countBySession.get(session) ?? 1) - 1
      if (remainingCount) this.countBySession.set(session, remainingCount)
      else this.countBySession.delete(session)
    }
  }
}
