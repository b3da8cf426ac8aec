/** Builds a new database folder so that it is either complete or not there. Runs in the worker thread. */
import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { Compiled } from './compiled'
import { markFolder } from './folder'

/** Creates the database in a folder beside, makes it durable, then renames it into place. */
export async function createDatabaseFolder(folder: string, { engine: pgliteWasmModule, initdb: initdbWasmModule }: Compiled): Promise<void> {
  const unfinished = `${folder}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  const engine = await PGlite.create({ fs: new NodeFS(unfinished), pgliteWasmModule, ...(initdbWasmModule && { initdbWasmModule }) })
  await engine.close()
  markFolder(unfinished)
  syncTree(unfinished)
  // an empty folder (a mounted volume's, say) may be in the way
  if (fs.existsSync(folder)) fs.rmdirSync(folder)
  fs.renameSync(unfinished, folder)
  syncPath(path.dirname(folder))
}

/** fsyncs every file and folder below, and the folder itself. */
export function syncTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const inner = path.join(folder, entry.name)
    if (entry.isDirectory()) syncTree(inner)
    else if (entry.isFile()) syncPath(inner)
  }
  syncPath(folder)
}

function syncPath(target: string): void {
  const isFolder = fs.statSync(target).isDirectory()
  if (isFolder && process.platform === 'win32') return
  const descriptor = fs.openSync(target, isFolder ? 'r' : 'r+')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}
