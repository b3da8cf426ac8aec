import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { LoadOrder, LoadResult } from './load'
import { root, type ServerSettings } from './server-process'

const startProgram = (name: string, order: object): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', join('tests/bench', name), JSON.stringify(order)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Puts load on a server from another process. */
export async function loadServer(order: LoadOrder): Promise<LoadResult> {
  const child = startProgram('load.ts', order)
  let text = ''
  for await (const chunk of child.stdout!) text += String(chunk)
  if (!text) throw new Error('the load generator ended without a result')
  return JSON.parse(text) as LoadResult
}

/** Runs the bare server on a prepared plant for the duration of `run`. */
export async function withBareServer<T>(settings: ServerSettings, run: (url: string) => Promise<T>): Promise<T> {
  const child = startProgram('bare-server.ts', settings)
  const port = await new Promise<string>((done, fail) => {
    child.stdout!.once('data', (data: Buffer) => done(data.toString().trim()))
    child.once('exit', (code) => fail(new Error(`the bare server ended with code ${code}`)))
  })
  try {
    return await run(`http://127.0.0.1:${port}`)
  } finally {
    const exited = new Promise((done) => child.once('exit', done))
    child.kill('SIGTERM')
    await exited
  }
}
