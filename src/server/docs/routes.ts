import type { FastifyInstance } from 'fastify'
import type { Application } from '../application'
import { parseAcceptLanguage } from '../translations'
import { openApi } from './openapi'
import { docsPage } from './page'

/** Registers `/api/openapi.json` and `/api/docs`, the API documentation, public like the sign-in page. */
export async function registerDocs(http: FastifyInstance, app: Application): Promise<void> {
  const areas = app.contracts
  const made = new Map<string, string>()
  const once = (key: string, make: () => string): string => {
    const known = made.get(key) ?? make()
    made.set(key, known)
    return known
  }
  const open = { config: { open: true } }
  http.get('/api/openapi.json', open, (request, reply) => {
    const language = parseAcceptLanguage(request.headers['accept-language'])
    return reply
      .type('application/json; charset=utf-8')
      .send(once(`json ${language}`, () => JSON.stringify(openApi(areas, app.words.t(language), '1', app))))
  })
  http.get('/api/docs', open, (request, reply) => {
    const language = parseAcceptLanguage(request.headers['accept-language'])
    return reply.type('text/html; charset=utf-8').send(
      once(`page ${language}`, () =>
        docsPage(
          areas,
          areas.flatMap((a) => a.machines ?? []),
          app.words.t(language),
        ),
      ),
    )
  })
}
