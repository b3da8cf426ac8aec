/** Requests without an account: expanding bodies, invalid addresses, passwords in addresses. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { splitRoute } from '@/contract/endpoint'
import { PASSWORD, createTestPlant, type TestPlant } from '../harness'

let plant: TestPlant
let port: number
beforeAll(async () => {
  plant = await createTestPlant()
  port = Number(new URL(await plant.http.listen({ port: 0, host: '127.0.0.1' })).port)
}, 120_000)
afterAll(() => plant.close())

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}
const sendRequest = (method: string, path: string, headers: Record<string, string> = {}, body?: string | Buffer) =>
  new Promise<Answer>((resolve, reject) => {
    const asked = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (more: string) => (text += more))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }))
    })
    asked.on('error', reject)
    asked.end(body)
  })
const json = { 'content-type': 'application/json', 'accept-language': 'en' }

describe('a body that expands a thousandfold', () => {
  test('is refused at once and costs no time', async () => {
    const zeros = Buffer.alloc(16 * 1024 * 1024, ' ')
    // Concatenated gzip members form one stream: 1 GB of blanks.
    const bomb = Buffer.concat(Array.from({ length: 64 }, () => gzipSync(zeros, { level: 9 })))
    expect(bomb.length).toBeLessThan(1.2 * 1024 * 1024)
    const cpuBefore = process.cpuUsage()
    const answer = await sendRequest('POST', '/api/user/login', { ...json, 'content-encoding': 'gzip' }, bomb)
    const { user, system } = process.cpuUsage(cpuBefore)
    expect([answer.status, answer.body]).toEqual([415, expect.stringContaining('"errno":"4013"')])
    expect((user + system) / 1e6).toBeLessThan(1)
  }, 60_000)
  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['gzip, br', gzipSync],
    ['GZIP', gzipSync],
  ])('is refused with a message when small and encoded as %s', async (encoding, packed) => {
    const body = packed(Buffer.from(JSON.stringify({ username: 'admin', password: PASSWORD })))
    const answer = await sendRequest('POST', '/api/user/login', { ...json, 'content-encoding': encoding }, body)
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
      415,
      { errno: '4013', errmsg: 'Send the request uncompressed (without Content-Encoding)' },
    ])
  })
  test('is accepted with the encoding “identity”', async () => {
    const body = JSON.stringify({ username: 'admin', password: PASSWORD })
    const answer = await sendRequest('POST', '/api/user/login', { ...json, 'content-encoding': 'identity' }, body)
    expect(JSON.parse(answer.body)).toMatchObject({ errno: '200' })
  })
})

describe('an unreadable address is refused', () => {
  test.each(['/%ff', '/api/%ff', '/socket/%ff', '/api/role/%E0%A4%A'])(
    '%s has the envelope and the headers',
    async (path) => {
      const answer = await sendRequest('GET', path, { 'accept-language': 'en' })
      expect([answer.status, JSON.parse(answer.body)]).toEqual([
        404,
        { errno: '4006', errmsg: 'The data does not exist', data: null },
      ])
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-security-policy': expect.stringContaining("default-src 'self'"),
        'x-content-type-options': 'nosniff',
      })
    },
  )
})

describe('secrets in the address', () => {
  test('are ignored because proxies log addresses', async () => {
    const path = `/api/user/login?username=admin&password=${encodeURIComponent(PASSWORD)}`
    for (const body of ['{}', JSON.stringify({ username: 'admin' })]) {
      const answer = await sendRequest('POST', path, json, body)
      expect(JSON.parse(answer.body)).toMatchObject({
        errno: '4013',
        data: { issues: [{ path: ['password'], code: 'inAddress' }] },
      })
      expect(answer.body).not.toContain(PASSWORD)
    }
  })
  test('are ignored by every call', async () => {
    const admin = await plant.as('admin')
    const wrong: string[] = []
    for (const { endpoint } of plant.app.endpoints.values())
      for (const route of endpoint.routes)
        for (const [name, field] of Object.entries(endpoint.input)) {
          if (!('secret' in field && field.secret)) continue
          const { method, path } = splitRoute(route)
          const answer = await plant.http.inject({
            method: method as 'POST',
            url: `/api${path}?${name}=abcdefgh`,
            headers: { authorization: admin.token },
          })
          if (!answer.body.includes('"inAddress"')) wrong.push(`${route} ${name}: ${answer.body}`)
        }
    expect(wrong).toEqual([])
  })
})
