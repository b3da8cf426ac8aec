import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '@/contract/endpoint'

/**
 * Returns the time limit of a body in s: longer for files (50 MB over a phone), shorter for public calls such as login.
 */
const getBodyTimeout = ({ body, access }: Endpoint, seconds: number): number =>
  body !== 'json' ? seconds * 5 : access === 'public' ? seconds / 4 : seconds

/**
 * Cuts off requests whose body arrives too slowly. The limit runs from the first line to the last byte, however often
 * data arrives; it does not include the answer.
 */
export function cutSlowBodies(http: FastifyInstance, seconds: number): void {
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
      getBodyTimeout(endpoint, seconds) * 1000,
    )
    timer.unref()
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}
