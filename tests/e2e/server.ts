import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@playwright/test'
import { copyDatabase, getDatabaseUrl, dropDatabase, createDatabaseIfMissing, usesPostgres } from './databases'

const root = resolve(import.meta.dirname, '../..')
/** Environment variable with the folder of the demonstration plant that test files copy; the global set-up sets it. */
export const PLANT_VARIABLE = 'E2E_PLANT'
/** Time to fill the demonstration plant on a busy machine. */
export const READY_TIMEOUT_MS = 600_000
/** Skips optimising the WebAssembly of the embedded database, which would take a fifth of a story's time. */
const SHORT_RUN_FLAGS = ['--liftoff-only']
/** Returns the file that exists while a demonstration plant is being filled; it contains the error if that fails. */
export const getFillingFile = (plant: string): string => `${plant}.filling`

/** Returns the folder of the demonstration plant once it is full; null if the global set-up made none. */
export async function waitForDemoPlant(): Promise<string | null> {
  const plant = process.env[PLANT_VARIABLE]
  if (!plant) return null
  while (existsSync(getFillingFile(plant))) {
    const failure = await readFile(getFillingFile(plant), 'utf8').catch(() => '') // the file is gone, so the plant is full
    if (failure) throw new Error(`the demonstration plant could not be filled: ${failure}`)
    await new Promise((done) => setTimeout(done, 100))
  }
  return plant
}

/** Returns the environment of a server whose clock is ahead of the machine's. */
export const getClockAheadEnv = (ms: number): Readonly<Record<string, string>> => ({
  CLOCK_AHEAD_MS: String(ms),
  NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'clock-ahead.mjs')).href}`,
})

/** The built server in its own process, so that a test can really kill it. */
export class RealServer {
  #child: ChildProcess | null = null
  #output = ''
  #env: Readonly<Record<string, string>>
  readonly #otherBuildRoot: string | null
  private constructor(
    readonly dataDir: string,
    readonly port: number,
    env: Readonly<Record<string, string>>,
    built: string | null,
    private readonly flags: readonly string[],
    private readonly embedded: boolean,
  ) {
    ;[this.#env, this.#otherBuildRoot] = [env, built]
  }

  /**
   * Starts on a free port, on a copy of the demonstration plant unless `dataDir` is given. `built`: root of another build.
   * `flags`: flags of Node. `embedded`: uses the database in its folder, whatever the other servers use. Resolves when it answers.
   */
  static async start({
    dataDir,
    env = {},
    built = null,
    flags = SHORT_RUN_FLAGS,
    embedded = !usesPostgres(),
  }: {
    dataDir?: string
    env?: Readonly<Record<string, string>>
    built?: string | null
    flags?: readonly string[]
    embedded?: boolean
  } = {}): Promise<RealServer> {
    const serverDataDir = dataDir ?? (await mkdtemp(join(tmpdir(), 'mes-e2e-')))
    const plant = dataDir ? null : await waitForDemoPlant()
    if (plant) await cp(plant, serverDataDir, { recursive: true })
    if (!embedded) await (plant ? copyDatabase(plant, serverDataDir) : createDatabaseIfMissing(serverDataDir))
    const server = new RealServer(serverDataDir, await findFreePort(), env, built, flags, embedded)
    await server.restart()
    return server
  }
  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }
  /** Printed output, for failure messages. */
  get output(): string {
    return this.#output
  }

  /** Restarts on the same port and data; `env` applies from now on. */
  async restart(env: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#env = { ...this.#env, ...env }
    if (this.#child) throw new Error('the server is already running')
    const program = this.#otherBuildRoot
      ? [
          '--input-type=module',
          '-e',
          `(await import(${JSON.stringify(pathToFileURL(join(this.#otherBuildRoot, 'dist/server/main.js')).href)})).startServer([], process.env)`,
        ]
      : ['src/start.mjs']
    const child = spawn(process.execPath, [...this.flags, ...program], {
      cwd: root,
      env: {
        ...process.env,
        LOG_LEVEL: 'warn',
        HOST: '127.0.0.1',
        DEMO_LIVE: '0', // the demonstration creates no live data; only the story changes the plant
        ...this.#env,
        DATABASE_URL: this.embedded ? '' : getDatabaseUrl(this.dataDir),
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        this.#output = (this.#output + text.toString()).slice(-20_000)
      })
    this.#child = child
    const deadline = Date.now() + READY_TIMEOUT_MS
    while (!(await this.answers())) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`the server does not start:\n${this.#output}`)
      await new Promise((done) => setTimeout(done, 100))
    }
  }
  /** True if this server, and not a gateway, answers. */
  async answers(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.url}/api/ping`, { signal: AbortSignal.timeout(2000) })
      return (await answer.text()).includes('"app"')
    } catch {
      return false
    } // not listening yet
  }
  /** Kills the process (kill -9); nothing is flushed. */
  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }
  /** Stops the process as Ctrl+C does. */
  stop(): Promise<void> {
    return this.#end('SIGTERM')
  }
  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  async dispose(): Promise<void> {
    await this.kill()
    if (!this.embedded) await dropDatabase(this.dataDir)
    await rm(this.dataDir, { recursive: true, force: true })
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

/** A server for the tests of one file: started before the first test, deleted with its data after the last. */
export function startServerForFile(env?: Readonly<Record<string, string>>): { readonly now: RealServer } {
  let server: RealServer | null = null
  test.beforeAll(async () => {
    test.setTimeout(READY_TIMEOUT_MS)
    server = await RealServer.start(env ? { env } : {})
  })
  test.afterAll(async () => {
    await server?.dispose()
  })
  return {
    get now() {
      if (!server) throw new Error('the server is used before the first test')
      return server
    },
  }
}
