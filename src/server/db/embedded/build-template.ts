/** Build step: creates the template database that new plants are copied from, unless it exists. */
import { mkdtempSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openDatabase } from '../connect'
import { migrateDatabase } from '../migrate'
import { migrationsFolder, templatesFolder } from '../../program-files'
import { storeTemplate, getTemplateFolder } from './template'

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined }

const template = getTemplateFolder(templatesFolder, migrationsFolder)
if (!existsSync(template)) {
  const parent = dirname(templatesFolder)
  mkdirSync(parent, { recursive: true })
  const dataDir = mkdtempSync(join(parent, 'new-database-'))
  try {
    // The template holds no user data, so syncing it would only cost time.
    const db = await openDatabase({ dataDir, log: silentLog, provisional: true })
    await migrateDatabase(db, migrationsFolder)
    await db.checkpoint()
    await db.close()
    storeTemplate(dataDir, template)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
