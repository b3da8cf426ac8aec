/**
 * Requests that another process of the same user can send to the holder of a data folder over the lock's socket.
 * One JSON line in, JSON lines out: {"do":"copy","to":"/folder"} answers {"done":true} or {"failed":"why"}.
 */
import fs from 'node:fs'
import net from 'node:net'
import { createInterface } from 'node:readline'
import type { Backend } from '../backend'
import { DatabaseUnavailable } from '../errors'
import { copyEmbeddedDatabase } from './copy-database'
import { getLockAddress } from './folder-lock'

/** Maximum duration of a copy. */
const COPY_TIMEOUT_MS = 30 * 60_000

/** Creates the handler for control connections to a running database. */
export function createControlHandler(dataDir: string, backend: Backend): (socket: net.Socket) => void {
  return (socket) => {
    const lines = createInterface({ input: socket })
    // A lock probe closes the connection without sending a request.
    lines.on('error', () => socket.destroy())
    lines.once('line', (line) => {
      const target = parseCopyTarget(line)
      const copyResult =
        target === undefined
          ? Promise.reject(new Error('unknown request'))
          : copyEmbeddedDatabase(dataDir, backend, target)
      copyResult
        .then(
          () => ({ done: true }),
          (error: unknown) => ({ failed: error instanceof Error ? error.message : String(error) }),
        )
        .then((answer) => socket.end(`${JSON.stringify(answer)}\n`))
        .catch(() => socket.destroy())
    })
  }
}

/**
 * Asks the process that holds a data folder to copy its database.
 * @param to folder that becomes a data folder with a copy of the database in it
 * @throws DatabaseUnavailable if the process refuses or ends during the copy
 */
export function requestCopy(dataDir: string, to: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(getLockAddress(dataDir))
    const lines = createInterface({ input: socket })
    const finish = (error?: Error): void => {
      socket.destroy()
      lines.close()
      if (error) reject(new DatabaseUnavailable(`The server did not copy its database: ${error.message}`))
      else resolve()
    }
    socket.setTimeout(COPY_TIMEOUT_MS, () => finish(new Error('it took too long')))
    socket.on('error', finish)
    lines.on('error', finish)
    lines.on('line', (line) => {
      const answer = parseLine(line)
      // The first line of the holder is its process id; the request follows it.
      if ('pid' in answer) socket.write(`${JSON.stringify({ do: 'copy', to })}\n`)
      else finish('done' in answer ? undefined : new Error(String(answer.failed)))
    })
    socket.on('close', () => finish(new Error('it closed the connection')))
  })
}

function parseCopyTarget(line: string): string | undefined {
  const request = parseLine(line)
  return request.do === 'copy' && typeof request.to === 'string' && fs.existsSync(request.to) ? request.to : undefined
}

function parseLine(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
