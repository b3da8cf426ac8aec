import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Timeout for a browser's start on a busy machine, ms. */
export const START_TIMEOUT_MS = 60_000
/** Timeout for a process to end by itself, ms. */
const END_TIMEOUT_MS = 5_000

/** Returns the path of the first program that is installed; null if none is. Searches names without a slash in PATH. */
export function findInstalled(...names: readonly string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  for (const name of names)
    for (const path of name.includes('/') ? [name] : folders.map((folder) => join(folder, name)))
      try {
        accessSync(path, constants.X_OK)
        return path
      } catch {
        continue
      } // not installed in this folder
  return null
}

/** A program that runs during the tests, in its own process group so that its children end with it. */
export class Child {
  #output = ''
  readonly process: ChildProcess
  constructor(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.process = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      detached: true,
    })
    this.process.on('error', (error) => this.#appendOutput(error.message))
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => this.#appendOutput(text))
  }
  #appendOutput(text: string): void {
    this.#output = (this.#output + text).slice(-10_000)
  }
  get output(): string {
    return this.#output
  }
  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null || this.process.pid === undefined
  }
  async end(): Promise<void> {
    const { pid } = this.process
    if (pid === undefined) return
    const exited = this.hasEnded ? Promise.resolve() : once(this.process, 'exit')
    signalGroup(pid, 'SIGTERM')
    const killTimer = setTimeout(() => signalGroup(pid, 'SIGKILL'), END_TIMEOUT_MS)
    await exited
    clearTimeout(killTimer)
    signalGroup(pid, 'SIGKILL') // children that outlived the program
  }
}
function signalGroup(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error // the group has ended
  }
}
/** Repeats the attempt until it returns a value. @throws if the program ends or does not start in time */
export async function waitUntilUp<T>(child: Child, attempt: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const result = await attempt()
    if (result !== null) return result
    if (child.hasEnded || Date.now() > deadline) throw new Error(`the program does not start:\n${child.output}`)
    await new Promise((done) => setTimeout(done, 50))
  }
}
