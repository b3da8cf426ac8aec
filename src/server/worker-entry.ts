import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const here = import.meta.url
/** True when running from source instead of the bundle. */
const fromSource = here.endsWith('.ts')

/**
 * Resolves the program of a worker thread: a separate file next to the bundle, or, when running from source, the file
 * that `bundleFromSource` creates.
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
 * Bundles a TypeScript worker into one JavaScript file when it first starts in this process. Workers inherit no loader,
 * and loading one takes longer than their work.
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
  // Below node_modules, where packages resolve, and named by content hash, because other processes create the same
  // file.
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
