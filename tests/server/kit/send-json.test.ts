/** Answers are compressed for the caller, and serialized once for all callers of the same data. */
import zlib from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { SerializedJson } from '@/server/crud/list-cache'
import { sendJson } from '@/server/http/send-json'

const rows = Array.from({ length: 200 }, (_, n) => ({ number: `卷 ${n}`, kg: n / 3 }))
const list = Buffer.from(JSON.stringify(rows))
const shared = Object.freeze({ rows: Object.freeze(rows) })
const answers: Record<string, () => unknown> = {
  own: () => ({ rows }),
  shared: () => shared,
  list: () => new SerializedJson(list),
  small: () => Object.freeze({ n: 1 }),
  nothing: () => undefined,
}
const http = Fastify()
http.get<{ Params: { of: string } }>('/:of', (request, reply) =>
  sendJson(request, reply, answers[request.params.of]!()),
)
afterAll(() => http.close())
const fetchRoute = async (route: string, accepted?: string) => {
  const { headers, rawPayload } = await http.inject({
    url: `/${route}`,
    headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
  })
  const encoding = headers['content-encoding'] ?? null
  const body =
    encoding === 'br'
      ? zlib.brotliDecompressSync(rawPayload)
      : encoding === 'gzip'
        ? zlib.gunzipSync(rawPayload)
        : rawPayload
  return { encoding, bytes: rawPayload, headers, said: JSON.parse(body.toString()) as unknown }
}
const envelope = (data: unknown) => ({ errno: '200', errmsg: '', data })

test.each([
  ['own', { rows }],
  ['shared', { rows }],
  ['list', rows],
])('%s: sends the same data in every encoding, also when repeated', async (route, data) => {
  for (const [accepted, encoding] of [
    [undefined, null],
    ['identity', null],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['deflate', null],
  ] as const)
    for (const _ of [1, 2]) {
      const answer = await fetchRoute(route, accepted)
      expect([answer.encoding, answer.said], String(accepted)).toEqual([encoding, envelope(data)])
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'content-length': String(answer.bytes.length),
        ...(encoding ? { vary: 'accept-encoding' } : {}),
      })
    }
})
test('small and empty answers are sent uncompressed', async () => {
  for (const [of, data] of [
    ['small', { n: 1 }],
    ['nothing', null],
  ] as const)
    expect(await fetchRoute(of, 'br')).toMatchObject({ encoding: null, said: envelope(data) })
})
test('mutable data is serialized each time, frozen data once', async () => {
  const open = { n: 'x'.repeat(3000) }
  answers['open'] = () => open
  await fetchRoute('open', 'gzip')
  open.n = 'y'.repeat(3000)
  expect((await fetchRoute('open', 'gzip')).said).toEqual(envelope(open))
  let written = 0
  const countingAnswer = Object.freeze({ text: 'z'.repeat(3000), toJSON: () => ((written += 1), { text: 'z' }) })
  answers['counted'] = () => countingAnswer
  await Promise.all([fetchRoute('counted', 'gzip'), fetchRoute('counted', 'br'), fetchRoute('counted')])
  expect(written).toBe(1)
})
