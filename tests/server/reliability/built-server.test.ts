import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { once } from 'node:events'
import fs from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createUuid7 } from '@/contract/id'
import { migrationsFolder } from '@/server/program-files'
import { scaleRounds as rounds } from '../../long'
import { newMigratedDir } from '../db/new-data-dir'
import { call, expectFailedStart, findFreePort, signIn, startServer, type Server } from './built-server'
import { getInstalledCopy } from './installed-copy'

// Kills and stops the real process from outside, always on the embedded database, which has data to lose.
const ROUNDS = rounds(3)
const WRITERS = 16
let copy: string
let dataDir: string
const running: Server[] = []
beforeAll(async () => {
  copy = await getInstalledCopy()
}, 300_000)
beforeEach(async () => {
  dataDir = await newMigratedDir(migrationsFolder)
})
afterEach(async () => {
  for (const server of running.splice(0))
    if (server.process.exitCode === null && server.process.signalCode === null) await server.stop('SIGKILL')
  fs.rmSync(dataDir, { recursive: true, force: true })
})
async function startTracked(options: Partial<Parameters<typeof startServer>[1]> = {}): Promise<Server> {
  const server = await startServer(copy, { dataDir, ...options })
  running.push(server)
  return server
}

const acknowledged = (ledger: Sent[]) => ledger.reduce((n, s) => n + Number(s.acknowledged), 0)
interface Sent {
  key: string
  body: { id: string; code: string; name: string }
  acknowledged: boolean
}
/** Creates machines, one after another, until the connection breaks. */
async function writer(url: string, token: string, who: string, ledger: Sent[]): Promise<void> {
  for (let i = 0; ; i++) {
    const sent: Sent = {
      key: createUuid7(),
      body: { id: createUuid7(), code: `${who}-${i}`, name: who },
      acknowledged: false,
    }
    ledger.push(sent)
    try {
      const answer = await call(url, 'POST', '/book/add_equ', token, sent.body, { 'idempotency-key': sent.key })
      if (answer.errno !== '200') throw new Error(`${answer.errno} ${answer.errmsg}`)
      sent.acknowledged = true
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) return // the connection broke: the server is dead
      throw error
    }
  }
}

describe('kill -9', () => {
  test(
    `under ${WRITERS} writers, ${ROUNDS} times: nothing acknowledged is lost, and a repeat makes exactly one row`,
    async () => {
      const ledger: Sent[] = []
      const times: number[] = []
      let server = await startTracked()
      let token = await signIn(server.url)
      for (let round = 0; round < ROUNDS; round++) {
        const enough = acknowledged(ledger) + WRITERS * 3
        const { url } = server
        const writers = Promise.all(
          Array.from({ length: WRITERS }, (_, w) => writer(url, token, `R${round}W${w}`, ledger)),
        )
        await Promise.race([
          writers,
          vi.waitUntil(() => acknowledged(ledger) >= enough, { timeout: 20_000, interval: 5 }),
        ])
        await pause(Math.random() * 400)
        await server.stop('SIGKILL')
        await writers
        server = await startTracked()
        times.push(server.startupMs)
        token = await signIn(server.url)
        const open = ledger.filter((s) => !s.acknowledged)
        expect(open.length, 'some were under way').toBeGreaterThan(0)
        for (const sent of open)
          for (let repeat = 0; repeat < 2; repeat++) {
            const answer = await call<{ id: string }>(server.url, 'POST', '/book/add_equ', token, sent.body, {
              'idempotency-key': sent.key,
            })
            expect([answer.errno, answer.data.id]).toEqual(['200', sent.body.id])
            sent.acknowledged = true
          }
        expect(await idsOf(server.url, token)).toEqual(ledger.map((s) => s.body.id).sort())
      }
      process.stdout.write(
        `${ledger.length} rows; listening again after ${times.map((ms) => Math.round(ms)).join(', ')} ms\n`,
      )
    },
    60_000 + ROUNDS * 30_000,
  )

  async function idsOf(url: string, token: string): Promise<string[]> {
    const all: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const answer: { data: { list: { id: string }[]; next: string | null } } = await call(
        url,
        'POST',
        '/book/get_equipments',
        token,
        { size: 500, sort: 'code', ...(cursor ? { after: cursor } : {}) },
      )
      all.push(...answer.data.list.map((row) => row.id))
      cursor = answer.data.next
    }
    return all.sort()
  }
})

