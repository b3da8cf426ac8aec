/**
 * The server as it is installed: built, started by `node src/start.mjs`, in a copy of the sources so that nothing
 * which happens to the checkout meanwhile starts another build in the middle of a test.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')
export const ADMIN_PASSWORD = 'Correct-horse-9'

/** Copies the sources and builds the server there, the app by its page alone. Answers the folder; remove it afterwards. */
export function installedCopy(): string {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'mes-installed-'))
  for (const name of [
    'src',
    'sw',
    'public',
    'index.html',
    'vite.config.ts',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
  ])
    fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  // Packages one by one, so that a step of the start which writes into the folder writes into ours.
  fs.mkdirSync(path.join(copy, 'node_modules'))
  for (const name of fs.readdirSync(path.join(root, 'node_modules')))
    if (name !== '.installed')
      fs.symlinkSync(path.join(root, 'node_modules', name), path.join(copy, 'node_modules', name))
  fs.writeFileSync(
    path.join(copy, 'node_modules', '.installed'),
    createHash('sha256')
      .update(fs.readFileSync(path.join(copy, 'package-lock.json')))
      .digest('hex'),
  )
  // The app itself is not what is tried here: an empty one builds in no time.
  fs.writeFileSync(path.join(copy, 'index.html'), '<!doctype html><html lang="zh"><title>app</title></html>')
  fs.rmSync(path.join(copy, 'sw'), { recursive: true })
  fs.mkdirSync(path.join(copy, 'sw'))
  fs.writeFileSync(
    path.join(copy, 'sw', 'sw.ts'),
    'export const files = (self as unknown as { __WB_MANIFEST: unknown[] }).__WB_MANIFEST\n',
  )
  const built = spawnSync(process.execPath, ['src/start.mjs', '--build-only'], {
    cwd: copy,
    encoding: 'utf8',
    timeout: 120_000,
  })
  if (built.status !== 0) throw new Error(`the build did not succeed: ${built.stdout}\n${built.stderr}`)
  return copy
}

export interface Server {
  process: ChildProcess
  url: string
  output(): string
  /** Milliseconds from the start until it listened. */
  readyAfter: number
  /** Sends the signal and waits for the end; answers the exit code, or null when the signal ended it. */
  stop(signal: NodeJS.Signals): Promise<number | null>
}
export interface StartOptions {
  dataDir: string
  port?: number
  env?: Record<string, string>
}

const environment = ({ dataDir, port, env }: StartOptions): NodeJS.ProcessEnv => {
  const { DATABASE_URL: _, NODE_ENV: __, VITEST: ___, ...own } = process.env
  return {
    ...own,
    DEMO: '0',
    HOST: '127.0.0.1',
    PORT: String(port ?? 0),
    DATA_DIR: dataDir,
    ADMIN_PASSWORD,
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '1000000',
    ...env,
  }
}

/** Starts it and waits until it listens. @throws with what it said when it ended instead */
export async function startServer(copy: string, options: StartOptions): Promise<Server> {
  const from = performance.now()
  const child = spawn(process.execPath, ['src/start.mjs'], {
    cwd: copy,
    env: environment(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      child.emit('said')
    })
  const gone = once(child, 'close')
  const address = () => /http:\/\/localhost:(\d+)/.exec(said)?.[1]
  while (!address()) {
    if (child.exitCode !== null || child.signalCode !== null) {
      await gone
      throw new Error(`the server ended with ${child.exitCode}: ${said}`)
    }
    await Promise.race([once(child, 'said'), gone])
  }
  return {
    process: child,
    url: `http://127.0.0.1:${address()}`,
    output: () => said,
    readyAfter: performance.now() - from,
    stop: async (signal) => {
      child.kill(signal)
      await gone
      return child.exitCode
    },
  }
}

/** Starts one that is expected to give up. */
export function failedStart(
  copy: string,
  options: StartOptions,
  args: string[] = [],
): { code: number | null; output: string; ms: number } {
  const from = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/start.mjs', ...args], {
    cwd: copy,
    env: environment(options),
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { code: status, output: `${stdout}${stderr}`, ms: performance.now() - from }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}

/** A JSON call. @throws when the connection breaks */
export async function call<T>(
  url: string,
  method: string,
  route: string,
  token: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; errno: string; errmsg: string; data: T }> {
  const answer = await fetch(`${url}/api${route}`, {
    method,
    headers: {
      ...(token ? { authorization: token } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, ...((await answer.json()) as { errno: string; errmsg: string; data: T }) }
}
export async function signIn(url: string): Promise<string> {
  const answer = await call<{ token: string } | null>(url, 'POST', '/user/login', '', {
    username: 'admin',
    password: ADMIN_PASSWORD,
  })
  if (!answer.data) throw new Error(`could not sign in: ${answer.errno} ${answer.errmsg}`)
  return answer.data.token
}
