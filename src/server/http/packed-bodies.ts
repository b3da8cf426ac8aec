import type { FastifyInstance } from 'fastify'
import { errno, Refusal } from '@/contract/errno'

const UNSUPPORTED = 415
const plain = new Set(['', 'identity'])

/**
 * Refuses compressed bodies before reading them. Neither phones nor gateways send any, and a megabyte packed by a
 * stranger takes seconds to unpack even if it is discarded.
 */
export function refusePacked(http: FastifyInstance): void {
  // Runs after the rate limit, so that these requests count towards it.
  http.addHook('preParsing', (request, _reply, _body, done) => {
    if (plain.has((request.headers['content-encoding'] ?? '').trim().toLowerCase())) return done()
    done(Object.assign(new Refusal(errno.parameter, 'contract:errors.packed'), { statusCode: UNSUPPORTED }))
  })
}
/** True if a call was refused, by us or by a parser, for the encoding or type of its unread body. */
export const isUnsupported = (error: unknown): boolean => (error as { statusCode?: number }).statusCode === UNSUPPORTED
