/** An oversized body is refused so that ordinary clients can read the reason, over real sockets. */
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
let port: number
beforeAll(async () => {
  plant = await createTestPlant()
  admin = await plant.as('admin')
  port = Number(new URL(await plant.http.listen({ port: 0, host: '127.0.0.1' })).port)
}, 120_000)
afterAll(() => plant.close())

const reading = '{"tag":"SS1.kwh.total","at":"2026-11-20T00:00:00.000Z","value":1234.5,"unit":"kWh","quality":"good"}'
/** A gateway’s backlog: about 10 MB. */
const body = `{"source":"gateway","readings":[${`${reading},`.repeat(100_000).slice(0, -1)}]}`
const path = '/api/telemetry/readings'
const heads = () => ({ authorization: admin.token, 'content-type': 'application/json', 'accept-language': 'en' })
const refusal = {
  errno: '4013',
  errmsg: 'Request data too large (at most 2 MB and 10000 readings in one call): send it in parts',
}

/** Writes everything before it reads, like many libraries. */
const writeBeforeReading = (head: readonly string[], text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.pause()
      socket.write([`POST ${path} HTTP/1.1`, 'Host: x', ...head, '', ''].join('\r\n'))
      socket.write(text, () => socket.resume())
    })
    let response = ''
    socket.on('data', (bytes: Buffer) => {
      response += bytes.toString('utf8')
      if (response.includes('"errmsg"')) socket.end()
    })
    socket.on('error', reject).on('close', () => resolve(response))
  })

describe('a hundred thousand readings in one call', () => {
  test.each([['keep-alive'], ['close']])(
    'get a readable refusal for a client that writes first, %s',
    async (connection) => {
      const response = await writeBeforeReading(
        [
          ...Object.entries(heads()).map(([name, value]) => `${name}: ${value}`),
          `Connection: ${connection}`,
          `Content-Length: ${Buffer.byteLength(body)}`,
        ],
        body,
      )
      expect(response).toMatch(/^HTTP\/1\.1 413 /)
      expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4))).toMatchObject(refusal)
    },
  )
  test('get a readable refusal without an announced length', async () => {
    const said = await writeBeforeReading(
      [...Object.entries(heads()).map(([name, value]) => `${name}: ${value}`), 'Transfer-Encoding: chunked'],
      `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    )
    expect(said).toMatch(/^HTTP\/1\.1 413 /)
    expect(said).toContain(refusal.errmsg)
  })
  test('get a readable refusal with fetch and a plain request', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers: heads(), body })
    expect([answer.status, await answer.json()]).toMatchObject([413, refusal])
    const plain = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const request = httpRequest(
        { port, host: '127.0.0.1', path, method: 'POST', headers: heads(), agent: false },
        (r) => {
          let text = ''
          r.setEncoding('utf8').on('data', (more: string) => (text += more))
          r.on('end', () => resolve({ status: r.statusCode, text }))
        },
      )
      request.on('error', reject)
      request.end(body)
    })
    expect([plain.status, JSON.parse(plain.text)]).toMatchObject([413, refusal])
  })
  test('other calls name their limit, and the connection serves the next call', async () => {
    const answer = await admin.raw('POST', '/role/create', { code: 'BIG', name: 'x'.repeat(2_000_000) })
    expect([answer.status, answer.errmsg]).toEqual([413, '请求数据过大（最多 1 MB），请减少后重试'])
  })
})
