/**
 * An initialised and migrated empty database, made by the build: a new plant copies it instead of running initdb and every
 * migration. Its folder is named by what it was made from, so a template of other migrations or another engine is never found.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { databaseFolder, removeMarkers } from './folder'
import { renewSystemIdentifier } from './system-identifier'

/** Raise when the engine's start parameters or its own role change what a new database holds. */
const LAYOUT = 1

/** The folder, below `templates`, of the template for these migrations. It need not exist. */
export function templateFolder(templates: string, migrationsFolder: string): string {
  const hash = createHash('sha256').update(`${LAYOUT} ${engineVersion()} `)
  const files = fs.readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'))
  for (const name of files.sort()) hash.update(name).update(fs.readFileSync(path.join(migrationsFolder, name)))
  hash.update(fs.readFileSync(path.join(migrationsFolder, 'meta', '_journal.json')))
  return path.join(templates, hash.digest('hex').slice(0, 16))
}

function engineVersion(): string {
  const dist = path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  const { version } = JSON.parse(fs.readFileSync(path.join(dist, '..', 'package.json'), 'utf8')) as { version: string }
  return version
}

/** Copies a template's files into a new folder and gives them their own system identifier. */
export function copyTemplate(template: string, to: string): void {
  fs.cpSync(template, to, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  renewSystemIdentifier(to)
}

/**
 * Keeps a closed, migrated data folder as the template, in place of all others.
 * @param dataDir goes away
 */
export function storeTemplate(dataDir: string, template: string): void {
  const database = databaseFolder(dataDir)
  removeMarkers(database)
  // It holds nothing of anybody's, and the account that runs the server need not be the one that built it
  for (const entry of fs.readdirSync(database, { withFileTypes: true, recursive: true }))
    fs.chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  fs.chmodSync(database, 0o755)
  const templates = path.dirname(template)
  fs.rmSync(templates, { recursive: true, force: true })
  fs.mkdirSync(templates, { recursive: true })
  fs.renameSync(database, template)
  fs.rmSync(dataDir, { recursive: true, force: true })
}
