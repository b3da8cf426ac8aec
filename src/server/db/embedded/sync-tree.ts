/** Syncs whole folders to disk. */
import fs from 'node:fs'
import path from 'node:path'

/**
 * Syncs every file and folder below a folder, and the folder itself.
 * @param changing other code may remove files meanwhile; missing files are then ignored
 */
export async function syncTree(folder: string, { changing = false } = {}): Promise<void> {
  const entries = await fs.promises.readdir(folder, { withFileTypes: true })
  // In parallel, so that the disk can process many at once.
  await Promise.all(
    entries.map((entry) => {
      const entryPath = path.join(folder, entry.name)
      const synced = entry.isDirectory()
        ? syncTree(entryPath, { changing })
        : entry.isFile()
          ? syncPath(entryPath, false)
          : Promise.resolve()
      return changing ? synced.catch(ignoreMissing) : synced
    }),
  )
  await syncPath(folder, true)
}

/** Syncs one file or folder to disk. */
export async function syncPath(target: string, isFolder: boolean): Promise<void> {
  // Windows cannot sync a folder.
  if (isFolder && process.platform === 'win32') return
  const file = await fs.promises.open(target, isFolder ? 'r' : 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
