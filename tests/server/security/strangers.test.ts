/** What somebody without an account sends: bodies that unpack, addresses that are none, passwords in an address. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { splitRoute } from '@/contract/endpoint'
import { PASSWORD, testPlant, type TestPlant } from '../harness'

let plant: TestPlant
let port: number
beforeAll(async () => {
  plant = await testPlant()
  port = Number(new URL(await plant.http.listen({ port: 0, host: '127.0.0.1' })).port)
}, 120_000)
afterAll(() => plant.close())

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}
const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string | Buffer) =>
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

describe('a body that unpacks to a thousand times its size', () => {
  test('is refused at once, and costs no time', async () => {
    const zeros = Buffer.alloc(16 * 1024 * 1024, ' ')
    // Members of gzip one after the other are one stream: 1 GB of blanks.
    const bomb = Buffer.concat(Array.from({ length: 64 }, () => gzipSync(zeros, { level: 9 })))
    expect(bomb.length).toBeLessThan(1.2 * 1024 * 1024)
    const before = process.cpuUsage()
    const answer = await ask('POST', '/api/user/login', { ...json, 'content-encoding': 'gzip' }, bomb)
    const { user, system } = process.cpuUsage(before)
    expect([answer.status, answer.body]).toEqual([415, expect.stringContaining('"errno":"4013"')])
    expect((user + system) / 1e6).toBeLessThan(1)
  }, 60_000)
  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['gzip, br', gzipSync],
    ['GZIP', gzipSync],
  ])('a small one of %s is refused in words', async (encoding, packed) => {
    const body = packed(Buffer.from(JSON.stringify({ username: 'admin', password: PASSWORD })))
    const answer = await ask('POST', '/api/user/login', { ...json, 'content-encoding': encoding }, body)
    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
      415,
      { errno: '4013', errmsg: 'Send the request uncompressed (without Content-Encoding)' },
    ])
  })
  test('identity is none', async () => {
    const body = JSON.stringify({ username: 'admin', password: PASSWORD })
    const answer = await ask('POST', '/api/user/login', { ...json, 'content-encoding': 'identity' }, body)
    expect(JSON.parse(answer.body)).toMatchObject({ errno: '200' })
  })
})

describe('an address that cannot be read', () => {
  test.each(['/%ff', '/api/%ff', '/socket/%ff', '/api/role/%E0%A4%A'])(
    '%s has the envelope and the headers',
    async (path) => {
      const answer = await ask('GET', path, { 'accept-language': 'en' })
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

describe('what is secret', () => {
  test('is not taken from the address, which proxies write down', async () => {
    const path = `/api/user/login?username=admin&password=${encodeURIComponent(PASSWORD)}`
    for (const body of ['{}', JSON.stringify({ username: 'admin' })]) {
      const answer = await ask('POST', path, json, body)
      expect(JSON.parse(answer.body)).toMatchObject({
        errno: '4013',
        data: { issues: [{ path: ['password'], code: 'inAddress' }] },
      })
      expect(answer.body).not.toContain(PASSWORD)
    }
  })
  test('of any call', async () => {
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
