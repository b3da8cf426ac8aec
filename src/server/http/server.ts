import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import compress from '@fastify/compress'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet, { type HelmetOptions } from 'helmet'
import { errno, Refusal } from '@/contract/errno'
import type { Application } from '../application'
import type { Config } from '../config'
import { toClientNetwork } from '../client-network'
import { registerLive } from '../live/socket'
import { registerDocs } from '../docs/routes'
import { registerHealth } from './health'
import { asRefusal, sendRefusal } from './errors'
import { recordRefusedUpload } from './refused-uploads'
import { registerRoutes } from './routes'
import { brotliParams, COMPRESSED_FROM, encodings } from './send-json'
import { isUnsupported, refusePacked } from './packed-bodies'
import { registerPages, sayNotFound } from './pages'
import { cutSlowBodies } from './slow-bodies'
import { isTooLarge, letFinish } from './too-large'
import { limitUploads, tooLargeFor } from './upload-limits'

/** Headers that come drop by drop are cut off, too; ms. */
const headers = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 }

/** The HTTP side of the application: security headers, limits, sign-in, every route, the app's files. */
export async function httpServer(app: Application, config: Config): Promise<FastifyInstance> {
  const safe = {
    ...securityHeaders({
      contentSecurityPolicy: { useDefaults: false, directives: policy },
      strictTransportSecurity: Boolean(config.https),
      crossOriginEmbedderPolicy: false,
      referrerPolicy: { policy: 'same-origin' },
    }),
    'Permissions-Policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
  }
  const http = Fastify({
    loggerInstance: config.logger as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    // One hop: the address that our own proxy saw. What stands before it in the header is the caller's invention.
    trustProxy: config.trustProxy ? (_address: string, hop: number) => hop < 1 : false,
    bodyLimit: config.bodyLimit,
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas } },
    requestTimeout: config.bodySeconds * 5_000, // for what is no call; those have their own time
    connectionTimeout: 0,
    // /socket is a second entrance to the same checks: one route table behind two names.
    rewriteUrl: (request: { url?: string }) => (request.url ?? '/').replace(/^\/socket(?=\/)/, '/api'),
    // An address that cannot be read comes to no hook and no handler of ours.
    frameworkErrors: (_error, request, reply) => void sayNotFound(app, request, reply.headers(safe)),
    ...(config.https ? { https: { ...config.https, ...headers } } : { http: headers }),
  })
  parsers(http)
  http.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(safe)
    done()
  })
  refusePacked(http)
  const known = new KnownTokens()
  await http.register(rateLimit, {
    max: config.rateLimit,
    timeWindow: 60_000,
    keyGenerator: (request) =>
      known.has(request.headers.authorization ?? '') ? request.headers.authorization! : toClientNetwork(request.ip),
    errorResponseBuilder: () =>
      Object.assign(new Refusal(errno.limited, 'contract:errors.limited'), { statusCode: 429 }),
    // By the route that was found: an address has many spellings.
    allowList: (request) => !request.routeOptions.url?.startsWith('/api'),
  })
  await http.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: COMPRESSED_FROM,
    encodings,
    brotliOptions: { params: brotliParams },
  })
  await http.register(multipart, {
    limits: { fileSize: config.uploadLimit, files: 10, fields: 50, parts: 60, fieldSize: 1024 * 1024 },
  })
  http.setErrorHandler(async (error, request, reply) => {
    const refusal = isTooLarge(error) ? tooLargeFor(request, error, config) : asRefusal(error, request.log)
    await recordRefusedUpload(app, request, refusal)
    if (isTooLarge(error) || isUnsupported(error)) await letFinish(request, reply)
    return sendRefusal(reply, request, app.words, error, refusal)
  })
  cutSlowBodies(http, config.bodySeconds)
  bounded(http, config.maxInFlight)
  signIn(http, app, known)
  limitUploads(http, config)
  http.addHook('onRoute', (route) => {
    if (
      route.url.startsWith('/api') &&
      !route.config?.endpoint &&
      !(route.config as { open?: boolean } | undefined)?.open
    )
      throw new Error(`${route.method} ${route.url} declares no permission`)
  })
  registerHealth(http, app, config)
  registerRoutes(http, app, config)
  await registerLive(http, app)
  await registerDocs(http, app)
  registerPages(http, app, config)
  return http
}

/** Input and output are checked by the contract: the libraries that check JSON schemas need not be loaded at each start. */
function withoutSchemas(): never {
  throw new Error('Routes have no JSON schemas: fields of the contract describe them.')
}

/** What helmet, a middleware, would set on every answer, asked once: they are the same for all. */
function securityHeaders(options: HelmetOptions): Readonly<Record<string, string>> {
  const set: Record<string, string> = {}
  // It sets and removes headers and looks at nothing else of the answer.
  const response = { setHeader: (name: string, value: string) => (set[name] = value), removeHeader: () => undefined }
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error
  })
  return set
}

/** JSON that may be empty; raw bytes where a route asks for them; everything else is refused by its type. */
function parsers(http: FastifyInstance): void {
  const json = http.getDefaultJsonParser('error', 'error')
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : json(request, body as string, done),
  )
  http.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
}

const policy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'blob:', 'data:'],
  mediaSrc: ["'self'", 'blob:'],
  connectSrc: ["'self'"],
  workerSrc: ["'self'", 'blob:'],
  fontSrc: ["'self'", 'data:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  manifestSrc: ["'self'"],
  // No text becomes a script or a page's markup; the address of the service worker alone comes from a policy of ours.
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['service-worker'],
}

/**
 * Beyond this many requests at once the rest is told to come back: a full queue would serve nobody. Only what has arrived
 * whole counts, so that bodies sent drop by drop take no places; neither do live sockets.
 */
function bounded(http: FastifyInstance, max: number): void {
  let inFlight = 0
  const full = () => (inFlight >= max ? new Refusal(errno.busy, 'contract:errors.busy') : undefined)
  http.addHook('onRequest', (request, _reply, done) => done(request.routeOptions.config?.endpoint ? full() : undefined))
  http.addHook('preValidation', (request, reply, done) => {
    if (!request.routeOptions.config?.endpoint) return done()
    const refusal = full()
    if (refusal) return done(refusal)
    inFlight++
    reply.raw.once('close', () => void inFlight--)
    done()
  })
}

/** Tokens that were good a moment ago. Only those are counted by themselves: an invented one must not buy its sender a fresh allowance. */
class KnownTokens {
  private readonly tokens = new Set<string>()
  has(token: string): boolean {
    return this.tokens.has(token)
  }
  add(token: string): void {
    if (this.tokens.size >= 20_000) this.tokens.clear()
    this.tokens.add(token)
  }
}

/** Resolves the token of every call under /api. Pages and health checks are open. */
function signIn(http: FastifyInstance, app: Application, known: KnownTokens): void {
  http.decorateRequest('person', null)
  http.addHook('preParsing', async (request) => {
    const endpoint = request.routeOptions.config.endpoint
    if (!endpoint) return
    const token = request.headers.authorization
    if (endpoint.access === 'public') return
    if (!token || token.length > 200) throw new Refusal(errno.forbidden, 'contract:errors.signIn')
    const person = await app.authenticate(token, { address: request.ip })
    if (person === 'expired') throw new Refusal(errno.expired, 'contract:errors.expired')
    if (!person) throw new Refusal(errno.forbidden, 'contract:errors.signIn')
    known.add(token)
    request.person = person
  })
}
