import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { demoPassword } from '../../src/demo/accounts'

export const root = resolve(import.meta.dirname, '../..')
const PASSWORD = 'Bench-horse-2026!'
const START_TIMEOUT_MS = 600_000
const JOBS_TIMEOUT_MS = 20 * 60_000
/** Jobs that process newly loaded data. Until they are done, results are missing and the machine is busy. */
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
  readMemoryMib(which: 'now' | 'peak'): number
  forgetPeak(): void
  /** 99th percentile of the event loop's delay since the last call, ms, without the probe's own 10 ms. */
  readLoopDelayMs(): Promise<number>
  /** Processor time so far, s: the server's main thread, and its other threads (including the embedded database). */
  readProcessorSeconds(): { own: number; others: number }
  /** Signs in the first administrator. */
  signIn(): Promise<{ token: string; userId: string }>
  /** Enters the first administrator's password again, as dangerous actions demand. */
  verify(token: string): Promise<void>
  stop(): Promise<void>
}

/** Returns a port without a listener. */
export const findFreePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer()
      .once('error', fail)
      .listen(0, '127.0.0.1', () => {
        const address = probe.address()
        probe.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no port'))))
      })
  })

/** Starts the server as an operator would, and waits until it is ready. */
export async function startServer({ dataDir, databaseUrl, demo, live }: ServerSettings): Promise<ServerProcess> {
  const port = await findFreePort()
  const startTime = performance.now()
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
  await waitForAnswer(child, `${url}/readyz`, START_TIMEOUT_MS)
  const password = demo ? demoPassword : PASSWORD
  const startSeconds = (performance.now() - startTime) / 1000
  return {
    url,
    startSeconds,
    readMemoryMib: (which) => readStatusMib(child.pid!, which === 'now' ? 'VmRSS' : 'VmHWM'),
    forgetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    readLoopDelayMs: () => fetchLoopDelayMs(url),
    readProcessorSeconds: () => sumThreadSeconds(child.pid!),
    signIn: () => signIn(url, password),
    verify: (token) => verify(url, token, password),
    stop: () => waitUntilStopped(child),
  }
}

async function waitForAnswer(child: ChildProcess, url: string, timeoutMs: number): Promise<void> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await pause(10)) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`)
    const answer = await fetch(url).catch(() => null) // not listening yet
    if (answer?.ok) return
  }
  child.kill('SIGKILL')
  throw new Error(`no answer within ${timeoutMs / 1000} s`)
}

function readStatusMib(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const [, kib] =
    new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(join('/proc', String(pid), 'status'), 'utf8')) ?? []
  return Number(kib) / 1024
}

/** Sums the processor time of the threads from /proc, where a tick is 10 ms. */
function sumThreadSeconds(pid: number): { own: number; others: number } {
  const used = { own: 0, others: 0 }
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [, fields = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')) ?? []
    const [user, system] = fields.split(' ').slice(11, 13).map(Number)
    used[Number(thread) === pid ? 'own' : 'others'] += ((user ?? 0) + (system ?? 0)) / 100
  }
  return used
}

/** Reads the delay of the server's 10 ms timer beyond 10 ms. Each call starts a new measurement. */
async function fetchLoopDelayMs(url: string): Promise<number> {
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
  const startTime = performance.now()
  for (;;) {
    const { behind } = (await (await fetch(`${server.url}/readyz`)).json()) as { behind: string[] | null }
    if (behind && !jobs.some((job) => behind.includes(job))) return (performance.now() - startTime) / 1000
    if (performance.now() - startTime > JOBS_TIMEOUT_MS) throw new Error(`still behind: ${behind?.join(', ')}`)
    await pause(100)
  }
}
