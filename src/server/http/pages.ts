import type { FastifyInstance } from 'fastify'
import fastifyStatic from '@fastify/static'
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { errno } from '@/contract/errno'
import type { Application } from '../application'
import type { Config } from '../config'
import { languageOf } from '../words'

/**
 * The built app: hashed files for ever, the rest asked again each time, any other address the app's own page.
 *
 * Only names read at the start are served, so that no spelling of a path leads to anything else. The plugin's own check of
 * spellings reads the folder again for each of the hundreds of files that a phone installs.
 */
export async function registerPages(http: FastifyInstance, app: Application, config: Config): Promise<void> {
  if (config.clientDir && existsSync(config.clientDir)) {
    const served = new Set(filesOf(config.clientDir))
    await http.register(fastifyStatic, {
      root: config.clientDir,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) =>
        void reply.header(
          'Cache-Control',
          /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    })
    http.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: '/*',
      handler(request, reply) {
        const file = request.params['*'] || 'index.html'
        if (!served.has(file)) return reply.callNotFound()
        return reply.sendFile(file)
      },
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

/** Names below the folder, `/` between them. Maps lead from a trouble that was told back to the source: they are for nobody else. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(map|br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
}
