import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const here = import.meta.url
/** Run from source, not from the bundle. */
const fromSource = here.endsWith('.ts')

/**
 * Where a worker thread's program is: an entry of its own beside the other files of the bundle; run from source, the file that
 * `bundledFromSource` makes.
 * @param name file name in the bundle without `.js`, for example `excel-worker`
 * @param source path of the TypeScript file, relative to `src/server/`, for example `excel/excel-worker.ts`
 */
export function workerEntry(name: string, source: string): URL {
  if (fromSource) return bundledFromSource(fileURLToPath(new URL(source, here)))
  const file = new URL(`./${name}.js`, here)
  if (!existsSync(file)) throw new Error(`${name}.js is missing beside the server's bundle; build the server again`)
  return file
}

const bundled = new Map<string, URL>()
/**
 * A worker written in TypeScript, made into one file of JavaScript at its first start in this process: a worker inherits no
 * loader, and loading one takes every worker longer than its work.
 */
export function bundledFromSource(file: string): URL {
  const known = bundled.get(file)
  if (known) return known
  const require = createRequire(here)
  const { buildSync } = require('esbuild') as typeof import('esbuild')
  const { outputFiles } = buildSync({
    entryPoints: [file],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
    logLevel: 'silent',
  })
  const program = outputFiles[0]!.contents
  // Below node_modules, where its packages are found, and named by what it holds, as other processes make the same.
  const folder = fileURLToPath(new URL('../../node_modules/.cache/workers', here))
  const name = `${basename(file, '.ts')}-${createHash('sha256').update(program).digest('hex').slice(0, 16)}.mjs`
  const made = join(folder, name)
  if (!existsSync(made)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${made}.${process.pid}`, program)
    renameSync(`${made}.${process.pid}`, made)
  }
  const url = pathToFileURL(made)
  bundled.set(file, url)
  return url
}
