/** A body that is larger than its call takes is refused so that ordinary clients read why: over real sockets. */
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
let port: number
beforeAll(async () => {
  plant = await testPlant()
  admin = await plant.as('admin')
  port = Number(new URL(await plant.http.listen({ port: 0, host: '127.0.0.1' })).port)
}, 120_000)
afterAll(() => plant.close())

const one = '{"tag":"SS1.kwh.total","at":"2026-11-20T00:00:00.000Z","value":1234.5,"unit":"kWh","quality":"good"}'
/** As a gateway sends what has piled up: about 10 MB. */
const body = `{"source":"gateway","readings":[${`${one},`.repeat(100_000).slice(0, -1)}]}`
const path = '/api/telemetry/readings'
const heads = () => ({ authorization: admin.token, 'content-type': 'application/json', 'accept-language': 'en' })
const refusal = {
  errno: '4013',
  errmsg: 'Request data too large (at most 2 MB and 10000 readings in one call): send it in parts',
}

/** Writes all of it before it reads a byte, as many libraries do. */
const writtenFirst = (head: readonly string[], text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.pause()
      socket.write([`POST ${path} HTTP/1.1`, 'Host: x', ...head, '', ''].join('\r\n'))
      socket.write(text, () => socket.resume())
    })
    let said = ''
    socket.on('data', (bytes: Buffer) => {
      said += bytes.toString('utf8')
      if (said.includes('"errmsg"')) socket.end()
    })
    socket.on('error', reject).on('close', () => resolve(said))
  })

describe('a hundred thousand readings in one call', () => {
  test.each([['keep-alive'], ['close']])('are refused in words to a client that writes first, %s', async (kept) => {
    const said = await writtenFirst(
      [
        ...Object.entries(heads()).map(([name, value]) => `${name}: ${value}`),
        `Connection: ${kept}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
      ],
      body,
    )
    expect(said).toMatch(/^HTTP\/1\.1 413 /)
    expect(JSON.parse(said.slice(said.indexOf('\r\n\r\n') + 4))).toMatchObject(refusal)
  })
  test('the same without an announced length', async () => {
    const said = await writtenFirst(
      [...Object.entries(heads()).map(([name, value]) => `${name}: ${value}`), 'Transfer-Encoding: chunked'],
      `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    )
    expect(said).toMatch(/^HTTP\/1\.1 413 /)
    expect(said).toContain(refusal.errmsg)
  })
  test('to fetch, and to a plain request', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers: heads(), body })
    expect([answer.status, await answer.json()]).toMatchObject([413, refusal])
    const plain = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const asked = httpRequest(
        { port, host: '127.0.0.1', path, method: 'POST', headers: heads(), agent: false },
        (r) => {
          let text = ''
          r.setEncoding('utf8').on('data', (more: string) => (text += more))
          r.on('end', () => resolve({ status: r.statusCode, text }))
        },
      )
      asked.on('error', reject)
      asked.end(body)
    })
    expect([plain.status, JSON.parse(plain.text)]).toMatchObject([413, refusal])
  })
  test('any other call tells its limit, too, and the connection serves the next one', async () => {
    const answer = await admin.raw('POST', '/role/create', { code: 'BIG', name: 'x'.repeat(2_000_000) })
    expect([answer.status, answer.errmsg]).toEqual([413, '请求数据过大（最多 1 MB），请减少后重试'])
  })
})
