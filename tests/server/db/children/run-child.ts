/** Starts the small programs of these tests, and listens to them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

export interface Child {
  process: ChildProcess
  /** complete lines of standard output so far */
  lines: string[]
  errors: () => string
  /** resolves when the child printed a line that begins so, or ended */
  says: (start: string) => Promise<boolean>
  kill: () => Promise<void>
}

export function startChild(name: string, args: string[], env: Record<string, string> = {}): Child {
  const file = path.join(import.meta.dirname, `${name}.ts`)
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  let rest = ''
  let errors = ''
  const gone = once(child, 'close')
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
    child.emit('said')
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
  })
  const says = async (start: string): Promise<boolean> => {
    for (;;) {
      if (lines.some((line) => line.startsWith(start))) return true
      if (child.exitCode !== null || child.signalCode !== null) {
        await gone
        return lines.some((line) => line.startsWith(start))
      }
      await Promise.race([once(child, 'said'), gone])
    }
  }
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await gone
  }
  return { process: child, lines, errors: () => errors, says, kill }
}
