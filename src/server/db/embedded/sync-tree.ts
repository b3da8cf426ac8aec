/** Puts whole folders on the disk. */
import fs from 'node:fs'
import path from 'node:path'

/**
 * fsyncs every file and folder below, and the folder itself.
 * @param changing other code may remove files meanwhile; a missing file is then nothing to sync
 */
export async function syncTree(folder: string, { changing = false } = {}): Promise<void> {
  const entries = await fs.promises.readdir(folder, { withFileTypes: true })
  // side by side, so that the disk can take many at once
  await Promise.all(
    entries.map((entry) => {
      const inner = path.join(folder, entry.name)
      const synced = entry.isDirectory()
        ? syncTree(inner, { changing })
        : entry.isFile()
          ? syncPath(inner, false)
          : Promise.resolve()
      return changing ? synced.catch(ignoreMissing) : synced
    }),
  )
  await syncPath(folder, true)
}

export async function syncPath(target: string, isFolder: boolean): Promise<void> {
  // Windows cannot sync a folder
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
