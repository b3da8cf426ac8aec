import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { demoPassword } from '../../src/demo/accounts'

export const root = resolve(import.meta.dirname, '../..')
const PASSWORD = 'Bench-horse-2026!'
const LOADING_MS = 600_000
const WORKED_OFF_MS = 20 * 60_000
/** Jobs that process newly loaded data: their results appear late, and they use part of the machine until then. */
export const FOLLOWERS = ['costs-renew', 'energy-days', 'figures-count']

export interface ServerSettings {
  dataDir: string
  databaseUrl?: string | undefined
  demo?: boolean
  /** The demonstration's lines run. */
  live?: boolean
}
/** The built server in its own process. */
export interface ServerProcess {
  url: string
  /** Time from spawn until the server is ready, s. */
  startSeconds: number
  /** Resident memory now, or its peak since `forgetPeak`, MiB. */
  memory(of: 'now' | 'peak'): number
  forgetPeak(): void
  /** 99th percentile of the event loop's delay since the last call, ms, without the probe's own 10 ms. */
  loopDelay(): Promise<number>
  /** Processor time so far, s: the server's main thread, and its other threads (including the embedded database). */
  processor(): { own: number; others: number }
  /** Signs in the first administrator. */
  signIn(): Promise<{ token: string; userId: string }>
  /** Enters the first administrator's password again, as dangerous actions demand. */
  verify(token: string): Promise<void>
  stop(): Promise<void>
}

/** Returns a port without a listener. */
export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer()
      .once('error', fail)
      .listen(0, '127.0.0.1', () => {
        const at = probe.address()
        probe.close(() => (at && typeof at === 'object' ? done(at.port) : fail(new Error('no port'))))
      })
  })

/** Starts the server as an operator would, and waits until it is ready. */
export async function startServer({ dataDir, databaseUrl, demo, live }: ServerSettings): Promise<ServerProcess> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, ['src/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      METRICS_TOKEN: 'bench',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      DEMO: demo ? '1' : '0',
      DEMO_LIVE: live ? '1' : '0',
      RATE_LIMIT: '1000000000',
      LOG_LEVEL: 'warn',
      ADMIN_PASSWORD: demo ? '' : PASSWORD,
    },
  })
  const url = `http://127.0.0.1:${port}`
  await firstAnswer(child, `${url}/readyz`, LOADING_MS)
  const password = demo ? demoPassword : PASSWORD
  const startSeconds = (performance.now() - began) / 1000
  return {
    url,
    startSeconds,
    memory: (of) => residentMiB(child.pid!, of === 'now' ? 'VmRSS' : 'VmHWM'),
    forgetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    loopDelay: () => loopDelay(url),
    processor: () => processorSeconds(child.pid!),
    signIn: () => signIn(url, password),
    verify: (token) => verify(url, token, password),
    stop: () => waitUntilStopped(child),
  }
}

async function firstAnswer(child: ChildProcess, url: string, withinMs: number): Promise<void> {
  for (const end = performance.now() + withinMs; performance.now() < end; await pause(10)) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`)
    const answer = await fetch(url).catch(() => null) // not listening yet
    if (answer?.ok) return
  }
  child.kill('SIGKILL')
  throw new Error(`no answer within ${withinMs / 1000} s`)
}

function residentMiB(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const [, kib] =
    new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(join('/proc', String(pid), 'status'), 'utf8')) ?? []
  return Number(kib) / 1024
}

/** Reads /proc, in the kernel's ticks of 10 ms. */
function processorSeconds(pid: number): { own: number; others: number } {
  const used = { own: 0, others: 0 }
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [, fields = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')) ?? []
    const [user, system] = fields.split(' ').slice(11, 13).map(Number)
    used[Number(thread) === pid ? 'own' : 'others'] += ((user ?? 0) + (system ?? 0)) / 100
  }
  return used
}

/** The server's probe is a 10 ms timer: any excess is delay. Reading the probe starts a new measurement. */
async function loopDelay(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer bench' } })).text()
  const [, seconds] = /^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text) ?? []
  return Math.max(0, Number(seconds) * 1000 - 10)
}

async function signIn(url: string, password: string): Promise<{ token: string; userId: string }> {
  const answer = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  const { data, errmsg } = (await answer.json()) as { errmsg: string; data: { token: string; userid: string } | null }
  if (!data) throw new Error(`cannot sign in: ${errmsg}`)
  return { token: data.token, userId: data.userid }
}

async function verify(url: string, token: string, password: string): Promise<void> {
  const answer = await fetch(`${url}/api/user/verification`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  })
  const { errno, errmsg } = (await answer.json()) as { errno: string; errmsg: string }
  if (errno !== '200') throw new Error(`cannot verify: ${errmsg}`)
}

function waitUntilStopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve()
  return new Promise((done) => {
    child.once('exit', () => done())
    child.kill('SIGTERM')
  })
}

/** Waits until none of these jobs has pending work; returns the duration, s. */
export async function waitForJobs(server: ServerProcess, jobs: readonly string[]): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { behind } = (await (await fetch(`${server.url}/readyz`)).json()) as { behind: string[] | null }
    if (behind && !jobs.some((job) => behind.includes(job))) return (performance.now() - began) / 1000
    if (performance.now() - began > WORKED_OFF_MS) throw new Error(`still behind: ${behind?.join(', ')}`)
    await pause(100)
  }
}
