import type { FastifyRequest } from 'fastify'
import { uploadStart } from '@/contract/kit'
import { errno, type Refusal } from '@/contract/errno'
import type { Application } from '../application'
import { recordRefused } from '../crud/audit'
import { createContext, createEffects, getPoolQuery } from '../pipeline'
import { parseAcceptLanguage } from '../translations'
import { originOf } from './routes'

/**
 * Writes into the operation log that somebody's file was not taken, and why: never what was in it. A server that is busy
 * or out of its mind has other troubles, and a stranger's attempts are not written down row by row.
 */
export async function recordRefusedUpload(app: Application, request: FastifyRequest, refusal: Refusal): Promise<void> {
  const endpoint = request.routeOptions.config?.endpoint
  const { person } = request
  if (
    !endpoint ||
    !person ||
    refusal.errno === errno.busy ||
    (endpoint.body === 'json' && endpoint.name !== uploadStart.name)
  )
    return
  const call = {
    endpoint: endpoint.name,
    person,
    origin: originOf(request),
    language: parseAcceptLanguage(request.headers['accept-language']),
  }
  const ctx = createContext(app, call, getPoolQuery(app), createEffects())
  const params = Object.fromEntries(Object.entries(refusal.params).filter(([name]) => name !== 'value'))
  try {
    await recordRefused(ctx, ctx.t(refusal.key, { value: '…', ...params }), {
      errno: refusal.errno,
      reason: refusal.key,
      ...params,
    })
    app.changes.tell(new Set(['operationLog']), [])
  } catch (error) {
    app.log.warn({ err: error }, 'a refused upload could not be written down')
  }
}
