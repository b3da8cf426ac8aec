import type { FastifyInstance } from 'fastify'
import fastifyStatic from '@fastify/static'
import { existsSync } from 'node:fs'
import { errno } from '@/contract/errno'
import type { Application } from '../application'
import type { Config } from '../config'
import { languageOf } from '../words'

/** The built app: hashed files for ever, the rest asked again each time, any other address the app's own page. */
export async function registerPages(http: FastifyInstance, app: Application, config: Config): Promise<void> {
  if (config.clientDir && existsSync(config.clientDir)) {
    await http.register(fastifyStatic, {
      root: config.clientDir,
      // Maps lead from a trouble that was told back to the source: they lie beside the app and are for nobody else.
      allowedPath: (path) => !/\.map(\.\w+)?$/.test(path),
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) =>
        void reply.header(
          'Cache-Control',
          /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    })
  }
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const page = request.method === 'GET' && !path.startsWith('/api') && !/\.\w+$/.test(path) && config.clientDir
    if (page) return reply.header('Cache-Control', 'no-cache').sendFile('index.html')
    const t = app.words.t(languageOf(request.headers['accept-language']))
    return reply
      .status(404)
      .type('application/json; charset=utf-8')
      .send({ errno: errno.notFound, errmsg: t('contract:errors.notFound'), data: null })
  })
}
