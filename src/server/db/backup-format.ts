/**
 * The format of a backup, the same for both engines:
 *
 *   manifest.json            content of the backup; written last, so a backup without it is not complete
 *   tables/<table>.ndjson.gz one row per line, as PostgreSQL's row_to_json writes it, in order of the primary key
 *   files/<aa>/<sha256>      uploaded files
 *
 * A scheduled backup has format 2. It shares its uploaded files with the other backups of its directory:
 *
 *   uploaded-files.gz        name and size of each uploaded file, one per line
 *   stored-files.txt         their names in the shared folder, ../files/<aa>/<name>
 *
 * An encrypted backup of the command `backup` has them in its own folder: files/<aa>/<name> (`hasOwnFiles`).
 *
 * If it is encrypted, its files end in `.enc` (see `backup-encryption`), and manifest.json contains the manifest encrypted.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type BackupKey, decryptStream, encryptStream, getBackupKey } from './backup-encryption'
import { BackupRefused } from './errors'

export const BACKUP_FORMAT = 1
/** Format of backups that share their uploaded files. */
export const SHARED_BACKUP_FORMAT = 2

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
  /** SHA-256 of the list of uploaded files, in a backup of format 2. */
  fileListSha256?: string
  /** Id of the plant; missing in backups of older versions. See `plant-identity`. */
  plant?: string
  /** True if a backup of format 2 has its uploaded files in its own folder. */
  hasOwnFiles?: boolean
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

/** A backup that was opened for reading. */
export interface OpenedBackup {
  readonly folder: string
  readonly manifest: Manifest
  /** The key that encrypts the backup; null: not encrypted. */
  readonly key: BackupKey | null
}
/** The content of manifest.json in an encrypted backup. */
export interface EncryptedManifest {
  format: number
  program: 'nonwoven-mes'
  createdAt: string
  plant?: string
  encryption: { fingerprint: string }
  /** The manifest, encrypted, in base64. */
  sealed: string
}

const MANIFEST_PLACE = 'manifest'
/** Returns the path of a table's file in a backup. */
export function getTableFilePath(folder: string, table: string, isEncrypted = false): string {
  return path.join(folder, 'tables', `${table}.ndjson.gz${isEncrypted ? '.enc' : ''}`)
}
/** Returns the path of the list of uploaded files in a backup of format 2. */
export const getFileListPath = (folder: string, isEncrypted: boolean): string =>
  path.join(folder, `uploaded-files.gz${isEncrypted ? '.enc' : ''}`)
export const getStoredFileListPath = (folder: string): string => path.join(folder, 'stored-files.txt')
/** Returns the folder that the backups of a directory share. @param folder folder of one backup */
export const getSharedFolder = (folder: string): string => path.join(path.dirname(path.resolve(folder)), 'files')

/** Returns the folder of the uploaded files of a backup of format 2. */
export const getUploadedFilesFolder = ({ folder, manifest }: Pick<OpenedBackup, 'folder' | 'manifest'>): string =>
  manifest.hasOwnFiles ? path.join(folder, 'files') : getSharedFolder(folder)

/** Writes a stream into a file of a backup, compressed, and encrypted if there is a key. */
export async function writeBackupFile(source: Readable, file: string, key: BackupKey | null): Promise<void> {
  const target = fs.createWriteStream(file)
  const gzip = createGzip({ level: 6 })
  if (!key) return pipeline(source, gzip, target)
  return pipeline(
    source,
    gzip,
    (compressed: AsyncIterable<Buffer>) => encryptStream(compressed, key, path.basename(file)),
    target,
  )
}
/** Reads a file of a backup, decrypted and decompressed. An error of the file destroys the stream with this error. */
export function readBackupFile(file: string, key: BackupKey | null): Readable {
  const fileStream = fs.createReadStream(file)
  const compressed: Readable = key ? Readable.from(decryptStream(fileStream, key, path.basename(file))) : fileStream
  const content = compressed.pipe(createGunzip())
  fileStream.on('error', (error) => content.destroy(error))
  compressed.on('error', (error) => content.destroy(error))
  return content
}

/** Yields the lines of a table's file. `readline` would also break at U+2028, which JSON text may contain. */
export async function* readBackupLines(file: string, key: BackupKey | null): AsyncGenerator<string> {
  let partialLine = ''
  try {
    for await (const chunk of readBackupFile(file, key).setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (partialLine + chunk).split('\n')
      partialLine = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    throw new BackupRefused(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
  if (partialLine) yield partialLine
}

/** Writes the manifest into a backup folder. */
export function writeManifest(folder: string, manifest: Manifest | EncryptedManifest): void {
  fs.writeFileSync(path.join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
/** Encrypts a manifest. Its format, time and plant stay readable. */
export async function encryptManifest(manifest: Manifest, key: BackupKey): Promise<EncryptedManifest> {
  const { format, program, createdAt, plant } = manifest
  const content = Readable.from([Buffer.from(JSON.stringify(manifest))])
  const sealed = await buffer(encryptStream(content, key, MANIFEST_PLACE))
  const encryption = { fingerprint: key.fingerprint }
  return { format, program, createdAt, ...(plant ? { plant } : {}), encryption, sealed: sealed.toString('base64') }
}

/**
 * Opens a backup for reading.
 * @throws BackupRefused if the folder is not a complete backup of a known format, or its key is missing or wrong
 */
export async function openBackup(folder: string, keys: readonly BackupKey[] = []): Promise<OpenedBackup> {
  const storedManifest = readManifestFile(folder)
  if (!isEncryptedManifest(storedManifest)) return { folder, manifest: toManifest(folder, storedManifest), key: null }
  const key = getBackupKey(keys, storedManifest.encryption.fingerprint)
  const sealed = Readable.from([Buffer.from(storedManifest.sealed, 'base64')])
  let manifest: unknown
  try {
    manifest = JSON.parse((await buffer(decryptStream(sealed, key, MANIFEST_PLACE))).toString('utf8'))
  } catch (error) {
    throw new BackupRefused(`The manifest of ${folder} was changed after it was made. Nothing was written.`, {
      cause: error,
    })
  }
  return { folder, manifest: toManifest(folder, manifest), key }
}
/** Reads when a backup was made and of which plant, which is not encrypted. @throws BackupRefused, see `openBackup` */
export function readBackupHeader(folder: string): Pick<Manifest, 'createdAt' | 'plant'> {
  const manifest = readManifestFile(folder)
  if (typeof manifest !== 'object' || manifest === null || !('createdAt' in manifest))
    throw new BackupRefused(`${folder} is not a backup of this program`)
  return manifest as EncryptedManifest
}
/** Reads the manifest of a backup that is not encrypted. @throws BackupRefused, see `openBackup` */
export const readManifest = (folder: string): Manifest => toManifest(folder, readManifestFile(folder))

function readManifestFile(folder: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as unknown
  } catch (error) {
    throw new BackupRefused(`${folder} is not a complete backup: its manifest.json cannot be read`, { cause: error })
  }
}
const isEncryptedManifest = (value: unknown): value is EncryptedManifest =>
  typeof value === 'object' && value !== null && 'encryption' in value && 'sealed' in value

function toManifest(folder: string, value: unknown): Manifest {
  if (!isManifest(value)) throw new BackupRefused(`${folder} is not a backup of this program`)
  if (value.format !== BACKUP_FORMAT && value.format !== SHARED_BACKUP_FORMAT)
    throw new BackupRefused(
      `The backup has form ${value.format}; this program reads form ${SHARED_BACKUP_FORMAT} and older`,
    )
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
