import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { FastifyInstance } from 'fastify'
import { errno } from '@/contract/errno'
import type { Config } from '../config'
import { parseAcceptLanguage, type Language, type Translations } from '../translations'
import { buildSecurityHeaders } from './security-headers'

/** The progress of the start, for the page that is shown until the server is ready. */
export interface StartProgress {
  /** `app`: everything else is ready, but the app is still being built. */
  readonly step: 'database' | 'demonstration' | 'app'
  /** Null while nothing can be counted. */
  readonly percent: number | null
}
/** The page reloads and callers repeat their calls after this time, s. */
const RETRY_SECONDS = 2

/**
 * Answers on the server's port until the server is ready, which takes minutes while the demonstration plant is loaded.
 * Pages show the progress, calls get `errno.busy`.
 */
export class StartingServer {
  progress: StartProgress = { step: 'database', percent: null }
  private readonly server: Server
  private readonly headers: Readonly<Record<string, string>>

  constructor(
    private readonly translations: Translations,
    https: Config['https'],
  ) {
    const answer = this.answer.bind(this)
    this.server = https ? createSecureServer(https, answer) : createServer(answer)
    this.headers = {
      ...buildSecurityHeaders(Boolean(https)),
      'Cache-Control': 'no-store',
      // A connection belongs to the server that accepted it, so the next request needs another one.
      Connection: 'close',
    }
  }

  /** @throws Error `EADDRINUSE` if the port is taken */
  async listen(port: number, host: string): Promise<void> {
    this.server.listen({ port, host })
    await once(this.server, 'listening')
  }

  /** Passes the listening socket on to the complete server, so that no connection is refused in between. */
  async handOverTo(http: FastifyInstance): Promise<void> {
    await http.ready()
    http.server.listen(this.server)
    await once(http.server, 'listening')
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url?.split('?')[0] ?? '/'
    const language = parseAcceptLanguage(request.headers['accept-language'])
    const send = (status: number, type: string, body: string): void => {
      if (status === 503) response.setHeader('Retry-After', RETRY_SECONDS)
      response.writeHead(status, { ...this.headers, 'Content-Type': `${type}; charset=utf-8` }).end(body)
    }
    const sendJson = (status: number, body: object): void => send(status, 'application/json', JSON.stringify(body))
    if (path === '/healthz') return sendJson(200, { ok: true })
    if (path === '/readyz') return sendJson(503, { ok: false, why: 'starting', ...this.progress })
    if (/^\/(?:api|socket)(?:\/|$)/.test(path)) {
      const errmsg = this.translations.t(language)('contract:starting.retry')
      return sendJson(503, { errno: errno.busy, errmsg, data: null })
    }
    send(503, 'text/html', this.buildPage(language))
  }

  /** Builds a page without scripts. The page is in both languages, because the reader has not chosen one yet. */
  private buildPage(language: Language): string {
    const languages = language === 'en' ? (['en', 'zh'] as const) : (['zh', 'en'] as const)
    const { step, percent } = this.progress
    const sections = languages.map((sectionLanguage) => {
      const t = this.translations.t(sectionLanguage)
      const stepText = `${t(`contract:starting.${step}`)}${percent === null ? ' …' : ` · ${percent} %`}`
      return `<section lang="${sectionLanguage}"><h1>${t('contract:starting.title')}</h1><p>${stepText}</p><p>${t('contract:starting.refreshes')}</p></section>`
    })
    const title = languages.map((titleLanguage) => this.translations.t(titleLanguage)('contract:starting.title'))
    return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="${RETRY_SECONDS}"><link rel="icon" href="data:,"><title>${title.join(' · ')}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:420px;margin:15vh auto 0;padding:0 24px;color:#1a1f24;background:#f4f5f6}h1{font-size:20px;margin:24px 0 4px}p{margin:0 0 4px;font-variant-numeric:tabular-nums}p+p{font-size:14px;color:#505a64}progress{width:100%;height:12px;accent-color:#0a5a9c}@media(prefers-color-scheme:dark){body{color:#e8ebee;background:#121518}p+p{color:#a9b3bd}progress{accent-color:#6db3f2}}</style></head>
<body><progress aria-label="${title[0]}" max="100"${percent === null ? '' : ` value="${percent}"`}></progress>${sections.join('')}</body></html>
`
  }
}
