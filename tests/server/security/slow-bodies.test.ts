import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Socket } from 'node:net'
import { testPlant, PASSWORD, type Caller, type TestPlant } from '../harness'

// Real sockets that send a byte now and then. With BODY_SECONDS 2 a login has half a second, a call two, a file ten.
let plant: TestPlant
let admin: Caller
let port: number
const sockets: Socket[] = []
beforeAll(async () => {
  plant = await testPlant({ settings: { BODY_SECONDS: '2' } })
  admin = await plant.as('admin')
  port = Number(new URL(await plant.http.listen({ port: 0, host: '127.0.0.1' })).port)
}, 120_000)
afterAll(async () => {
  for (const s of sockets) s.destroy()
  await plant.close()
})

/** Sends the head, then `body` a byte every `everyMs`; answers what came back until the server hung up, or the answer was whole. */
function drip(head: string[], body: string, everyMs: number): Promise<{ said: string; ms: number }> {
  return new Promise((resolve) => {
    const began = performance.now()
    let said = ''
    let at = 0
    const socket = connect(port, '127.0.0.1')
    socket.write([...head, 'Host: x', `Content-Length: ${Buffer.byteLength(body)}`, '', ''].join('\r\n'))
    sockets.push(socket)
    const timer = setInterval(() => {
      if (at < body.length && socket.writable) socket.write(body[at++]!)
    }, everyMs)
    const end = () => {
      clearInterval(timer)
      socket.destroy()
      resolve({ said, ms: performance.now() - began })
    }
    socket.on('data', (b: Buffer) => {
      said += b.toString('latin1')
      if (said.includes('"errno"')) end()
    })
    socket.on('error', end).on('close', end)
  })
}
const json = 'Content-Type: application/json'
const login = JSON.stringify({ username: 'admin', password: PASSWORD })

describe('a body that comes drop by drop', () => {
  test("is cut off: a stranger's login soonest, then a call, however steadily it drips", async () => {
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
  test('is served when it is whole in time', async () => {
    const { said } = await drip(['POST /api/dept/findall HTTP/1.1', json, `Authorization: ${admin.token}`], '{}', 300)
    expect(said).toContain('"errno":"200"')
  })
  test('two hundred of them keep nobody else waiting, and all are gone', async () => {
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
    expect(said).toContain('"errno":"4006"') // whole after three seconds: judged, not cut off
    expect(ms).toBeGreaterThan(2500)
  })
})
