/**
 * Data folders with a fresh embedded database. Creating one takes seconds (initdb and migrations), so a template is
 * created once per machine and copied.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { openDatabase } from '@/server/db/connect'
import { migrateDatabase } from '@/server/db/migrate'
import { newFolder, quietLog } from './database-fixtures'

const dist = path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
const { version } = JSON.parse(fs.readFileSync(path.join(dist, '..', 'package.json'), 'utf8')) as { version: string }
const template = path.join(os.tmpdir(), `mes-db-template-${version}-${os.userInfo().uid}`)
const MONTH_MS = 30 * 86_400_000

/** @returns a new folder with an empty database; the caller removes it */
export const newDataDir = (): Promise<string> => copyTemplate(template)

/** @returns a new folder with a database after all migrations of `folder`; the caller removes it */
export function newMigratedDir(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of fs
    .readdirSync(folder)
    .filter((n) => n.endsWith('.sql'))
    .sort())
    hash.update(name).update(fs.readFileSync(path.join(folder, name)))
  hash.update(fs.readFileSync(path.join(folder, 'meta', '_journal.json')))
  return copyTemplate(`${template}-${hash.digest('hex').slice(0, 12)}`, folder)
}

async function copyTemplate(source: string, migrations?: string): Promise<string> {
  if (!fs.existsSync(source)) await makeTemplate(source, migrations)
  const folder = newFolder()
  fs.cpSync(source, folder, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  return folder
}

async function makeTemplate(target: string, migrations?: string): Promise<void> {
  const folder = newFolder()
  const db = await openDatabase({ dataDir: folder, log: quietLog() })
  if (migrations) {
    await migrateDatabase(db, migrations)
    await db.checkpoint()
    removeOldTemplates()
  }
  await db.close()
  try {
    fs.renameSync(folder, target)
  } catch (error) {
    // another test process has created the template in the meantime
    if (!fs.existsSync(target)) throw error
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Deletes templates of outdated migrations that are older than a month. */
function removeOldTemplates(): void {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const folder = path.join(os.tmpdir(), name)
    if (folder.startsWith(`${template}-`) && fs.statSync(folder).mtimeMs < Date.now() - MONTH_MS)
      fs.rmSync(folder, { recursive: true, force: true })
  }
}
