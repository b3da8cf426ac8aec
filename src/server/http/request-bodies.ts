import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '@/contract/endpoint'
import { errno, Refusal, type Envelope } from '@/contract/errno'
import { parseAcceptLanguage, type Translations } from '../translations'

/**
 * Returns the time limit of a body: longer for files (50 MB over a phone), shorter for public calls such as login.
 */
function getBodyTimeoutSeconds({ body, access }: Endpoint, baseSeconds: number): number {
  if (body !== 'json') return baseSeconds * 5
  return access === 'public' ? baseSeconds / 4 : baseSeconds
}

/**
 * Stops requests whose body arrives too slowly. The limit runs from the end of the headers to the last byte of the
 * body, however often data arrives. It does not include the answer.
 */
export function stopSlowRequests(http: FastifyInstance, baseSeconds: number, translations: Translations): void {
  http.addHook('onRequest', (request, reply, done) => {
    const endpoint = request.routeOptions.config?.endpoint
    if (!endpoint) return done()
    const timer = setTimeout(
      () => {
        const { complete, socket } = request.raw
        if (complete !== false) return // undefined for requests injected by tests
        if (!reply.raw.headersSent) writeRawRefusal(socket, translations, 408, request.headers['accept-language'])
        socket.destroySoon()
      },
      getBodyTimeoutSeconds(endpoint, baseSeconds) * 1000,
    )
    timer.unref()
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}

/** Text keys of refusals that no handler sends, by HTTP status; any other status is a malformed request. */
const RAW_REFUSAL_KEYS: Readonly<Record<number, string>> = {
  408: 'contract:errors.sentTooSlowly',
  431: 'contract:errors.headersTooLarge',
}
/** Writes a refusal with its errno straight to a connection whose request cannot be answered otherwise. */
function writeRawRefusal(socket: Socket, translations: Translations, status: number, languages?: string): void {
  const t = translations.t(parseAcceptLanguage(languages))
  const key = RAW_REFUSAL_KEYS[status] ?? 'contract:errors.badRequest'
  const body = JSON.stringify({
    errno: errno.parameter,
    errmsg: t(key, { limit: `${Math.round(maxHeaderSize / 1024)} kB` }),
    data: null,
  } satisfies Envelope)
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\nX-Content-Type-Options: nosniff\r\n\r\n${body}`,
  )
}
const STATUS_BY_PARSER_ERROR: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
/** Creates the handler of requests that are no valid HTTP or whose headers are too large: they reach no route. */
export const createMalformedRequestHandler =
  (translations: Translations) =>
  (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
    const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : ''
    const [, languages] = /^accept-language:([^\r\n]*)/im.exec(packet) ?? []
    writeRawRefusal(socket, translations, STATUS_BY_PARSER_ERROR[error.code ?? ''] ?? 400, languages?.trim())
    socket.destroySoon()
  }

const UNSUPPORTED_STATUS = 415
const uncompressedEncodings = new Set(['', 'identity'])

/**
 * Refuses compressed bodies before reading them. Neither phones nor gateways send any, and decompressing one malicious
 * megabyte takes seconds even if the result is discarded.
 */
export function refuseCompressedBodies(http: FastifyInstance): void {
  // Runs after the rate limit, so that these requests count towards it.
  http.addHook('preParsing', (request, _reply, _body, done) => {
    if (uncompressedEncodings.has((request.headers['content-encoding'] ?? '').trim().toLowerCase())) return done()
    done(Object.assign(new Refusal(errno.parameter, 'contract:errors.packed'), { statusCode: UNSUPPORTED_STATUS }))
  })
}
/** True if a call was refused, by us or by a parser, for the encoding or type of its unread body. */
export const isUnsupportedBody = (error: unknown): boolean =>
  (error as { statusCode?: number }).statusCode === UNSUPPORTED_STATUS
