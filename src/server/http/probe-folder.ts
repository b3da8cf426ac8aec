import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Content of the probe file. A smaller file might fit into the file system's metadata, even on a full disk. */
const PROBE_BYTES = Buffer.alloc(64 * 1024, 1)
const PROBE_FOLDER_PREFIX = '.writable-'
const ABANDONED_PROBE_AGE_MS = 60_000

/** Writes a file into a folder and removes it again. @throws the error of the operating system */
export async function writeProbeFile(dataDir: string): Promise<void> {
  await removeAbandonedFolders(dataDir)
  const folder = await mkdtemp(join(dataDir, PROBE_FOLDER_PREFIX))
  try {
    const handle = await open(join(folder, 'probe'), 'wx', 0o600)
    try {
      await handle.writeFile(PROBE_BYTES)
      await handle.sync()
    } finally {
      await handle.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
/** Removes folders left by servers killed during a probe. Recent ones may belong to another instance. */
async function removeAbandonedFolders(dataDir: string): Promise<void> {
  for (const name of (await readdir(dataDir)).filter((fileName) => fileName.startsWith(PROBE_FOLDER_PREFIX))) {
    const path = join(dataDir, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < Date.now() - ABANDONED_PROBE_AGE_MS) await rm(path, { recursive: true, force: true })
  }
}

/** A disk that takes longer counts as not answering. */
const PROBE_TIMEOUT_MS = 8_000
/** Runs a probe, but waits at most 8 s for it. */
export async function runWithProbeTimeout(probe: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the disk does not answer')), PROBE_TIMEOUT_MS)
  })
  try {
    await Promise.race([probe, timeout])
  } finally {
    clearTimeout(timer)
  }
}
