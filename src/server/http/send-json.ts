/** JSON as the caller takes it, compressed off the event loop. What many are answered alike is written and compressed once for all. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ReadyJson } from '../crud/list-cache'
import { envelope } from './errors'

/** Less than this is not worth it, bytes. */
export const COMPRESSED_FROM = 2048
export const encodings: ('br' | 'gzip')[] = ['br', 'gzip']
type Encoding = (typeof encodings)[number]
/** Of text while somebody waits: more takes several times as long for a few percent. */
export const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 4 }

const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)]
const compress: Readonly<Record<Encoding, (json: Buffer) => Promise<Buffer>>> = {
  br: (json) => asBrotli(json, { params: brotliParams }),
  gzip: (json) => asGzip(json),
}

/** `envelope` of a good answer, around data that is JSON already. */
const before = Buffer.from('{"errno":"200","errmsg":"","data":')
const after = Buffer.from('}')

/** What an answer became, for those who get the same one: a list that is kept, or an object that is frozen because it is shared. */
interface Sent {
  json?: Buffer
  readonly compressed: Map<Encoding, Promise<Buffer>>
}
const sent = new WeakMap<object, Sent>()

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
