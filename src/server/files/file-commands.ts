/** The command `move-files`, and the copies of files in backups of plants whose files are on an S3 server. */
import path from 'node:path'
import { createReadStream, rmSync, statSync } from 'node:fs'
import { SHA256_HEX_LENGTH } from '../db/backup-files'
import type { BackupProgress } from '../db/backup-format'
import type { DatabaseLog } from '../db/connect'
import { restrictUmask } from '../private-folder'
import { BadSetting } from '../setting'
import { DiskFileStore, type FileStore } from './file-store'
import { moveFiles, toStreamSource, type MoveResult } from './move-files'
import { S3FileStore } from './s3-file-store'
import type { S3Settings } from './s3-settings'

const PROGRESS_INTERVAL_MS = 2_000
const USAGE = 'Say where to: node src/start.mjs move-files s3, or node src/start.mjs move-files disk'

/** Runs `move-files s3|disk [remove-source]`. @throws BadSetting if the target or the S3 server is not named */
export async function runMoveFilesCommand(
  args: readonly string[],
  { dataDir, s3, log }: { dataDir: string; s3: S3Settings | null; log: DatabaseLog },
): Promise<MoveResult> {
  const [direction, option] = args
  if ((direction !== 's3' && direction !== 'disk') || ![undefined, 'remove-source'].includes(option) || args.length > 2)
    throw new BadSetting(`${USAGE}; add remove-source to remove the files from where they were.`)
  if (!s3) throw new BadSetting('Set FILES_S3_ENDPOINT, FILES_S3_BUCKET and the keys of the S3 server.')
  const stores = { disk: new DiskFileStore(path.join(dataDir, 'files')), s3: new S3FileStore(s3) }
  const [source, target] = direction === 's3' ? [stores.disk, stores.s3] : [stores.s3, stores.disk]
  restrictUmask()
  await stores.s3.checkWriting()
  let lastReportAt = 0
  const result = await moveFiles({
    source,
    target,
    journalFile: path.join(dataDir, `move-files-to-${direction}.journal`),
    removesSource: option === 'remove-source',
    onProgress: ({ fileCount, verifiedCount }) => {
      if (Date.now() - lastReportAt < PROGRESS_INTERVAL_MS) return
      lastReportAt = Date.now()
      log.info({ verified: verifiedCount, of: fileCount }, 'under way')
    },
  })
  const { fileCount, verifiedCount, copiedCount, removedCount, damagedHashes } = result
  for (const sha256 of damagedHashes)
    log.error({ file: sha256, place: source.place }, 'this file is damaged at its source and was not moved')
  log.info({ files: fileCount, verified: verifiedCount, copied: copiedCount, removed: removedCount }, 'moved')
  return result
}

/** Copies all files of a store into the folder of a backup and verifies each. */
export async function copyFilesToBackup(
  store: FileStore,
  folder: string,
  progress?: BackupProgress,
): Promise<{ count: number; bytes: number }> {
  const backup = new DiskFileStore(folder)
  const total = { count: 0, bytes: 0 }
  for await (const file of store.list()) {
    await backup.put(file.sha256, toStreamSource(store, file))
    total.count++
    total.bytes += file.size
    progress?.({ doing: 'files', name: file.sha256.slice(0, 2), done: total.count, of: total.count })
  }
  // The store's folder for unfinished files is empty now.
  rmSync(path.join(folder, 'arriving'), { recursive: true, force: true })
  return total
}
/** Stores the files of a backup. After an error, the files that were added are removed again. */
export async function storeFilesOfBackup(
  files: readonly string[],
  store: FileStore,
  progress?: BackupProgress,
): Promise<void> {
  const createdHashes: string[] = []
  try {
    for (const [index, file] of files.entries()) {
      const sha256 = path.basename(file).slice(0, SHA256_HEX_LENGTH)
      if (!(await store.has(sha256))) createdHashes.push(sha256)
      await store.put(sha256, { size: statSync(file).size, read: () => createReadStream(file) })
      progress?.({ doing: 'files', name: path.basename(path.dirname(file)), done: index + 1, of: files.length })
    }
  } catch (error) {
    for (const sha256 of createdHashes) await store.remove(sha256)
    throw error
  }
}
