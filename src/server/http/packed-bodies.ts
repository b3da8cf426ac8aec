import type { FastifyInstance } from 'fastify'
import { errno, Refusal } from '@/contract/errno'

const UNSUPPORTED = 415
const plain = new Set(['', 'identity'])

/**
 * Refuses bodies that are compressed, before anything of them is read. Neither phones nor gateways send any, and what a
 * stranger packs into a megabyte takes seconds to unpack, also when it is thrown away in the end.
 */
export function refusePacked(http: FastifyInstance): void {
  // After the limits of how many a minute, which these count for like any others.
  http.addHook('preParsing', (request, _reply, _body, done) => {
    if (plain.has((request.headers['content-encoding'] ?? '').trim().toLowerCase())) return done()
    done(Object.assign(new Refusal(errno.parameter, 'contract:errors.packed'), { statusCode: UNSUPPORTED }))
  })
}
/** Whether a call was refused for the form of its body, which nobody read, by us or by a parser. */
export const isUnsupported = (error: unknown): boolean => (error as { statusCode?: number }).statusCode === UNSUPPORTED
