/** Starts a child program of these tests and reads its output. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export interface Child {
  process: ChildProcess
  /** Complete lines of standard output so far. */
  lines: string[]
  errors: () => string
  /** Resolves with true when the child has printed a line that begins with `start`, with false when it ended without one. */
  waitForLine: (start: string) => Promise<boolean>
  kill: () => Promise<void>
}

export function startChild(name: string, args: string[], env: Record<string, string> = {}): Child {
  const file = path.join(import.meta.dirname, `${name}.ts`)
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  let incompleteLine = ''
  let errors = ''
  const closed = once(child, 'close')
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (incompleteLine + chunk).split('\n')
    incompleteLine = parts.pop() ?? ''
    lines.push(...parts)
    child.emit('output')
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
  })
  const waitForLine = async (start: string): Promise<boolean> => {
    for (;;) {
      if (lines.some((line) => line.startsWith(start))) return true
      if (child.exitCode !== null || child.signalCode !== null) {
        await closed
        return lines.some((line) => line.startsWith(start))
      }
      await Promise.race([once(child, 'output'), closed])
    }
  }
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await closed
  }
  return { process: child, lines, errors: () => errors, waitForLine, kill }
}