describe('SIGTERM', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s: the request in hand is answered and kept, the end is clean and quick',
    async (signal) => {
      const server = await startTracked()
      const token = await signIn(server.url)
      const id = createUuid7()
      const body = JSON.stringify({ id, code: 'IN-HAND', name: 'last' })
      const connection = connect(Number(new URL(server.url).port), '127.0.0.1')
      let response = ''
      connection.setEncoding('utf8').on('data', (text: string) => {
        response += text
      })
      connection.write(
        `POST /api/book/add_equ HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
      )
      await vi.waitUntil(() => response.includes('100 Continue'), { timeout: 10_000 }) // the request is being processed
      const from = performance.now()
      const code = server.stop(signal)
      await pause(150)
      await expect(call(server.url, 'GET', '/ping', '')).rejects.toThrow(TypeError) // new requests are not accepted
      const ended = once(connection, 'close')
      connection.write(body)
      expect(await code).toBe(0)
      expect(performance.now() - from).toBeLessThan(10_000)
      await ended
      expect(response).toContain('"errno":"200"')
      const again = await startTracked()
      const list = await call<{ list: { id: string }[] }>(
        again.url,
        'POST',
        '/book/get_equipments',
        await signIn(again.url),
        { keyword: 'IN-HAND' },
      )
      expect(list.data.list.map((row) => row.id)).toEqual([id])
    },
  )

  test('an endless request is cut off and the shutdown still succeeds', async () => {
    const server = await startTracked()
    const token = await signIn(server.url)
    const connection = connect(Number(new URL(server.url).port), '127.0.0.1')
    connection.on('error', () => undefined) // the test waits for the cut connection
    connection.write(
      `POST /api/book/add_equ HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
    )
    await pause(200)
    const from = performance.now()
    expect(await server.stop('SIGTERM')).toBe(0)
    expect(performance.now() - from).toBeLessThan(10_000)
    connection.destroy()
  })

  test('an open live socket and an idle connection do not delay the shutdown', async () => {
    const server = await startTracked()
    const { WebSocket } = await import('ws')
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/polling_check`, {
      headers: { authorization: await signIn(server.url) },
    })
    await new Promise((resolve) => socket.once('message', resolve))
    const from = performance.now()
    expect(await server.stop('SIGTERM')).toBe(0)
    expect(performance.now() - from).toBeLessThan(5_000)
    socket.terminate()
  })
})

describe('an impossible start names the reason in one line and changes nothing', () => {
  test('a second server on the same folder', async () => {
    const first = await startTracked()
    const second = expectFailedStart(copy, { dataDir })
    expect(second.code).toBe(1)
    expect(second.output).toContain(`in use by process ${first.process.pid}`)
    expect(second.output).not.toMatch(/\n\s+at /)
    const token = await signIn(first.url)
    expect((await call(first.url, 'GET', '/user/get_name', token)).errno).toBe('200')
  })
  test('a port that is taken', async () => {
    const first = await startTracked({ port: await findFreePort() })
    const other = await newMigratedDir(migrationsFolder)
    try {
      const second = expectFailedStart(copy, { dataDir: other, port: Number(new URL(first.url).port) })
      expect([second.code, /The port is in use/.test(second.output), /\n\s+at /.test(second.output)]).toEqual([
        1,
        true,
        false,
      ])
    } finally {
      fs.rmSync(other, { recursive: true, force: true })
    }
  })
  test('PostgreSQL that is not there', async () => {
    const port = await findFreePort()
    const { code, output, ms } = expectFailedStart(copy, {
      dataDir,
      env: { DATABASE_URL: `postgres://mes:very-secret@127.0.0.1:${port}/mes` },
    })
    expect(code).toBe(1)
    expect(output.trim().split('\n').at(-1)).toContain(`PostgreSQL at 127.0.0.1:${port}/mes cannot be reached`)
    expect(output).not.toContain('very-secret')
    expect(output).not.toMatch(/\n\s+at /)
    expect(ms).toBeLessThan(30_000)
  })
  test('invalid settings', () => {
    for (const [env, named] of [
      [{ PORT: 'http' }, 'PORT'],
      [{ PLANT_TZ: 'Asia/Nowhere' }, 'PLANT_TZ'],
      [{ DATABASE_URL: 'not a url' }, 'DATABASE_URL'],
    ] as const) {
      const { code, output } = expectFailedStart(copy, { dataDir, env })
      expect([code, output.includes(named), /\n\s+at /.test(output)], output).toEqual([1, true, false])
    }
  })
})
