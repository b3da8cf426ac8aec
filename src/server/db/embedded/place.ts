/** Where the database worker's program is. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundledWorker, fromSource } from '../../worker-entry'

export interface WorkerPlace {
  url: URL
  argv: string[]
}

const here = import.meta.dirname

/** The database worker's entry file. From source it needs a TypeScript loader of its own: a worker does not inherit one. */
export function databaseWorker(): WorkerPlace {
  if (fromSource) return typescriptWorker(join(here, 'worker.ts'))
  return { url: bundledWorker('database-worker'), argv: [] }
}

/** A worker entry in TypeScript. */
export function typescriptWorker(file: string): WorkerPlace {
  return { url: pathToFileURL(join(here, 'from-source.mjs')), argv: [pathToFileURL(file).href] }
}
