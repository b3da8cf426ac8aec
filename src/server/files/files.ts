import { join } from 'node:path'
import type { Application } from '../application'
import { DiskPieces } from './pieces'
import { DiskFiles, type FileStore } from './store'
import { SqlUploadRecords } from './upload-records'
import { Uploads } from './upload'

/** Stored files and the uploads that bring them. */
export interface Files {
  store: FileStore
  uploads: Uploads
}

export function openFiles(app: Pick<Application, 'db' | 'clock' | 'site'>, dataDir: string): Files {
  const store = new DiskFiles(join(dataDir, 'files'))
  const query = async (text: string, values: readonly unknown[] = []) => {
    const result = await app.db.pool.query(text, values as unknown[])
    await app.db.durable()
    return result.rows
  }
  const records = new SqlUploadRecords(query as never, app.site)
  return {
    store,
    uploads: new Uploads({ records, pieces: new DiskPieces(join(dataDir, 'uploads')), files: store, now: app.clock }),
  }
}
