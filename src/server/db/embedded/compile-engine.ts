/**
 * PGlite's WebAssembly, compiled once per process and shared with every worker, so that reopening after a stop starts
 * with optimized code.
 */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'

/** The compiled programs of the embedded database. */
export interface CompiledEngine {
  engine: WebAssembly.Module
  /** The program that fills a new database folder. */
  initdb?: WebAssembly.Module
}

const dist = path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
// Each compiling thread permanently keeps some ten megabytes. One thread is just as fast, because the start also waits
// for other work.
setFlagsFromString('--wasm-num-compilation-tasks=1')
const modules = new Map<string, Promise<WebAssembly.Module>>()

/** Compiles the engine, once per process. @param needsInitdb true to also compile `initdb`, for a new database */
export async function compileEngine(needsInitdb: boolean): Promise<CompiledEngine> {
  const engine = compileModule('pglite.wasm')
  return needsInitdb ? { engine: await engine, initdb: await compileModule('initdb.wasm') } : { engine: await engine }
}

function compileModule(name: string): Promise<WebAssembly.Module> {
  const cachedModule = modules.get(name)
  if (cachedModule) return cachedModule
  const compilation = fs.promises.readFile(path.join(dist, name)).then((bytes) => WebAssembly.compile(bytes))
  modules.set(name, compilation)
  // A file that could not be read this time may be readable next time.
  compilation.catch(() => modules.delete(name))
  return compilation
}
