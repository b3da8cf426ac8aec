import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '@/server/db/connect'
import { newFolder, quietLog, removeFolder } from './plant'

it.skipIf(process.platform === 'win32')(
  "a new database's files are the server's own",
  async () => {
    const folder = newFolder()
    const before = process.umask(0o077)
    try {
      const db = await openDatabase({ dataDir: folder, log: quietLog() })
      await db.pool.query('create table kept (n integer)')
      await db.close()
      const open = fs
        .readdirSync(folder, { recursive: true })
        .map((name) => path.join(folder, String(name)))
        // The engine sets the mode of its cache of the catalogue itself; the folder around it is closed.
        .filter((file) => path.basename(file) !== 'pg_internal.init' && (fs.statSync(file).mode & 0o077) !== 0)
      expect(open).toEqual([])
    } finally {
      process.umask(before)
      removeFolder(folder)
    }
  },
  240_000,
)
