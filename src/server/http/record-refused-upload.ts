import type { FastifyRequest } from 'fastify'
import { uploadStart } from '@/contract/kit'
import { errno, type Refusal } from '@/contract/errno'
import type { Application } from '../application'
import { recordRefusedCall } from '../crud/audit'
import { createContext, createEffects, getPoolQuery } from '../create-context'
import { parseAcceptLanguage } from '../translations'
import { getOrigin } from './routes'

/**
 * Logs that a person's file was refused and why, never its content. Refusals because the server is busy and attempts by
 * strangers are not logged.
 */
export async function recordRefusedUpload(app: Application, request: FastifyRequest, refusal: Refusal): Promise<void> {
  const endpoint = request.routeOptions.config?.endpoint
  const { person } = request
  if (!endpoint || !person || refusal.errno === errno.busy) return
  // Calls with a JSON body carry no file. The start of an upload has a JSON body too, but it announces the refused
  // file.
  const isUpload = endpoint.body !== 'json' || endpoint.name === uploadStart.name
  if (!isUpload) return
  const call = {
    endpoint: endpoint.name,
    person,
    origin: getOrigin(request),
    language: parseAcceptLanguage(request.headers['accept-language']),
  }
  const ctx = createContext(app, call, getPoolQuery(app), createEffects())
  // `value` may quote the content of the file.
  const params = Object.fromEntries(Object.entries(refusal.params).filter(([name]) => name !== 'value'))
  try {
    await recordRefusedCall(ctx, ctx.t(refusal.key, { value: '…', ...params }), {
      errno: refusal.errno,
      reason: refusal.key,
      ...params,
    })
    app.changes.publishSoon(new Set(['operationLog']), [])
  } catch (error) {
    app.log.warn({ err: error }, 'a refused upload could not be written down')
  }
}
