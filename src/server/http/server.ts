import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import compress from '@fastify/compress'
import { randomUUID } from 'node:crypto'
import { errno, Refusal } from '@/contract/errno'
import type { Application } from '../application'
import type { Config } from '../config'
import { toClientNetwork } from '../client-network'
import { registerLive } from '../live/socket'
import { registerDocs } from '@/server/docs/docs-page'
import { registerHealth } from './health'
import { toRefusal, sendRefusal } from './errors'
import { recordRefusedUpload } from './record-refused-upload'
import { registerRoutes } from './routes'
import { brotliParams, COMPRESSION_THRESHOLD_BYTES, supportedEncodings } from './send-json'
import {
  createMalformedRequestHandler,
  stopSlowRequests,
  isUnsupportedBody,
  refuseCompressedBodies,
} from './request-bodies'
import { registerPages, sendNotFound } from './pages'
import { buildSecurityHeaders } from './security-headers'
import { isTooLarge, drainRefusedBody } from './too-large'
import { limitUploads, toTooLargeRefusal } from './upload-limits'

/** Cuts off requests whose headers arrive too slowly; ms. */
const headerTimeouts = { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 }

const MAX_TOKEN_LENGTH = 200
const MAX_VERIFIED_TOKENS = 20_000

/** Creates the HTTP server: security headers, limits, authentication, all routes and the built app. */
export async function createHttpServer(app: Application, config: Config): Promise<FastifyInstance> {
  const responseHeaders = buildSecurityHeaders(Boolean(config.https))
  const http = Fastify({
    loggerInstance: config.logger as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    // Trust one hop: the address that our own proxy saw. Earlier entries of the header can be forged by the caller.
    trustProxy: config.trustProxy ? (_address: string, hop: number) => hop < 1 : false,
    bodyLimit: config.bodyLimit,
    exposeHeadRoutes: false,
    // Serve requests that a proxy sent before it learned of the shutdown. Their connections close after the answer.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    requestTimeout: config.bodySeconds * 5_000, // for requests that are no calls of endpoints; `stopSlowRequests` limits calls
    connectionTimeout: 0,
    // /socket is an alias of /api with the same routes and checks.
    rewriteUrl: (request: { url?: string }) => (request.url ?? '/').replace(/^\/socket(?=\/)/, '/api'),
    // A malformed address reaches none of our hooks and handlers.
    frameworkErrors: (_error, request, reply) => void sendNotFound(app, request, reply.headers(responseHeaders)),
    clientErrorHandler: createMalformedRequestHandler(app.translations),
    ...(config.https ? { https: { ...config.https, ...headerTimeouts } } : { http: headerTimeouts }),
  })
  registerParsers(http)
  http.addHook('onRequest', (request, reply, done) => {
    void reply.headers(responseHeaders).header('X-Request-Id', request.id)
    done()
  })
  refuseCompressedBodies(http)
  const verifiedTokens = new VerifiedTokens()
  await http.register(rateLimit, {
    max: config.rateLimit,
    timeWindow: 60_000,
    keyGenerator: (request) =>
      verifiedTokens.has(request.headers.authorization ?? '')
        ? request.headers.authorization!
        : toClientNetwork(request.ip),
    errorResponseBuilder: () =>
      Object.assign(new Refusal(errno.limited, 'contract:errors.limited'), { statusCode: 429 }),
    // Decide by the matched route: an address has many spellings.
    allowList: (request) => !request.routeOptions.url?.startsWith('/api'),
  })
  await http.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: COMPRESSION_THRESHOLD_BYTES,
    encodings: supportedEncodings,
    brotliOptions: { params: brotliParams },
  })
  await http.register(multipart, {
    limits: { fileSize: config.uploadLimit, files: 10, fields: 50, parts: 60, fieldSize: 1024 * 1024 },
  })
  http.setErrorHandler(async (error, request, reply) => {
    const refusal = isTooLarge(error) ? toTooLargeRefusal(request, error, config) : toRefusal(error, request.log)
    await recordRefusedUpload(app, request, refusal)
    if (isTooLarge(error) || isUnsupportedBody(error)) await drainRefusedBody(request, reply)
    return sendRefusal(reply, request, app.translations, error, refusal)
  })
  stopSlowRequests(http, config.bodySeconds, app.translations)
  limitInFlight(http, config.maxInFlight)
  authenticateCalls(http, app, verifiedTokens)
  limitUploads(http, config)
  http.addHook('onRoute', (route) => {
    if (
      route.url.startsWith('/api') &&
      !route.config?.endpoint &&
      !(route.config as { isPublic?: boolean } | undefined)?.isPublic
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

/** Refuses JSON schemas on routes: the contract checks input and output, so the schema libraries need not be loaded. */
function refuseSchemas(): never {
  throw new Error('Routes have no JSON schemas: fields of the contract describe them.')
}

/** Accepts JSON, which may be empty, and raw bytes. All other content types are refused. */
function registerParsers(http: FastifyInstance): void {
  const parseJson = http.getDefaultJsonParser('error', 'error')
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body as string, done),
  )
  http.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
}

/**
 * Refuses requests while too many are in progress, because a full queue would serve nobody. Only completely received
 * requests count, so that slow bodies and live sockets take no slots.
 */
function limitInFlight(http: FastifyInstance, maxInFlight: number): void {
  let inFlightCount = 0
  const refuseIfFull = () =>
    inFlightCount >= maxInFlight ? new Refusal(errno.busy, 'contract:errors.busy') : undefined
  http.addHook('onRequest', (request, _reply, done) =>
    done(request.routeOptions.config?.endpoint ? refuseIfFull() : undefined),
  )
  http.addHook('preValidation', (request, reply, done) => {
    if (!request.routeOptions.config?.endpoint) return done()
    const refusal = refuseIfFull()
    if (refusal) return done(refusal)
    inFlightCount++
    reply.raw.once('close', () => void inFlightCount--)
    done()
  })
}

/**
 * Recently verified tokens. Each verified token gets its own rate limit. An unverified token gets none; otherwise a
 * caller could evade the limit with invented tokens.
 */
class VerifiedTokens {
  private readonly tokens = new Set<string>()
  has(token: string): boolean {
    return this.tokens.has(token)
  }
  add(token: string): void {
    if (this.tokens.size >= MAX_VERIFIED_TOKENS) this.tokens.clear()
    this.tokens.add(token)
  }
}

/** Authenticates every call under /api by its token. Pages and health checks are open. */
function authenticateCalls(http: FastifyInstance, app: Application, verifiedTokens: VerifiedTokens): void {
  http.decorateRequest('person', null)
  http.addHook('preParsing', async (request) => {
    const endpoint = request.routeOptions.config.endpoint
    if (!endpoint) return
    const token = request.headers.authorization
    if (endpoint.access === 'public') return
    if (!token || token.length > MAX_TOKEN_LENGTH) throw new Refusal(errno.forbidden, 'contract:errors.signIn')
    const person = await app.authenticate(token, { address: request.ip })
    if (person === 'expired') throw new Refusal(errno.expired, 'contract:errors.expired')
    if (!person) throw new Refusal(errno.forbidden, 'contract:errors.signIn')
    verifiedTokens.add(token)
    request.person = person
  })
}
