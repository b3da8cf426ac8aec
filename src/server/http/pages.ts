import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import { errno } from '@/contract/errno'
import type { Application } from '../application'
import type { Config } from '../config'
import { parseAcceptLanguage } from '../translations'
import { readBuiltApp, sendBuiltFile, type BuiltApp } from './built-app'

/**
 * Serves the built app: hashed files are cached forever, others revalidated, and any other address gets the app's page.
 * Only names that were read at the start are served, so that no spelling of a path reaches another file.
 */
export function registerPages(http: FastifyInstance, app: Application, config: Config): void {
  const files: BuiltApp =
    config.clientDir && existsSync(config.clientDir) ? readBuiltApp(config.clientDir) : new Map<string, never>()
  const indexFile = files.get('index.html')
  http.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    // Files are compressed by the build, or not worth compressing.
    compress: false,
    handler(request, reply) {
      const file = files.get(request.params['*'] || 'index.html')
      return file ? sendBuiltFile(request, reply, file) : reply.callNotFound()
    },
  })
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    if (indexFile && request.method === 'GET' && !path.startsWith('/api') && !/\.\w+$/.test(path))
      return sendBuiltFile(request, reply, indexFile)
    return sendNotFound(app, request, reply)
  })
}
/** Sends HTTP 404 with the envelope, for an unknown or malformed address. */
export function sendNotFound(app: Application, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const t = app.translations.t(parseAcceptLanguage(request.headers['accept-language']))
  return reply
    .status(404)
    .type('application/json; charset=utf-8')
    .send({ errno: errno.notFound, errmsg: t('contract:errors.notFound'), data: null })
}
