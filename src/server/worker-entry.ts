import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

export interface WorkerEntry {
  file: URL
  /** For `new Worker(file, { execArgv })`: nothing of the main thread's own arguments. */
  execArgv: string[]
}

/**
 * Where a worker thread's program is. In the bundle every worker is an entry of its own, `<name>.js` beside `main.js`
 * (or one folder above a shared chunk); run from source it is the TypeScript file, loaded through tsx.
 * @param name file name in the bundle without `.js`, for example `excel-worker`
 * @param source path of the TypeScript file, relative to `src/server/`, for example `excel/excel-worker.ts`
 */
export function workerEntry(name: string, source: string): WorkerEntry {
  const here = import.meta.url
  if (here.endsWith('.ts')) {
    // `--import tsx` does not reach worker threads on Node 20, so a few words of JavaScript load it inside.
    const tsx = pathToFileURL(createRequire(here).resolve('tsx/esm/api')).href.replace(/\.cjs$/, '.mjs')
    const program = `import { register } from ${JSON.stringify(tsx)}; register(); await import(${JSON.stringify(new URL(source, here).href)})`
    return { file: new URL(`data:text/javascript,${encodeURIComponent(program)}`), execArgv: [] }
  }
  const beside = new URL(`./${name}.js`, here)
  return { file: existsSync(beside) ? beside : new URL(`../${name}.js`, here), execArgv: [] }
}
