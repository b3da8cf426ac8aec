/** Refuses bodies by size, and delivers the refusal to a caller who is still sending. */
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'

const MB = 1024 * 1024
const formatBytes = (bytes: number): string =>
  bytes >= MB ? `${Math.round((bytes / MB) * 10) / 10} MB` : `${Math.round(bytes / 102.4) / 10} kB`

/**
 * Builds the refusal for HTTP 413 with the limit in bytes, plus the maximum number of entries for a call with a list.
 */
export function buildTooLargeRefusal(limitBytes: number, endpoint?: Endpoint): Refusal {
  const [name, field] = findLimitedList(endpoint) ?? []
  return Object.assign(
    new Refusal(errno.parameter, field ? 'contract:errors.tooLargeList' : 'contract:errors.tooLarge', {
      params: { limit: formatBytes(limitBytes), ...(field ? { field: name ?? '', count: field.max } : {}) },
    }),
    { statusCode: 413 },
  )
}
/** Finds the required list of an endpoint that has its own body limit. */
const findLimitedList = (endpoint: Endpoint | undefined) =>
  endpoint?.maxBodyBytes === undefined
    ? undefined
    : Object.entries(endpoint.input).flatMap(([name, field]) =>
        (field.kind === 'list' || field.kind === 'series') && field.required ? [[name, field] as const] : [],
      )[0]

/** True if a call was refused for its size, by us or by a parser. */
export const isTooLarge = (error: unknown): boolean => (error as { statusCode?: number }).statusCode === 413

/** Limit for draining a refused body: more than any gateway sends by mistake, too little to do harm. */
const MAX_DRAINED_BYTES = 32 * MB
const DRAIN_TIMEOUT_MS = 15_000

/**
 * Reads the rest of a refused body before answering, if the connection closes after the answer. Many clients send the
 * whole body before they read; closing earlier would show those clients a connection error instead of the answer. On a
 * kept-alive connection the body is discarded after the answer.
 */
export async function drainRefusedBody({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  // A parser that stops reading a body closes the connection.
  const closesConnection = reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive
  // `complete` is undefined for requests injected by tests.
  if (closesConnection && raw.complete === false && (await drainBody(raw))) void reply.removeHeader('connection')
}
/** Reads and discards the rest of a body. Returns true if all of it arrived. */
function drainBody(request: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let drainedBytes = 0
    const finish = () => {
      clearTimeout(timer)
      request.off('data', countBytes).off('end', finish).off('close', finish)
      resolve(request.complete)
    }
    const countBytes = (bytes: Buffer) => {
      drainedBytes += bytes.length
      if (drainedBytes > MAX_DRAINED_BYTES) finish()
    }
    const timer = setTimeout(finish, DRAIN_TIMEOUT_MS)
    timer.unref()
    request.on('data', countBytes).on('end', finish).on('close', finish).resume()
  })
}
