/** Sends JSON, compressed off the event loop. Answers shared by many callers are serialized and compressed once. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SerializedJson } from '../crud/list-cache'
import { wrapInEnvelope } from './errors'

/** Smaller answers are not worth compressing. */
export const COMPRESSION_THRESHOLD_BYTES = 2048
export const supportedEncodings: ('br' | 'gzip')[] = ['br', 'gzip']
type Encoding = (typeof supportedEncodings)[number]
/** Quality 4, because a caller waits: higher levels take several times as long for a few percent. */
export const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 4 }

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)]
const compressors: Readonly<Record<Encoding, (json: Buffer) => Promise<Buffer>>> = {
  br: (json) => compressBrotli(json, { params: brotliParams }),
  gzip: (json) => compressGzip(json),
}

/** The envelope of a successful answer, around serialized data. */
const ENVELOPE_START = Buffer.from('{"errno":"200","errmsg":"","data":')
const ENVELOPE_END = Buffer.from('}')

/** The serialized and compressed forms of a shared answer: a cached list or a frozen object. */
interface CachedResponse {
  json?: Buffer
  readonly compressed: Map<Encoding, Promise<Buffer>>
}
const responseCache = new WeakMap<object, CachedResponse>()

/** Sends a result as JSON in an encoding that the caller accepts. */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, result: unknown): Promise<FastifyReply> {
  void reply.type('application/json; charset=utf-8').header('Cache-Control', 'no-store')
  const cacheKey = result instanceof SerializedJson ? result.json : Object.isFrozen(result) ? result : null
  const cachedResponse = typeof cacheKey === 'object' && cacheKey !== null ? getCachedResponse(cacheKey) : null
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', supportedEncodings)
  const cachedBody = encoding && cachedResponse?.compressed.get(encoding)
  const json = cachedBody ? null : serializeAnswer(result, cachedResponse)
  if (!encoding || (json && json.length < COMPRESSION_THRESHOLD_BYTES)) return reply.send(json)
  void reply.header('Content-Encoding', encoding).header('Vary', 'accept-encoding')
  const compressed = cachedBody || compressors[encoding](json!)
  cachedResponse?.compressed.set(encoding, compressed)
  return reply.send(await compressed)
}
function getCachedResponse(key: object): CachedResponse {
  const existingResponse = responseCache.get(key)
  if (existingResponse) return existingResponse
  const newResponse: CachedResponse = { compressed: new Map() }
  responseCache.set(key, newResponse)
  return newResponse
}
function serializeAnswer(result: unknown, cachedResponse: CachedResponse | null): Buffer {
  if (result instanceof SerializedJson) return Buffer.concat([ENVELOPE_START, result.json, ENVELOPE_END])
  const json = cachedResponse?.json ?? Buffer.from(JSON.stringify(wrapInEnvelope(result ?? null)))
  if (cachedResponse) cachedResponse.json = json
  return json
}
