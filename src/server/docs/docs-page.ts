import { getAreaEndpoints, getDocumentationAreaName, type AreaContract } from '@/contract/area'
import { listTransitions, type StateMachine } from '@/contract/state-machine'
import { type Translate, parseAcceptLanguage } from '../translations'
import { errno } from '@/contract/errno'
import type { FastifyInstance } from 'fastify'
import type { Application } from '../application'
import { programVersion } from '../program-files'
import { buildOpenApi } from './openapi'

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/**
 * Builds the HTML documentation: endpoints by area and a transition table per state machine. No scripts, inline styles
 * only.
 */
export function buildDocsPage(
  areas: readonly AreaContract[],
  stateMachines: readonly StateMachine[],
  t: Translate,
): string {
  const renderRows = (areaName: string) =>
    areas
      .filter((area) => getDocumentationAreaName(area) === areaName)
      .flatMap(getAreaEndpoints)
      .map(
        (endpoint) =>
          `<tr id="${escapeHtml(endpoint.name)}"><td>${endpoint.routes.map((r) => `<code>${escapeHtml(r)}</code>`).join('<br>')}</td><td>${escapeHtml(endpoint.name)}</td>` +
          `<td>${escapeHtml(typeof endpoint.access === 'string' ? endpoint.access : endpoint.access.join(' | '))}</td><td>${Object.entries(
            endpoint.input,
          )
            .map(([n, f]) => `${escapeHtml(n)}${f.required && !endpoint.partial ? '*' : ''}: ${f.kind}`)
            .join(', ')}</td><td>${endpoint.output.shape}${endpoint.offline ? ' · sync' : ''}</td></tr>`,
      )
      .join('\n')
  const renderStates = (stateMachine: StateMachine) =>
    `<h3>${escapeHtml(stateMachine.name)}</h3><table><thead><tr><th>${t('contract:docs.from')}</th><th>${t('contract:docs.action')}</th><th>${t('contract:docs.to')}</th><th>${t('contract:docs.permission')}</th></tr></thead><tbody>` +
    listTransitions(stateMachine)
      .map(
        (transition) =>
          `<tr><td>${escapeHtml(String(transition.from ?? '–'))}</td><td>${escapeHtml(transition.action)}</td><td>${escapeHtml(transition.to)}</td><td>${escapeHtml(transition.permission === null ? t('contract:docs.clock') : [transition.permission].flat().join(', '))}</td></tr>`,
      )
      .join('') +
    '</tbody></table>'
  return `<!doctype html><html lang="${t('contract:docs.lang')}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${t('contract:docs.title')}</title>
<style>body{font:14px/1.5 system-ui,sans-serif;margin:24px;max-width:1200px;color:#1c2430;background:#fff}table{border-collapse:collapse;width:100%;margin:8px 0 24px}th,td{border:1px solid #d5dae1;padding:4px 8px;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{background:#f2f4f7}code{font-size:13px}@media(prefers-color-scheme:dark){body{background:#12161c;color:#e6e9ee}th{background:#1e252e}td,th{border-color:#333c47}a{color:#8ab4f8}}</style></head><body>
<h1>${t('contract:docs.title')}</h1><p>${t('contract:docs.intro')}</p><p><a href="/api/openapi.json">/api/openapi.json</a></p>
<h2>errno</h2><table><tbody>${Object.entries(errno)
    .map(([name, code]) => `<tr><td><code>${code}</code></td><td>${name}</td></tr>`)
    .join('')}</tbody></table>
<h2>${t('contract:docs.sync')}</h2><p>${t('contract:docs.syncText')}</p>
<h2>${t('contract:docs.machines')}</h2>${stateMachines.map(renderStates).join('')}
${[...new Set(areas.map(getDocumentationAreaName))].map((areaName) => `<h2>${escapeHtml(areaName)}</h2><table><thead><tr><th>${t('contract:docs.path')}</th><th>${t('contract:docs.name')}</th><th>${t('contract:docs.permission')}</th><th>${t('contract:docs.input')}</th><th>${t('contract:docs.answer')}</th></tr></thead><tbody>${renderRows(areaName)}</tbody></table>`).join('\n')}
</body></html>`
}

/** Registers `/api/openapi.json` and `/api/docs`, the API documentation, public like the sign-in page. */
export async function registerDocs(http: FastifyInstance, app: Application): Promise<void> {
  const areas = app.contracts
  const documentCache = new Map<string, string>()
  const getOrBuild = (key: string, buildDocument: () => string): string => {
    const cachedDocument = documentCache.get(key) ?? buildDocument()
    documentCache.set(key, cachedDocument)
    return cachedDocument
  }
  const publicRoute = { config: { isPublic: true } }
  http.get('/api/openapi.json', publicRoute, (request, reply) => {
    const language = parseAcceptLanguage(request.headers['accept-language'])
    return reply
      .type('application/json; charset=utf-8')
      .send(
        getOrBuild(`json ${language}`, () =>
          JSON.stringify(buildOpenApi(areas, app.translations.t(language), programVersion, app)),
        ),
      )
  })
  http.get('/api/docs', publicRoute, (request, reply) => {
    const language = parseAcceptLanguage(request.headers['accept-language'])
    return reply.type('text/html; charset=utf-8').send(
      getOrBuild(`page ${language}`, () =>
        buildDocsPage(
          areas,
          areas.flatMap((a) => a.lifecycles ?? []),
          app.translations.t(language),
        ),
      ),
    )
  })
}
