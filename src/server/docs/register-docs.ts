import type { FastifyInstance } from 'fastify'
import type { Application } from '../application'
import { parseAcceptLanguage } from '../translations'
import { buildOpenApi } from './openapi'
import { buildDocsPage } from './docs-page'

/** Registers `/api/openapi.json` and `/api/docs`, the API documentation, public like the sign-in page. */
export async function registerDocs(http: FastifyInstance, app: Application): Promise<void> {
  const areas = app.contracts
  const documentCache = new Map<string, string>()
  const getOrBuild = (key: string, make: () => string): string => {
    const cachedDocument = documentCache.get(key) ?? make()
    documentCache.set(key, cachedDocument)
    return cachedDocument
  }
  const open = { config: { open: true } }
  http.get('/api/openapi.json', open, (request, reply) => {
    const language = parseAcceptLanguage(request.headers['accept-language'])
    return reply
      .type('application/json; charset=utf-8')
      .send(getOrBuild(`json ${language}`, () => JSON.stringify(buildOpenApi(areas, app.words.t(language), '1', app))))
  })
  http.get('/api/docs', open, (request, reply) => {
    const language = parseAcceptLanguage(request.headers['accept-language'])
    return reply.type('text/html; charset=utf-8').send(
      getOrBuild(`page ${language}`, () =>
        buildDocsPage(
          areas,
          areas.flatMap((a) => a.lifecycles ?? []),
          app.words.t(language),
        ),
      ),
    )
  })
}
