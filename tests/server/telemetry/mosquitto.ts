import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, connect as open } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** True if mosquitto is installed. Otherwise a warning is printed, because no other test covers the broker. */
export const hasBroker = ((): boolean => {
  const isInstalled = ['mosquitto', '/usr/sbin/mosquitto'].some((name) => spawnSync(name, ['-h']).error === undefined)
  if (!isInstalled) process.stderr.write('telemetry: mosquitto is not installed, NO BROKER HAS BEEN TRIED\n')
  return isInstalled
})()

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Starts a broker on a free port with a folder for its persistent sessions. */
export async function createBroker() {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'broker-'))
  const settings = join(folder, 'mosquitto.conf')
  writeFileSync(
    settings,
    [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous true',
      'persistence true',
      `persistence_location ${folder}/`,
      'max_queued_messages 100000',
      'log_dest none',
      ...(process.getuid?.() === 0 ? ['user root'] : []),
    ].join('\n'),
  )
  let brokerProcess: ChildProcess
  const start = async () => {
    brokerProcess = spawn('mosquitto', ['-c', settings], {
      stdio: 'ignore',
      env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
    })
    for (let i = 0; i < 200 && !(await acceptsConnections(port)); i++) await pause(25)
  }
  const stop = async () => {
    const ended = new Promise((done) => brokerProcess.once('exit', done))
    // SIGTERM gives the broker time to save its sessions.
    brokerProcess.kill('SIGTERM')
    await ended
  }
  await start()
  return {
    url: `mqtt://127.0.0.1:${port}`,
    start,
    stop,
    close: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Broker = Awaited<ReturnType<typeof createBroker>>

const acceptsConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = open(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/** Waits until the condition holds. @throws after 30 seconds */
export async function waitUntil(description: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const began = performance.now(); performance.now() - began < 30_000; await pause(25)) if (await holds()) return
  throw new Error(`never: ${description}`)
}
