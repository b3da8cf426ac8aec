/**
 * An initialized and migrated empty database, made by the build. A new plant copies it instead of running initdb and
 * every migration.
 * The folder name is a hash of its inputs, so a template of other migrations or another engine is never used.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { getDatabaseFolder, removeMarkers } from './data-folder'
import { renewSystemIdentifier } from './system-identifier'

/** Increase it when start parameters or the database role change the content of a new database. */
const LAYOUT_VERSION = 1

/** Returns the folder of the template for these migrations, which may not exist yet. */
export function getTemplateFolder(templatesFolder: string, migrationsFolder: string): string {
  const hash = createHash('sha256').update(`${LAYOUT_VERSION} ${readEngineVersion()} `)
  const files = fs.readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'))
  for (const name of files.sort()) hash.update(name).update(fs.readFileSync(path.join(migrationsFolder, name)))
  hash.update(fs.readFileSync(path.join(migrationsFolder, 'meta', '_journal.json')))
  return path.join(templatesFolder, hash.digest('hex').slice(0, 16))
}

function readEngineVersion(): string {
  const dist = path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  const { version } = JSON.parse(fs.readFileSync(path.join(dist, '..', 'package.json'), 'utf8')) as { version: string }
  return version
}

/** Copies a template into a new folder and gives the copy its own system identifier. */
export function copyTemplate(template: string, targetFolder: string): void {
  fs.cpSync(template, targetFolder, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  renewSystemIdentifier(targetFolder)
}

/**
 * Stores a closed, migrated data folder as the template and removes all other templates.
 * @param dataDir is removed
 */
export function storeTemplate(dataDir: string, template: string): void {
  const database = getDatabaseFolder(dataDir)
  removeMarkers(database)
  // World-readable: it holds no user data, and the server may run under another account than the build.
  for (const entry of fs.readdirSync(database, { withFileTypes: true, recursive: true }))
    fs.chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  fs.chmodSync(database, 0o755)
  const templatesFolder = path.dirname(template)
  fs.rmSync(templatesFolder, { recursive: true, force: true })
  fs.mkdirSync(templatesFolder, { recursive: true })
  fs.renameSync(database, template)
  fs.rmSync(dataDir, { recursive: true, force: true })
}
