/** Starts the built server in its own process, as an operator does. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

export const ADMIN_PASSWORD = 'Correct-horse-9'

export interface Server {
  process: ChildProcess
  url: string
  output(): string
  /** Time from the start until the server listens, in milliseconds. */
  startupMs: number
  /** Sends the signal and waits for the exit. Returns the exit code, or null if the signal killed the process. */
  stop(signal: NodeJS.Signals): Promise<number | null>
}
export interface StartOptions {
  dataDir: string
  port?: number
  env?: Record<string, string>
}

const environment = ({ dataDir, port, env }: StartOptions): NodeJS.ProcessEnv => {
  const { DATABASE_URL: _, NODE_ENV: __, VITEST: ___, ...inheritedEnv } = process.env
  return {
    ...inheritedEnv,
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

/** Starts the server and waits until it listens. @throws with its output if it exits */
export async function startServer(copy: string, options: StartOptions): Promise<Server> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['src/start.mjs'], {
    cwd: copy,
    env: environment(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      child.emit('output')
    })
  const closed = once(child, 'close')
  const findPort = () => /http:\/\/localhost:(\d+)/.exec(output)?.[1]
  while (!findPort()) {
    if (child.exitCode !== null || child.signalCode !== null) {
      await closed
      throw new Error(`the server ended with ${child.exitCode}: ${output}`)
    }
    await Promise.race([once(child, 'output'), closed])
  }
  return {
    process: child,
    url: `http://127.0.0.1:${findPort()}`,
    output: () => output,
    startupMs: performance.now() - startedAt,
    stop: async (signal) => {
      child.kill(signal)
      await closed
      return child.exitCode
    },
  }
}

/** Runs the `backup` or `restore` command and waits for its end. */
export async function runCommand(
  copy: string,
  args: readonly string[],
  options: StartOptions,
): Promise<{ code: number | null; out: string; output: string }> {
  const child = spawn(process.execPath, ['src/start.mjs', ...args], { cwd: copy, env: environment(options) })
  let [out, output] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await once(child, 'close')
  return { code: child.exitCode, out, output }
}

/** Starts a server that is expected to exit with an error. */
export function expectFailedStart(
  copy: string,
  options: StartOptions,
  args: string[] = [],
): { code: number | null; output: string; ms: number } {
  const startedAt = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/start.mjs', ...args], {
    cwd: copy,
    env: environment(options),
    encoding: 'utf8',
    timeout: 60_000,
  })
  return { code: status, output: `${stdout}${stderr}`, ms: performance.now() - startedAt }
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}

/** Sends a JSON call. @throws if the connection breaks */
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
