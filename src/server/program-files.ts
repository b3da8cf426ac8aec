/**
 * Where the program's own files are. Locales and migrations are read from the sources, which the program is always
 * beside: every chunk of the bundle lies in dist/server, as deep as this file in src/server.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
export const sourceFolder = join(root, 'src')
/** The committed SQL migrations: what start and restore bring a database to. */
export const migrationsFolder = join(sourceFolder, 'server', 'db', 'migrations')
/** Databases that the build made for new plants to be copied from; see `db/embedded/template`. */
export const templatesFolder = join(root, 'dist', 'database')
/** The built app; null when there is none, as from source. */
export function clientFolder(): string | null {
  const folder = join(root, 'dist', 'client')
  return existsSync(folder) ? folder : null
}
