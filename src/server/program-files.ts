/**
 * Paths of the program's own files. Locales and migrations are read from the sources, which are always next to the
 * program. The bundle lies in dist/server, as deep as this file, so `../..` is the root of the project for both.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
export const sourceFolder = join(root, 'src')
/** The committed SQL migrations, which start and restore apply. */
export const migrationsFolder = join(sourceFolder, 'server', 'db', 'migrations')
/** Databases made by the build for new plants to be copied from; see `db/embedded/template`. */
export const templatesFolder = join(root, 'dist', 'database')
/** The version of this program, see CHANGELOG.md. */
export const programVersion = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string })
  .version
/** Returns the folder of the built app, or null if there is none, as when running from source. */
export function findClientFolder(): string | null {
  const folder = join(root, 'dist', 'client')
  return existsSync(folder) ? folder : null
}
