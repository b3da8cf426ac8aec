/** Builds a new database folder so that it is either complete or not there. Runs in the worker thread. */
import fs from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { Compiled } from './compiled'
import { markFolder } from './folder'

/**
 * Creates the database in a folder beside, makes it durable, then renames it into place.
 * @param keep told what the engine writes
 */
export async function createDatabaseFolder(
  folder: string,
  compiled: Compiled,
  keep?: (text: string) => boolean,
): Promise<void> {
  const unfinished = `${folder}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  try {
    await build(unfinished, compiled, keep)
  } catch (error) {
    // What a full disk let through is of no use, and takes the little room that there is
    fs.rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
  // an empty folder (a mounted volume's, say) may be in the way
  if (fs.existsSync(folder)) fs.rmdirSync(folder)
  fs.renameSync(unfinished, folder)
  await syncPath(path.dirname(folder), true)
}

async function build(
  unfinished: string,
  { engine: pgliteWasmModule, initdb: initdbWasmModule }: Compiled,
  keep: ((text: string) => boolean) | undefined,
): Promise<void> {
  const engine = await PGlite.create({
    fs: new NodeFS(unfinished),
    pgliteWasmModule,
    ...(initdbWasmModule && { initdbWasmModule }),
    ...(keep && { onStderr: keep, onStdout: keep }),
  })
  await engine.close()
  markFolder(unfinished)
  closeTree(unfinished)
  await syncTree(unfinished)
}

/** The engine's first start makes files that everybody may read, whatever the process allows: they are closed to others. */
function closeTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true }))
    fs.chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}

/** fsyncs every file and folder below, and the folder itself. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await fs.promises.readdir(folder, { withFileTypes: true })
  // side by side, so that the disk can take many at once
  await Promise.all(
    entries.map((entry) => {
      const inner = path.join(folder, entry.name)
      if (entry.isDirectory()) return syncTree(inner)
      return entry.isFile() ? syncPath(inner, false) : undefined
    }),
  )
  await syncPath(folder, true)
}

async function syncPath(target: string, isFolder: boolean): Promise<void> {
  // Windows cannot sync a folder
  if (isFolder && process.platform === 'win32') return
  const file = await fs.promises.open(target, isFolder ? 'r' : 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
