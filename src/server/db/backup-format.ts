/**
 * The format of a backup, the same for both engines:
 *
 *   manifest.json            content of the backup; written last, so a backup without it is not complete
 *   tables/<table>.ndjson.gz one row per line, as PostgreSQL's row_to_json writes it, in order of the primary key
 *   files/<aa>/<sha256>      uploaded files
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { BackupRefused } from './errors'

export const BACKUP_FORMAT = 1

/** Number and hash of the rows of a table. */
export interface TableSummary {
  rows: number
  /** SHA-256 of the lines before compression, each with its line feed. */
  sha256: string
}

/** The content of a backup, stored as manifest.json. */
export interface Manifest {
  format: number
  program: 'nonwoven-mes'
  createdAt: string
  engine: 'embedded' | 'postgres'
  /** The last applied migration, or null for a database without any. */
  migration: { hash: string; when: number } | null
  tables: Record<string, TableSummary>
  files: { count: number; bytes: number }
  /** Signature with the plant's key; missing in backups of older versions. See `backup-signature`. */
  signature?: string
}

/** Called after each table or file that was copied (`table`, `files`) or verified (`check`). */
export type BackupProgress = (step: {
  doing: 'table' | 'files' | 'check'
  name: string
  done: number
  of: number
}) => void

/** Returns the path of a table's file in a backup. */
export function getTableFile(folder: string, table: string): string {
  return path.join(folder, 'tables', `${table}.ndjson.gz`)
}

/** Writes the manifest into a backup folder. */
export function writeManifest(folder: string, manifest: Manifest): void {
  fs.writeFileSync(path.join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Reads the manifest of a backup. @throws BackupRefused if the folder is not a complete backup of a known format */
export function readManifest(folder: string): Manifest {
  let value: unknown
  try {
    value = JSON.parse(fs.readFileSync(path.join(folder, 'manifest.json'), 'utf8'))
  } catch (error) {
    throw new BackupRefused(`${folder} is not a complete backup: its manifest.json cannot be read`, { cause: error })
  }
  if (!isManifest(value)) throw new BackupRefused(`${folder} is not a backup of this program`)
  if (value.format !== BACKUP_FORMAT)
    throw new BackupRefused(`The backup has form ${value.format}; this program reads form ${BACKUP_FORMAT}`)
  const invalidName = Object.keys(value.tables).find((name) => !/^[a-z_][a-z0-9_]*$/.test(name))
  if (invalidName !== undefined)
    throw new BackupRefused(`The backup names a table ${JSON.stringify(invalidName)}, which cannot be one of ours`)
  return value
}

function isManifest(value: unknown): value is Manifest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'program' in value &&
    value.program === 'nonwoven-mes' &&
    'format' in value &&
    typeof value.format === 'number' &&
    'tables' in value &&
    typeof value.tables === 'object' &&
    value.tables !== null &&
    'migration' in value &&
    'files' in value
  )
}

/** Counts and hashes lines as they pass. */
export class LineDigest {
  private readonly hash = createHash('sha256')
  rows = 0

  add(line: string): void {
    this.hash.update(line).update('\n')
    this.rows++
  }

  getSummary(): TableSummary {
    return { rows: this.rows, sha256: this.hash.digest('hex') }
  }
}
