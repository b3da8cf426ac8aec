/** Puts a new database folder in place so that it is either complete or not there. */
import fs from 'node:fs'
import path from 'node:path'
import { isProvisional, markFolder, markProvisional } from './folder'
import { syncPath, syncTree } from './sync-tree'

export interface NewFolderOptions {
  /**
   * The folder is not made durable yet. Its marker says so until `DatabaseWorker` has synced everything; a start that
   * finds the marker discards the folder.
   */
  provisional: boolean
}

/**
 * Fills a folder beside, then renames it into place.
 * @param fill writes the files of a database that was shut down in order
 */
export async function putNewFolder(
  folder: string,
  { provisional }: NewFolderOptions,
  fill: (unfinished: string) => Promise<void> | void,
): Promise<void> {
  const unfinished = `${folder}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  discardProvisional(folder, unfinished)
  try {
    await fill(unfinished)
    markFolder(unfinished)
    if (provisional) await markProvisional(unfinished)
    closeTree(unfinished)
    if (!provisional) await syncTree(unfinished)
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

/** Removes a database that a killed start left incomplete. Renames it first: a half-removed one could not be told from a foreign folder. */
function discardProvisional(folder: string, aside: string): void {
  if (!isProvisional(folder)) return
  fs.renameSync(folder, aside)
  fs.rmSync(aside, { recursive: true, force: true })
}

/** The engine's first start makes files that everybody may read, whatever the process allows: they are closed to others. */
function closeTree(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true }))
    fs.chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}
