import { join } from 'node:path'
import type { Application } from '../application'
import { IncomingFiles } from './incoming'
import { DiskPieces } from './pieces'
import { DiskFiles, type FileStore } from './store'
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
  const query = async (text: string, values: readonly unknown[] = []) => {
    const result = await app.db.pool.query(text, values as unknown[])
    await app.db.durable()
    return result.rows
  }
  const records = new SqlUploadRecords(query, app.site)
  const incoming = new IncomingFiles(join(dataDir, 'incoming'))
  return {
    store,
    incoming,
    sweepIncoming: (alone) => incoming.sweep(alone ? Number.POSITIVE_INFINITY : Date.now() - FORM_MS),
    uploads: new Uploads({ records, pieces: new DiskPieces(join(dataDir, 'uploads')), files: store, now: app.clock }),
  }
}
