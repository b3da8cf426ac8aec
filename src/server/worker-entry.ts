import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const moduleUrl = import.meta.url
/** True when running from source instead of the bundle. */
const isFromSource = moduleUrl.endsWith('.ts')

/**
 * Resolves the program of a worker thread: a separate file next to the bundle, or, when running from source, the file
 * that `bundleFromSource` creates.
 * @param name file name in the bundle without `.js`, for example `excel-worker`
 * @param source path of the TypeScript file, relative to `src/server/`, for example `excel/excel-worker.ts`
 */
export function resolveWorkerEntry(name: string, source: string): URL {
  if (isFromSource) return bundleFromSource(fileURLToPath(new URL(source, moduleUrl)))
  const file = new URL(`./${name}.js`, moduleUrl)
  if (!existsSync(file)) throw new Error(`${name}.js is missing beside the server's bundle; build the server again`)
  return file
}

const bundledUrls = new Map<string, URL>()
/**
 * Bundles a TypeScript worker into one JavaScript file when it first starts in this process. Workers inherit no loader,
 * and loading one takes longer than their work.
 */
export function bundleFromSource(file: string): URL {
  const cachedUrl = bundledUrls.get(file)
  if (cachedUrl) return cachedUrl
  const require = createRequire(moduleUrl)
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
  // The file lies below node_modules, where packages resolve. It is named by content hash, because other processes
  // create the same file.
  const folder = fileURLToPath(new URL('../../node_modules/.cache/workers', moduleUrl))
  const name = `${basename(file, '.ts')}-${createHash('sha256').update(program).digest('hex').slice(0, 16)}.mjs`
  const bundlePath = join(folder, name)
  if (!existsSync(bundlePath)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${bundlePath}.${process.pid}`, program)
    renameSync(`${bundlePath}.${process.pid}`, bundlePath)
  }
  const url = pathToFileURL(bundlePath)
  bundledUrls.set(file, url)
  return url
}
