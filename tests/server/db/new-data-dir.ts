/**
 * A data folder with a fresh embedded database for a test. Creating one takes seconds of PostgreSQL's initdb and of
 * migrations, so it is done once on a machine and copied.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { openDatabase } from '@/server/db/connect'
import { migrateDatabase } from '@/server/db/migrate'
import { newFolder, quietLog } from './plant'

const dist = path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
const { version } = JSON.parse(fs.readFileSync(path.join(dist, '..', 'package.json'), 'utf8')) as { version: string }
const template = path.join(os.tmpdir(), `mes-db-template-${version}-${os.userInfo().uid}`)
const MONTH_MS = 30 * 86_400_000

/** @returns a new folder with an empty database in it; remove it afterwards */
export const newDataDir = (): Promise<string> => copyOf(template)

/** @returns the same with every migration of `folder` applied */
export function newMigratedDir(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of fs
    .readdirSync(folder)
    .filter((n) => n.endsWith('.sql'))
    .sort())
    hash.update(name).update(fs.readFileSync(path.join(folder, name)))
  hash.update(fs.readFileSync(path.join(folder, 'meta', '_journal.json')))
  return copyOf(`${template}-${hash.digest('hex').slice(0, 12)}`, folder)
}

async function copyOf(from: string, migrations?: string): Promise<string> {
  if (!fs.existsSync(from)) await makeTemplate(from, migrations)
  const folder = newFolder()
  fs.cpSync(from, folder, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  return folder
}

async function makeTemplate(to: string, migrations?: string): Promise<void> {
  const folder = newFolder()
  const db = await openDatabase({ dataDir: folder, log: quietLog() })
  if (migrations) {
    await migrateDatabase(db, migrations)
    await db.checkpoint()
    forgetOldTemplates()
  }
  await db.close()
  try {
    fs.renameSync(folder, to)
  } catch (error) {
    // another test process was first
    if (!fs.existsSync(to)) throw error
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Templates of migrations as they were long ago. */
function forgetOldTemplates(): void {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const folder = path.join(os.tmpdir(), name)
    if (folder.startsWith(`${template}-`) && fs.statSync(folder).mtimeMs < Date.now() - MONTH_MS)
      fs.rmSync(folder, { recursive: true, force: true })
  }
}
