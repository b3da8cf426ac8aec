import { join } from 'node:path'
import type { Application } from '../application'
import { IncomingFiles } from './incoming-files'
import { DiskPieceStore } from './piece-store'
import { DiskFileStore, type FileStore, FileStoreUnavailable } from './file-store'
import { createQuery } from '../db/prepared-statements'
import { S3FileStore } from './s3-file-store'
import { S3PieceStore } from './s3-piece-store'
import type { S3Settings } from './s3-settings'
import { columnsNotNull, sql } from '../sql'
import { storedFileTable } from '../db/system'
import { SqlUploadRecords } from './upload-records'
import { Uploads } from './uploads'

/** Services for stored files and for files arriving in pieces or with a form. */
export interface FileServices {
  store: FileStore
  uploads: Uploads
  incoming: IncomingFiles
  /** Removes files of forms left by dead processes. @param isOnlyProcess true if no other process uses the folder */
  removeAbandonedIncoming(isOnlyProcess: boolean): Promise<number>
}
/** Longer than any form takes to arrive and be processed. */
const MAX_FORM_MS = 3_600_000

/** Opens the store for files: on the S3 server if there is one, otherwise in the data folder. */
export const openFileStore = (dataDir: string, s3: S3Settings | null): FileStore =>
  s3 ? new S3FileStore(s3) : new DiskFileStore(join(dataDir, 'files'))

/** Warns if the store lacks the file that was stored last, as after a change of the store without `move-files`. */
export async function logMissingFiles(app: Pick<Application, 'db' | 'log' | 'site' | 'files'>): Promise<void> {
  const query = createQuery(app.db.pool, app.db.waitUntilDurable)
  const [lastFile] = await query(
    sql`select ${columnsNotNull(storedFileTable, ['sha256'])} from stored_file
      where site_id = ${app.site} and state = 'stored' order by updated_at desc limit 1`,
  )
  try {
    if (lastFile && !(await app.files.store.has(lastFile.sha256)))
      app.log.warn(
        { place: app.files.store.place },
        'files that the database names are not in the file store: give all instances the same store, or move the files with move-files',
      )
  } catch (error) {
    if (!(error instanceof FileStoreUnavailable)) throw error // /readyz and the log report a store that is away
  }
}

/** Opens the file services. Without an S3 server, files and pieces are in the data folder. */
export function openFiles(
  app: Pick<Application, 'db' | 'clock' | 'site'>,
  dataDir: string,
  s3: S3Settings | null,
): FileServices {
  const store = openFileStore(dataDir, s3)
  const records = new SqlUploadRecords(createQuery(app.db.pool, app.db.waitUntilDurable), app.site)
  // Pieces lie in the shared folder, because each piece of a photo may reach a different instance.
  const pieces = s3
    ? new S3PieceStore(s3)
    : new DiskPieceStore(join(dataDir, 'files', 'uploads'), join(dataDir, 'uploads'))
  const incoming = new IncomingFiles(join(dataDir, 'incoming'))
  return {
    store,
    incoming,
    removeAbandonedIncoming: (isOnlyProcess) =>
      incoming.removeOldFiles(isOnlyProcess ? Number.POSITIVE_INFINITY : Date.now() - MAX_FORM_MS),
    uploads: new Uploads({ records, pieces, files: store, now: app.clock }),
  }
}
