/** Two web instances and a worker, each a process of the built program, on one PostgreSQL behind HAProxy with TLS. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { generate } from 'selfsigned'
import { startPostgres } from '../postgres.mjs'
import { startS3Server } from '../s3-server.mjs'
import { createBucketAt } from '../s3-trial'

const root = resolve(import.meta.dirname, '../..')
export const ADMIN_PASSWORD = 'Correct-horse-9'
const READY_TIMEOUT_MS = 120_000

/** A component that this machine lacks; the trial cannot run. */
export class MissingComponent extends Error {
  override readonly name = 'MissingComponent'
}

/** @throws MissingComponent */
export function assertInstalled(program: string, packageName = program): void {
  if (spawnSync(program, ['--version']).error)
    throw new MissingComponent(`${program} is not installed (package "${packageName}")`)
}

export interface Instance {
  readonly name: string
  /** Address of the process itself. */
  readonly url: string
  /** False if the process ended by itself. */
  isRunning(): boolean
  /** Kills the process at once. */
  kill(): Promise<void>
  /** Starts the process, always on the same port and data folder. @param programFolder folder of another program */
  start(programFolder?: string): Promise<void>
  stop(): Promise<void>
}
export interface PlantCluster {
  /** Address of the proxy. */
  readonly url: string
  readonly webInstances: readonly Instance[]
  readonly worker: Instance
  readonly databaseUrl: string
  /** Lets the S3 server refuse connections until `resume`; null without one. */
  readonly fileStore: { pause(): Promise<void>; resume(): Promise<void> } | null
  /** Returns the output of all processes. */
  readLog(): string
  stop(): Promise<void>
}

export interface ClusterOptions {
  /** Files are on an S3 server and the instances share no folder. */
  onS3?: boolean
  /** A database that the caller stops; otherwise one is started for the cluster. */
  databaseUrl?: string
  /** Folder of the program that the instances start with; this checkout by default. */
  programFolder?: string
  /** Further settings of all instances. */
  env?: Readonly<Record<string, string>>
}

/** @throws MissingComponent */
export async function startCluster({
  onS3 = false,
  databaseUrl,
  programFolder = root,
  env = {},
}: ClusterOptions = {}): Promise<PlantCluster> {
  assertInstalled('haproxy')
  const postgres = databaseUrl
    ? { url: databaseUrl, stop: () => Promise.resolve() }
    : await startPostgres({ durable: true, own: true })
  if (postgres.url === null) throw new MissingComponent(postgres.why)
  const s3Server = onS3 ? await startS3Server() : null
  if (s3Server && s3Server.url === null) {
    await postgres.stop()
    throw new MissingComponent(s3Server.why)
  }
  const s3 = s3Server && (await createBucketAt(s3Server.url, s3Server))
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'))
  mkdirSync(join(folder, 'shared'))
  const output: string[] = []
  const secretKey = randomBytes(32).toString('base64')
  const ports = await findFreePorts(5)
  const createNamedInstance = (name: string, role: 'web' | 'worker', port: number): Instance => {
    const dataDir = join(folder, name)
    mkdirSync(dataDir)
    if (!s3) symlinkSync(join(folder, 'shared'), join(dataDir, 'files'))
    return createInstance(name, output, port, {
      ROLE: role,
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
      PORT: String(port),
      ...env,
      ...(s3
        ? {
            FILES_S3_ENDPOINT: s3.endpoint,
            FILES_S3_BUCKET: s3.bucket,
            FILES_S3_ACCESS_KEY: s3.accessKey,
            FILES_S3_SECRET_KEY: s3.secretKey,
          }
        : {}),
    })
  }
  const webInstances = [1, 2].map((n) => createNamedInstance(`web${n}`, 'web', ports[n - 1]!))
  const worker = createNamedInstance('worker', 'worker', ports[2]!)
  let proxy: ChildProcess | null = null
  const stop = async (): Promise<void> => {
    proxy?.kill('SIGKILL')
    await Promise.all([...webInstances, worker].map((instance) => instance.stop()))
    await postgres.stop()
    await s3Server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    // All three start on an empty database at once.
    await Promise.all([...webInstances, worker].map((instance) => instance.start(programFolder)))
    proxy = await startProxy(folder, { http: ports[3]!, https: ports[4]!, instances: ports.slice(0, 2) })
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `https://127.0.0.1:${ports[4]}`,
    webInstances,
    worker,
    databaseUrl: postgres.url,
    fileStore: s3Server,
    readLog: () => output.join(''),
    stop,
  }
}

function createInstance(name: string, output: string[], port: number, env: Record<string, string>): Instance {
  let child: ChildProcess | null = null
  let program = root
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise((done) => ending.once('exit', done))
    ending.kill(signal)
    await ended
  }
  const url = `http://127.0.0.1:${port}`
  return {
    name,
    url,
    isRunning: () => child !== null && child.exitCode === null && child.signalCode === null,
    start: async (programFolder) => {
      program = programFolder ?? program
      const { NODE_ENV: _, ...inheritedEnv } = process.env
      child = spawn(process.execPath, ['src/start.mjs'], {
        cwd: program,
        env: {
          ...inheritedEnv,
          ...env,
          DEMO: '0',
          HOST: '127.0.0.1',
          TRUST_PROXY: '1',
          ADMIN_PASSWORD,
          LOG_LEVEL: 'warn',
          RATE_LIMIT: '1000000',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [child.stdout!, child.stderr!])
        stream.setEncoding('utf8').on('data', (text: string) => output.push(`${name}: ${text}`))
      await waitUntilReady(url, () => output.slice(-20).join(''))
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
async function waitUntilReady(url: string, readOutput: () => string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await pause(100)
  }
  throw new Error(`an instance did not get ready: ${readOutput()}`)
}

/** Starts HAProxy with the committed configuration; only addresses, certificate and socket are replaced. */
async function startProxy(
  folder: string,
  ports: { http: number; https: number; instances: readonly number[] },
): Promise<ChildProcess> {
  const certificateFile = join(folder, 'plant.pem')
  const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keySize: 2048,
    algorithm: 'sha256',
  })
  writeFileSync(certificateFile, `${cert}\n${key}`)
  const configFile = join(folder, 'haproxy.cfg')
  const config = readFileSync(join(root, 'src/deploy/proxy/haproxy.cfg'), 'utf8')
    .replace('/run/haproxy/admin.sock', join(folder, 'admin.sock'))
    .replace('/etc/haproxy/plant.pem', certificateFile)
    .replace('bind :80\n', `bind 127.0.0.1:${ports.http}\n`)
    .replace('bind :443', `bind 127.0.0.1:${ports.https}`)
    .replace('server web1 127.0.0.1:8080', `server web1 127.0.0.1:${ports.instances[0]}`)
    .replace('# server web2 127.0.0.1:8081', `server web2 127.0.0.1:${ports.instances[1]}`)
  writeFileSync(configFile, config)
  const proxy = spawn('haproxy', ['-f', configFile, '-db'], { stdio: ['ignore', 'ignore', 'inherit'] })
  while (!existsSync(join(folder, 'admin.sock')) && proxy.exitCode === null) await pause(50)
  if (proxy.exitCode !== null) throw new Error('haproxy refuses the configuration')
  return proxy
}
async function findFreePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((done) => {
          const server = createServer().listen(0, '127.0.0.1', () => done(server))
        }),
    ),
  )
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  return ports
}
