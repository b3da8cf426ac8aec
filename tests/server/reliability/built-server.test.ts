import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { once } from 'node:events'
import fs from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createUuid7 } from '@/contract/id'
import { migrationsFolder } from '@/server/program-files'
import { times as rounds } from '../../long'
import { newMigratedDir } from '../db/new-data-dir'
import { call, failedStart, freePort, signIn, startServer, type Server } from './built-server'
import { installedCopy } from './installed-copy'

// The real process, killed and stopped from outside. Always on the embedded database: that is the one with something to lose.
const ROUNDS = rounds(3)
const WRITERS = 16
let copy: string
let dataDir: string
const running: Server[] = []
beforeAll(async () => {
  copy = await installedCopy()
}, 300_000)
beforeEach(async () => {
  dataDir = await newMigratedDir(migrationsFolder)
})
afterEach(async () => {
  for (const server of running.splice(0))
    if (server.process.exitCode === null && server.process.signalCode === null) await server.stop('SIGKILL')
  fs.rmSync(dataDir, { recursive: true, force: true })
})
async function started(options: Partial<Parameters<typeof startServer>[1]> = {}): Promise<Server> {
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
      let server = await started()
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
        server = await started()
        times.push(server.readyAfter)
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
    for (let after: string | null = ''; after !== null;) {
      const answer: { data: { list: { id: string }[]; next: string | null } } = await call(
        url,
        'POST',
        '/book/get_equipments',
        token,
        { size: 500, sort: 'code', ...(after ? { after } : {}) },
      )
      all.push(...answer.data.list.map((row) => row.id))
      after = answer.data.next
    }
    return all.sort()
  }
})

describe('SIGTERM', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s: the request in hand is answered and kept, the end is clean and quick',
    async (signal) => {
      const server = await started()
      const token = await signIn(server.url)
      const id = createUuid7()
      const body = JSON.stringify({ id, code: 'IN-HAND', name: 'last' })
      const connection = connect(Number(new URL(server.url).port), '127.0.0.1')
      let said = ''
      connection.setEncoding('utf8').on('data', (text: string) => {
        said += text
      })
      connection.write(
        `POST /api/book/add_equ HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
      )
      await vi.waitUntil(() => said.includes('100 Continue'), { timeout: 10_000 }) // it is in hand
      const from = performance.now()
      const code = server.stop(signal)
      await pause(150)
      await expect(call(server.url, 'GET', '/ping', '')).rejects.toThrow(TypeError) // nobody new is let in
      const ended = once(connection, 'close')
      connection.write(body)
      expect(await code).toBe(0)
      expect(performance.now() - from).toBeLessThan(10_000)
      await ended
      expect(said).toContain('"errno":"200"')
      const again = await started()
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

  test('a request that never ends is cut, and the rest still ends cleanly', async () => {
    const server = await started()
    const token = await signIn(server.url)
    const connection = connect(Number(new URL(server.url).port), '127.0.0.1')
    connection.on('error', () => undefined) // being cut is what is looked for
    connection.write(
      `POST /api/book/add_equ HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{`,
    )
    await pause(200)
    const from = performance.now()
    expect(await server.stop('SIGTERM')).toBe(0)
    expect(performance.now() - from).toBeLessThan(10_000)
    connection.destroy()
  })

  test('an open live socket and an idle connection do not hold it up', async () => {
    const server = await started()
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

describe('a start that cannot succeed says why, in a line, and touches nothing', () => {
  test('a second server on the same folder', async () => {
    const first = await started()
    const second = failedStart(copy, { dataDir })
    expect(second.code).toBe(1)
    expect(second.output).toContain(`in use by process ${first.process.pid}`)
    expect(second.output).not.toMatch(/\n\s+at /)
    const token = await signIn(first.url)
    expect((await call(first.url, 'GET', '/user/get_name', token)).errno).toBe('200')
  })
  test('a port that is taken', async () => {
    const first = await started({ port: await freePort() })
    const other = await newMigratedDir(migrationsFolder)
    try {
      const second = failedStart(copy, { dataDir: other, port: Number(new URL(first.url).port) })
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
    const port = await freePort()
    const { code, output, ms } = failedStart(copy, {
      dataDir,
      env: { DATABASE_URL: `postgres://mes:very-secret@127.0.0.1:${port}/mes` },
    })
    expect(code).toBe(1)
    expect(output.trim().split('\n').at(-1)).toContain(`PostgreSQL at 127.0.0.1:${port}/mes cannot be reached`)
    expect(output).not.toContain('very-secret')
    expect(output).not.toMatch(/\n\s+at /)
    expect(ms).toBeLessThan(30_000)
  })
  test('settings that cannot be', () => {
    for (const [env, named] of [
      [{ PORT: 'http' }, 'PORT'],
      [{ PLANT_TZ: 'Asia/Nowhere' }, 'PLANT_TZ'],
      [{ DATABASE_URL: 'not a url' }, 'DATABASE_URL'],
    ] as const) {
      const { code, output } = failedStart(copy, { dataDir, env })
      expect([code, output.includes(named), /\n\s+at /.test(output)], output).toEqual([1, true, false])
    }
  })
})
