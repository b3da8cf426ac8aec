/**
 * PGlite's WebAssembly, compiled once in the process and shared with every worker: opening again after a stop then
 * starts with code that is already optimised.
 */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'

export interface Compiled {
  engine: WebAssembly.Module
  /** builds a new database folder */
  initdb?: WebAssembly.Module
}

const dist = path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
// Each thread that compiles keeps some ten megabytes for good; one is as fast, since the start waits for other things too
setFlagsFromString('--wasm-num-compilation-tasks=1')
const modules = new Map<string, Promise<WebAssembly.Module>>()

/** @param create whether a database is to be created, too */
export async function compiledEngine(create: boolean): Promise<Compiled> {
  const engine = compiled('pglite.wasm')
  return create ? { engine: await engine, initdb: await compiled('initdb.wasm') } : { engine: await engine }
}

function compiled(name: string): Promise<WebAssembly.Module> {
  const known = modules.get(name)
  if (known) return known
  const compiling = fs.promises.readFile(path.join(dist, name)).then((bytes) => WebAssembly.compile(bytes))
  modules.set(name, compiling)
  // a file that could not be read this time may be readable the next
  compiling.catch(() => modules.delete(name))
  return compiling
}
