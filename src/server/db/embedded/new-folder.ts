/** Installs a new database folder so that it is either complete or absent. */
import fs from 'node:fs'
import path from 'node:path'
import { isProvisional, markFolder, markProvisional } from './data-folder'
import { syncPath, syncTree } from './sync-tree'

export interface NewFolderOptions {
  /**
   * The folder is not durable yet. It holds a marker file until `Engine.makeDurable` has synced everything; a start that
   * finds the marker discards the folder.
   */
  provisional: boolean
}

/**
 * Fills a temporary folder and renames it into place.
 * @param writeFiles writes the files of a database that was shut down cleanly
 */
export async function installNewFolder(
  folder: string,
  { provisional }: NewFolderOptions,
  writeFiles: (unfinishedFolder: string) => Promise<void> | void,
): Promise<void> {
  const unfinishedFolder = `${folder}.unfinished`
  fs.rmSync(unfinishedFolder, { recursive: true, force: true })
  discardProvisional(folder, unfinishedFolder)
  try {
    await writeFiles(unfinishedFolder)
    markFolder(unfinishedFolder)
    if (provisional) await markProvisional(unfinishedFolder)
    restrictTree(unfinishedFolder)
    if (!provisional) await syncTree(unfinishedFolder)
  } catch (error) {
    // A partly written folder is useless and occupies space on a possibly full disk.
    fs.rmSync(unfinishedFolder, { recursive: true, force: true })
    throw error
  }
  // An empty folder, such as that of a mounted volume, may be in the way.
  if (fs.existsSync(folder)) fs.rmdirSync(folder)
  fs.renameSync(unfinishedFolder, folder)
  await syncPath(path.dirname(folder), true)
}

/**
 * Removes a database that a killed start left incomplete. Renames the folder first, because a half-removed database looks
 * like a foreign folder.
 */
function discardProvisional(folder: string, movedFolder: string): void {
  if (!isProvisional(folder)) return
  fs.renameSync(folder, movedFolder)
  fs.rmSync(movedFolder, { recursive: true, force: true })
}

/** Restricts access to the owner: the engine's first start creates world-readable files regardless of the umask. */
function restrictTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true }))
    fs.chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}
