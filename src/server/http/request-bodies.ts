import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'

/**
 * Returns the time limit of a body: longer for files (50 MB over a phone), shorter for public calls such as login.
 */
function getBodyTimeoutSeconds({ body, access }: Endpoint, baseSeconds: number): number {
  if (body !== 'json') return baseSeconds * 5
  return access === 'public' ? baseSeconds / 4 : baseSeconds
}

/**
 * Cuts off requests whose body arrives too slowly. The limit runs from the first line to the last byte, however often
 * data arrives; it does not include the answer.
 */
export function cutSlowBodies(http: FastifyInstance, baseSeconds: number): void {
  http.addHook('onRequest', (request, reply, done) => {
    const endpoint = request.routeOptions.config?.endpoint
    if (!endpoint) return done()
    const timer = setTimeout(
      () => {
        const { complete, socket } = request.raw
        if (complete !== false) return // undefined for requests injected by tests
        if (!reply.raw.headersSent)
          socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        socket.destroySoon()
      },
      getBodyTimeoutSeconds(endpoint, baseSeconds) * 1000,
    )
    timer.unref()
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}

const UNSUPPORTED_STATUS = 415
const uncompressedEncodings = new Set(['', 'identity'])

/**
 * Refuses compressed bodies before reading them. Neither phones nor gateways send any, and a megabyte packed by a
 * stranger takes seconds to unpack even if it is discarded.
 */
export function refuseCompressedBodies(http: FastifyInstance): void {
  // Runs after the rate limit, so that these requests count towards it.
  http.addHook('preParsing', (request, _reply, _body, done) => {
    if (uncompressedEncodings.has((request.headers['content-encoding'] ?? '').trim().toLowerCase())) return done()
    done(Object.assign(new Refusal(errno.parameter, 'contract:errors.packed'), { statusCode: UNSUPPORTED_STATUS }))
  })
}
/** True if a call was refused, by us or by a parser, for the encoding or type of its unread body. */
export const isUnsupportedBody = (error: unknown): boolean =>
  (error as { statusCode?: number }).statusCode === UNSUPPORTED_STATUS
