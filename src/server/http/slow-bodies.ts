import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '@/contract/endpoint'

/** A file of 50 MB over a phone takes its time; a login is a few words, and asked for by strangers. */
const secondsFor = ({ body, access }: Endpoint, seconds: number): number =>
  body !== 'json' ? seconds * 5 : access === 'public' ? seconds / 4 : seconds

/**
 * Cuts off a request whose body comes drop by drop: each call has so many seconds from its first line to its last byte,
 * however often something arrives. How long the answer then takes is another matter.
 */
export function cutSlowBodies(http: FastifyInstance, seconds: number): void {
  http.addHook('onRequest', (request, reply, done) => {
    const endpoint = request.routeOptions.config?.endpoint
    if (!endpoint) return done()
    const timer = setTimeout(
      () => {
        const { complete, socket } = request.raw
        if (complete !== false) return // an injected request of a test has no such thing
        if (!reply.raw.headersSent)
          socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        socket.destroySoon()
      },
      secondsFor(endpoint, seconds) * 1000,
    )
    timer.unref()
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}
