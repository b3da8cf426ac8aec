/** Files arrive as they were stored, whatever their first bytes look like and whichever encodings the reader accepts. */
import { Readable } from 'node:stream'
import zlib from 'node:zlib'
import compress from '@fastify/compress'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FileAnswer } from '@/server/context'
import { COMPRESSION_THRESHOLD_BYTES } from '@/server/http/send-json'
import { sendFile } from '@/server/http/send-file'

const rows = '80;1.25;卷\n'.repeat(COMPRESSION_THRESHOLD_BYTES)
/** Their first two bytes could also begin deflated data (RFC 1950), or they begin a gzip member (RFC 1952). */
const misleadingStarts: Record<string, Buffer> = {
  'numbers beginning with 80': Buffer.from(rows),
  'words beginning with hb': Buffer.from(`hb${rows}`),
  'binary data like gzip': Buffer.concat([Buffer.from([0x1f, 0x8b, 0x08, 0x00]), Buffer.from(rows)]),
}
const http = Fastify()
beforeAll(async () => {
  await http.register(compress, { global: true, threshold: COMPRESSION_THRESHOLD_BYTES, encodings: ['br', 'gzip'] })
  http.get<{ Querystring: { name: string; mime: string; stream?: string } }>(
    '/file',
    { compress: false },
    (request, reply) => {
      const { name, mime, stream } = request.query
      const bytes = misleadingStarts[name] ?? Buffer.from(name)
      return sendFile(
        request,
        reply,
        new FileAnswer('数.csv', mime, stream ? Readable.from([bytes]) : bytes, { Vary: 'Authorization' }),
      )
    },
  )
  http.get('/broken', { compress: false }, (request, reply) =>
    sendFile(
      request,
      reply,
      new FileAnswer(
        'a.txt',
        'text/plain',
        Readable.from(
          (function* () {
            yield Buffer.from(rows)
            throw new Error('the disk is gone')
          })(),
        ),
      ),
    ),
  )
  await http.ready()
})
afterAll(() => http.close())

async function fetchFile(name: string, mime: string, accepted: string, stream: boolean) {
  const query = new URLSearchParams({ name, mime, ...(stream ? { stream: '1' } : {}) })
  const { headers, rawPayload } = await http.inject({ url: `/file?${query}`, headers: { 'accept-encoding': accepted } })
  const encoding = headers['content-encoding']
  const body =
    encoding === 'br'
      ? zlib.brotliDecompressSync(rawPayload)
      : encoding === 'gzip'
        ? zlib.gunzipSync(rawPayload)
        : rawPayload
  return { encoding, body, headers }
}

test.each(Object.keys(misleadingStarts))('%s arrive unchanged in every encoding', async (name) => {
  for (const stream of [false, true])
    for (const [accepted, encoding] of [
      ['gzip, deflate', 'gzip'],
      ['gzip, deflate, br', 'br'],
      ['identity', undefined],
    ] as const) {
      const answer = await fetchFile(name, 'text/csv', accepted, stream)
      expect(answer.encoding, accepted).toBe(encoding)
      expect(answer.body.equals(misleadingStarts[name]!), `${accepted} ${stream}`).toBe(true)
      expect(answer.headers['vary']).toBe(encoding ? 'Authorization, accept-encoding' : 'Authorization')
    }
})

test.each(['image/jpeg', 'application/pdf', 'application/octet-stream', 'text/event-stream'])(
  '%s is not compressed',
  async (mime) => {
    const { encoding, body } = await fetchFile('numbers beginning with 80', mime, 'gzip, br', true)
    expect(encoding).toBeUndefined()
    expect(body.toString()).toBe(rows)
  },
)

test('small files are not compressed', async () => {
  expect((await fetchFile('small', 'text/plain', 'gzip', false)).encoding).toBeUndefined()
})

test('a file that cannot be read to its end does not arrive as a complete one', async () => {
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as { port: number }
  const answer = await fetch(`http://127.0.0.1:${port}/broken`)
  await expect(answer.text()).rejects.toThrow()
})
