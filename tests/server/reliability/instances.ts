/** Several servers on one database, each its own process, behind a proxy: built if they are, else started from source. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import { resolve } from 'node:path'
import { ADMIN_PASSWORD } from './built-server'
import { isCheckoutBuilt } from './installed-copy'

const root = resolve(import.meta.dirname, '../../..')

export interface Instance {
  process: ChildProcess
  url: string
  output(): string
  stop(signal: NodeJS.Signals): Promise<void>
}

/** Starts an instance and waits until it listens. @throws with its output if it exits */
export async function startInstance(dataDir: string, databaseUrl: string): Promise<Instance> {
  const { NODE_ENV: _, VITEST: __, ...inheritedEnv } = process.env
  const program = isCheckoutBuilt() ? ['src/start.mjs'] : ['--import', 'tsx', 'src/server/main.ts']
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: {
      ...inheritedEnv,
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
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      child.emit('output')
    })
  const closed = once(child, 'close')
  const findPort = () => /http:\/\/localhost:(\d+)/.exec(output)?.[1]
  while (!findPort()) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the server ended: ${output}`)
    await Promise.race([once(child, 'output'), closed])
  }
  return {
    process: child,
    url: `http://127.0.0.1:${findPort()}`,
    output: () => output,
    stop: async (signal) => {
      child.kill(signal)
      await closed
    },
  }
}

/** Starts a round-robin proxy. The first request to a dead instance gets a 502; the instance is then skipped. */
export async function startRoundRobin(targets: readonly string[]): Promise<{ url: string; close(): void }> {
  let nextIndex = 0
  const alive = new Set(targets)
  const server = createServer((incoming, outgoing) => {
    const target = [...alive][nextIndex++ % alive.size]!
    const refuse = (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') alive.delete(target)
      if (!outgoing.headersSent) outgoing.writeHead(502)
      outgoing.end()
    }
    const { method, headers, url } = incoming
    const forwarded = request(
      `${target}${url}`,
      { method, headers, agent: false } as object,
      (answer: IncomingMessage) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('error', refuse).pipe(outgoing)
      },
    )
    forwarded.on('error', refuse)
    incoming.pipe(forwarded)
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
