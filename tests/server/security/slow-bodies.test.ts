import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Socket } from 'node:net'
import { createTestPlant, PASSWORD, type Caller, type TestPlant } from '../harness'

// Sockets that send single bytes. With BODY_SECONDS 2, a login has 0.5 s, a call 2 s, a file 10 s.
let plant: TestPlant
let admin: Caller
let port: number
const sockets: Socket[] = []
beforeAll(async () => {
  plant = await createTestPlant({ settings: { BODY_SECONDS: '2' } })
  admin = await plant.as('admin')
  port = Number(new URL(await plant.http.listen({ port: 0, host: '127.0.0.1' })).port)
}, 120_000)
afterAll(async () => {
  for (const s of sockets) s.destroy()
  await plant.close()
})

/** Sends the head, then one byte of `body` every `everyMs`. Returns the answer or everything received until the disconnect. */
function drip(head: string[], body: string, everyMs: number): Promise<{ said: string; ms: number }> {
  return new Promise((resolve) => {
    const began = performance.now()
    let response = ''
    let offset = 0
    const socket = connect(port, '127.0.0.1')
    socket.write([...head, 'Host: x', `Content-Length: ${Buffer.byteLength(body)}`, '', ''].join('\r\n'))
    sockets.push(socket)
    const timer = setInterval(() => {
      if (offset < body.length && socket.writable) socket.write(body[offset++]!)
    }, everyMs)
    const end = () => {
      clearInterval(timer)
      socket.destroy()
      resolve({ said: response, ms: performance.now() - began })
    }
    socket.on('data', (b: Buffer) => {
      response += b.toString('latin1')
      if (response.includes('"errno"')) end()
    })
    socket.on('error', end).on('close', end)
  })
}
const json = 'Content-Type: application/json'
const login = JSON.stringify({ username: 'admin', password: PASSWORD })

describe('a slowly dripping body', () => {
  test('is cut off however steady: the login of a stranger first, then other calls', async () => {
    const [stranger, caller] = await Promise.all([
      drip(['POST /api/user/login HTTP/1.1', json], login.padEnd(500), 50),
      drip(
        ['POST /api/role/create HTTP/1.1', json, `Authorization: ${admin.token}`],
        JSON.stringify({ code: 'SLOW', name: 'slow' }).padEnd(500),
        50,
      ),
    ])
    expect(stranger.said).toMatch(/^HTTP\/1\.1 408 /)
    expect(caller.said).toMatch(/^HTTP\/1\.1 408 /)
    expect(stranger.ms).toBeGreaterThanOrEqual(450)
    expect(caller.ms).toBeGreaterThanOrEqual(1900)
    expect(stranger.ms).toBeLessThan(caller.ms)
    expect(await plant.query(`select 1 from role where code = 'SLOW'`)).toEqual([])
  })
  test('is accepted when complete in time', async () => {
    const { said } = await drip(['POST /api/dept/findall HTTP/1.1', json, `Authorization: ${admin.token}`], '{}', 300)
    expect(said).toContain('"errno":"200"')
  })
  test('does not delay others, even two hundred at once', async () => {
    const slow = Promise.all(
      Array.from({ length: 200 }, () => drip(['POST /api/user/login HTTP/1.1', json], login.padEnd(500), 50)),
    )
    expect((await plant.stranger.raw('POST', '/user/login', { username: 'admin', password: PASSWORD })).errno).toBe(
      '200',
    )
    expect((await slow).filter(({ said }) => !said.startsWith('HTTP/1.1 408 '))).toEqual([])
  })
  test('of a file has five times as long', async () => {
    const id = crypto.randomUUID()
    const { said, ms } = await drip(
      [
        `PATCH /api/upload_chunk?id=${id}&offset=0 HTTP/1.1`,
        'Content-Type: application/octet-stream',
        `Authorization: ${admin.token}`,
      ],
      'x'.repeat(60),
      50,
    )
    expect(said).toContain('"errno":"4006"') // complete after three seconds: processed, not cut off
    expect(ms).toBeGreaterThan(2500)
  })
})
