import { join } from 'node:path'
import type { Application } from '../application'
import { IncomingFiles } from './incoming'
import { DiskPieces } from './pieces'
import { DiskFiles, type FileStore } from './store'
import { createQuery } from '../db/prepared-statements'
import { SqlUploadRecords } from './upload-records'
import { Uploads } from './upload'

/** Stored files, and those on their way here: in pieces, or with a form. */
export interface Files {
  store: FileStore
  uploads: Uploads
  incoming: IncomingFiles
  /** At a start: removes what came with forms that a process no longer answers. `alone`: no other process uses the folder. */
  sweepIncoming(alone: boolean): Promise<number>
}
/** Longer than a form may take to come and to be worked on, ms. */
const FORM_MS = 3_600_000

export function openFiles(app: Pick<Application, 'db' | 'clock' | 'site'>, dataDir: string): Files {
  const store = new DiskFiles(join(dataDir, 'files'))
  const records = new SqlUploadRecords(createQuery(app.db.pool, app.db.durable), app.site)
  // Below the stored files, which instances share: each piece of a photo may reach another instance.
  const pieces = new DiskPieces(join(dataDir, 'files', 'uploads'), join(dataDir, 'uploads'))
  const incoming = new IncomingFiles(join(dataDir, 'incoming'))
  return {
    store,
    incoming,
    sweepIncoming: (alone) => incoming.sweep(alone ? Number.POSITIVE_INFINITY : Date.now() - FORM_MS),
    uploads: new Uploads({ records, pieces, files: store, now: app.clock }),
  }
}
