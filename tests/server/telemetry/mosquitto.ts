import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, connect as open } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Whether this machine has a broker; said loudly when it has none, as nothing else then tries what is promised. */
export const hasBroker = ((): boolean => {
  const there = ['mosquitto', '/usr/sbin/mosquitto'].some((name) => spawnSync(name, ['-h']).error === undefined)
  if (!there) process.stderr.write('telemetry: mosquitto is not installed, NO BROKER HAS BEEN TRIED\n')
  return there
})()

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** A broker on a free port that keeps its sessions in a folder of its own. */
export async function newBroker() {
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
  let running: ChildProcess
  const start = async () => {
    running = spawn('mosquitto', ['-c', settings], {
      stdio: 'ignore',
      env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
    })
    for (let i = 0; i < 200 && !(await answers(port)); i++) await pause(25)
  }
  const stop = async () => {
    const ended = new Promise((done) => running.once('exit', done))
    // It writes its sessions down: what a broker loses that has no time for it, nobody can get back.
    running.kill('SIGTERM')
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
export type Broker = Awaited<ReturnType<typeof newBroker>>

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = open(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

/** Waits until something holds; it fails after half a minute, however slow the machine. */
export async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const began = performance.now(); performance.now() - began < 30_000; await pause(25)) if (await holds()) return
  throw new Error(`never: ${what}`)
}
