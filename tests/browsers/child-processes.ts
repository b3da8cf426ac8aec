import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Timeout for a browser's start on a busy machine, ms. */
export const STARTS = 60_000
/** Timeout for a process to end by itself, ms. */
const ENDS = 5_000

/** Returns the first installed program of the list; searches names in PATH. */
export function findInstalled(...names: readonly string[]): string | null {
  const places = (process.env['PATH'] ?? '').split(delimiter)
  for (const name of names)
    for (const path of name.includes('/') ? [name] : places.map((place) => join(place, name)))
      try {
        accessSync(path, constants.X_OK)
        return path
      } catch {
        continue
      } // not there
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
    this.process.on('error', (error) => this.#hear(error.message))
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => this.#hear(text))
  }
  #hear(text: string): void {
    this.#output = (this.#output + text).slice(-10_000)
  }
  get output(): string {
    return this.#output
  }
  get gone(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null || this.process.pid === undefined
  }
  async end(): Promise<void> {
    const { pid } = this.process
    if (pid === undefined) return
    const gone = this.gone ? Promise.resolve() : once(this.process, 'exit')
    signal(pid, 'SIGTERM')
    const late = setTimeout(() => signal(pid, 'SIGKILL'), ENDS)
    await gone
    clearTimeout(late)
    signal(pid, 'SIGKILL') // children that outlived it
  }
}
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error // all of them are gone
  }
}
/** Repeats until the function returns something, or throws if the awaited program has ended. */
export async function waitUntilUp<T>(child: Child, attempt: () => Promise<T | null>): Promise<T> {
  const until = Date.now() + STARTS
  for (;;) {
    const answer = await attempt()
    if (answer !== null) return answer
    if (child.gone || Date.now() > until) throw new Error(`it does not start:\n${child.output}`)
    await new Promise((done) => setTimeout(done, 50))
  }
}
