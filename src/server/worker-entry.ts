import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

export interface WorkerEntry {
  file: URL
  /** For `new Worker(file, { execArgv })`: nothing of the main thread's own arguments. */
  execArgv: string[]
}

const here = import.meta.url
/** Run from source, not from the bundle. */
export const fromSource = here.endsWith('.ts')

/** A worker of the bundle: an entry of its own, `<name>.js` beside every other file of the bundle. */
export function bundledWorker(name: string): URL {
  const file = new URL(`./${name}.js`, here)
  if (!existsSync(file)) throw new Error(`${name}.js is missing beside the server's bundle; build the server again`)
  return file
}

/**
 * Where a worker thread's program is: in the bundle, or run from source the TypeScript file, loaded through tsx.
 * @param name file name in the bundle without `.js`, for example `excel-worker`
 * @param source path of the TypeScript file, relative to `src/server/`, for example `excel/excel-worker.ts`
 */
export function workerEntry(name: string, source: string): WorkerEntry {
  if (fromSource) {
    // `--import tsx` does not reach worker threads on Node 20, so a few words of JavaScript load it inside.
    const tsx = pathToFileURL(createRequire(here).resolve('tsx/esm/api')).href.replace(/\.cjs$/, '.mjs')
    const program = `import { register } from ${JSON.stringify(tsx)}; register(); await import(${JSON.stringify(new URL(source, here).href)})`
    return { file: new URL(`data:text/javascript,${encodeURIComponent(program)}`), execArgv: [] }
  }
  return { file: bundledWorker(name), execArgv: [] }
}
