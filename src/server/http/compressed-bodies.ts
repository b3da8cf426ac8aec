import type { FastifyInstance } from 'fastify'
import { errno, Refusal } from '@/contract/errno'

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
