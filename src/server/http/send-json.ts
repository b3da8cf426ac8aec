/** Sends JSON, compressed off the event loop. Answers shared by many callers are serialized and compressed once. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ReadyJson } from '../crud/list-cache'
import { envelope } from './errors'

/** Smaller answers are not worth compressing. */
export const COMPRESSED_FROM = 2048
export const encodings: ('br' | 'gzip')[] = ['br', 'gzip']
type Encoding = (typeof encodings)[number]
/** Quality 4, because somebody waits: higher levels take several times as long for a few percent. */
export const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 4 }

const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)]
const compress: Readonly<Record<Encoding, (json: Buffer) => Promise<Buffer>>> = {
  br: (json) => asBrotli(json, { params: brotliParams }),
  gzip: (json) => asGzip(json),
}

/** The envelope of a successful answer, around serialized data. */
const before = Buffer.from('{"errno":"200","errmsg":"","data":')
const after = Buffer.from('}')

/** The serialized and compressed forms of a shared answer: a cached list, or an object frozen because it is shared. */
interface Sent {
  json?: Buffer
  readonly compressed: Map<Encoding, Promise<Buffer>>
}
const sent = new WeakMap<object, Sent>()

/** Sends a result as JSON in an encoding that the caller accepts. */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, result: unknown): Promise<FastifyReply> {
  void reply.type('application/json; charset=utf-8').header('Cache-Control', 'no-store')
  const key = result instanceof ReadyJson ? result.json : Object.isFrozen(result) ? result : null
  const kept = typeof key === 'object' && key !== null ? sentFor(key) : null
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', encodings)
  const known = encoding && kept?.compressed.get(encoding)
  const json = known ? null : written(result, kept)
  if (!encoding || (json && json.length < COMPRESSED_FROM)) return reply.send(json)
  void reply.header('Content-Encoding', encoding).header('Vary', 'accept-encoding')
  const compressed = known || compress[encoding](json!)
  kept?.compressed.set(encoding, compressed)
  return reply.send(await compressed)
}
function sentFor(key: object): Sent {
  const known = sent.get(key)
  if (known) return known
  const fresh: Sent = { compressed: new Map() }
  sent.set(key, fresh)
  return fresh
}
function written(result: unknown, kept: Sent | null): Buffer {
  if (result instanceof ReadyJson) return Buffer.concat([before, result.json, after])
  const json = kept?.json ?? Buffer.from(JSON.stringify(envelope(result ?? null)))
  if (kept) kept.json = json
  return json
}
