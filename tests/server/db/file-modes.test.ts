import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '@/server/db/connect'
import { newFolder, quietLog, removeFolder } from './database-fixtures'

it.skipIf(process.platform === 'win32')(
  "only the server's user can read the files of a new database",
  async () => {
    const folder = newFolder()
    const umaskBefore = process.umask(0o077)
    try {
      const db = await openDatabase({ dataDir: folder, log: quietLog() })
      await db.pool.query('create table kept (n integer)')
      await db.close()
      const openFiles = fs
        .readdirSync(folder, { recursive: true })
        .map((name) => path.join(folder, String(name)))
        // The engine sets the mode of its catalogue cache itself, but the folder around it is private.
        .filter((file) => path.basename(file) !== 'pg_internal.init' && (fs.statSync(file).mode & 0o077) !== 0)
      expect(openFiles).toEqual([])
    } finally {
      process.umask(umaskBefore)
      removeFolder(folder)
    }
  },
  240_000,
)
