/** Servers side by side on one database, each a process of its own started from source, and a proxy before them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import { resolve } from 'node:path'
import { ADMIN_PASSWORD } from './built-server'

const root = resolve(import.meta.dirname, '../../..')

export interface Instance {
  process: ChildProcess
  url: string
  output(): string
  stop(signal: NodeJS.Signals): Promise<void>
}

/** Starts an instance and waits until it listens. @throws with what it said when it ended instead */
export async function startInstance(dataDir: string, databaseUrl: string): Promise<Instance> {
  const { NODE_ENV: _, VITEST: __, ...own } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
    cwd: root,
    env: {
      ...own,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DEMO: '0',
      HOST: '127.0.0.1',
      PORT: '0',
      ADMIN_PASSWORD,
      LOG_LEVEL: 'warn',
      RATE_LIMIT: '1000000',
      NODE_OPTIONS: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      child.emit('said')
    })
  const gone = once(child, 'close')
  const port = () => /http:\/\/localhost:(\d+)/.exec(said)?.[1]
  while (!port()) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the server ended: ${said}`)
    await Promise.race([once(child, 'said'), gone])
  }
  return {
    process: child,
    url: `http://127.0.0.1:${port()}`,
    output: () => said,
    stop: async (signal) => {
      child.kill(signal)
      await gone
    },
  }
}

/** A proxy that hands each request to the next instance. One that is gone costs the first request a 502, and gets no more. */
export async function startRoundRobin(targets: readonly string[]): Promise<{ url: string; close(): void }> {
  let turn = 0
  const alive = new Set(targets)
  const server = createServer((incoming, outgoing) => {
    const target = [...alive][turn++ % alive.size]!
    const refuse = (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') alive.delete(target)
      if (!outgoing.headersSent) outgoing.writeHead(502)
      outgoing.end()
    }
    const { method, headers, url } = incoming
    const passed = request(
      `${target}${url}`,
      { method, headers, agent: false } as object,
      (answer: IncomingMessage) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('error', refuse).pipe(outgoing)
      },
    )
    passed.on('error', refuse)
    incoming.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the proxy has no address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
