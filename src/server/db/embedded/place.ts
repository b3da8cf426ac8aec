/** Where the program's own files are: the worker and the migrations, run from source (.ts) or from the built bundle. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export interface WorkerPlace {
  url: URL
  argv: string[]
}

const here = path.dirname(fileURLToPath(import.meta.url))
const fromSource = import.meta.url.endsWith('.ts')

/** The database worker's entry file. From source it needs a TypeScript loader of its own: a worker does not inherit one. */
export function databaseWorker(): WorkerPlace {
  if (fromSource) return typescriptWorker(path.join(here, 'worker.ts'))
  return { url: pathToFileURL(besideBundle('database-worker.js')), argv: [] }
}

/** A worker entry in TypeScript. */
export function typescriptWorker(file: string): WorkerPlace {
  return { url: pathToFileURL(path.join(here, 'from-source.mjs')), argv: [pathToFileURL(file).href] }
}

/** The folder of the committed SQL migrations. */
export function migrationsFolder(): string {
  return fromSource ? path.join(here, '..', 'migrations') : besideBundle('migrations')
}

/** Shared code may sit in a folder of chunks below the entries. */
function besideBundle(name: string): string {
  for (let folder = here, up = 0; up < 3; folder = path.dirname(folder), up++) {
    const candidate = path.join(folder, name)
    if (existsSync(candidate)) return candidate
  }
  throw new Error(`${name} is missing beside the server's bundle; build the server again`)
}
