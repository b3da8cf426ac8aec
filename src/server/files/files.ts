import { join } from 'node:path'
import type { Application } from '../application'
import { IncomingFiles } from './incoming-files'
import { DiskPieceStore } from './piece-store'
import { DiskFileStore, type FileStore } from './file-store'
import { createQuery } from '../db/prepared-statements'
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

/** Opens the file services below the data folder. */
export function openFiles(app: Pick<Application, 'db' | 'clock' | 'site'>, dataDir: string): FileServices {
  const store = new DiskFileStore(join(dataDir, 'files'))
  const records = new SqlUploadRecords(createQuery(app.db.pool, app.db.waitUntilDurable), app.site)
  // Inside the shared folder, because each piece of a photo may reach a different instance.
  const pieces = new DiskPieceStore(join(dataDir, 'files', 'uploads'), join(dataDir, 'uploads'))
  const incoming = new IncomingFiles(join(dataDir, 'incoming'))
  return {
    store,
    incoming,
    removeAbandonedIncoming: (isOnlyProcess) =>
      incoming.removeOldFiles(isOnlyProcess ? Number.POSITIVE_INFINITY : Date.now() - MAX_FORM_MS),
    uploads: new Uploads({ records, pieces, files: store, now: app.clock }),
  }
}
