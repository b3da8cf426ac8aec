/**
 * Uploaded files of scheduled backups. All backups of a directory share one folder, `files/<aa>/<name>`, into which a file
 * is copied once. Its name is the SHA-256 of its content, or derived from it with the backup key if it is encrypted.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type BackupKey, decryptStream, deriveStorageName, encryptStream, getEncryptedSize } from './backup-encryption'
import { SHA256_HEX_LENGTH } from './backup-files'
import type { BackupProgress } from './backup-format'
import { syncPath } from './embedded/sync-tree'
import { BackupRefused } from './errors'
import type { FileStore } from '../files/file-store'

/** The folder that the backups of a directory share, and the key that encrypts it; null: not encrypted. */
export interface SharedFolder {
  readonly folder: string
  readonly key: BackupKey | null
}
/** An uploaded file; its name begins with the SHA-256 of its content. */
export interface UploadedFile {
  readonly name: string
  readonly bytes: number
}
/** The place that holds the uploaded files of a plant. */
export interface UploadedFileSource {
  list(): AsyncIterable<UploadedFile>
  read(name: string): Promise<Readable>
}

/** Reads the uploaded files of a folder on this machine: `<folder>/<aa>/<name>`. */
export const createDiskSource = (folder: string): UploadedFileSource => ({
  list: () => walkFiles(folder, /^[0-9a-f]{64}(\.|$)/),
  read: async (name) => fs.createReadStream(path.join(folder, name.slice(0, 2), name)),
})

/** Reads the uploaded files of a store, e.g. on an S3 server. */
export const createStoreSource = (store: FileStore): UploadedFileSource => ({
  list: async function* listStore() {
    for await (const { sha256, size } of store.list()) yield { name: sha256, bytes: size }
  },
  read: (name) => store.read(name),
})

/** Yields the files of `<folder>/<aa>/<name>` whose names match, without blocking the event loop. */
async function* walkFiles(folder: string, pattern: RegExp): AsyncGenerator<UploadedFile> {
  for (const entry of await readFolder(folder)) {
    if (!/^[0-9a-f]{2}$/.test(entry)) continue
    for (const name of await readFolder(path.join(folder, entry))) {
      if (!pattern.test(name)) continue
      const bytes = await findSize(path.join(folder, entry, name))
      if (bytes !== null) yield { name, bytes }
    }
  }
}
async function readFolder(folder: string): Promise<string[]> {
  try {
    return await fs.promises.readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
/** Returns the size of a file in bytes; null if there is none. */
async function findSize(file: string): Promise<number | null> {
  try {
    return (await fs.promises.stat(file)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export const getStorageName = ({ key }: Pick<SharedFolder, 'key'>, name: string): string =>
  key ? deriveStorageName(key, name) : name
const getStoragePath = (shared: SharedFolder, storageName: string): string =>
  path.join(shared.folder, storageName.slice(0, 2), storageName)
const getPlace = (name: string): string => `file/${name}`

/**
 * Copies the uploaded files that the shared folder does not have yet. They are durable when this resolves.
 * @returns all files of the plant, and in bytes their size in the shared folder and the size of the files added now
 * @throws BackupRefused if a copied file's content does not match its name
 */
export async function storeUploadedFiles(
  source: UploadedFileSource,
  sharedFolder: SharedFolder,
  { progress, signal }: { progress?: BackupProgress | undefined; signal?: AbortSignal | undefined } = {},
): Promise<{ files: UploadedFile[]; storedBytes: number; addedBytes: number }> {
  const files: UploadedFile[] = []
  const changedFolders = new Set<string>()
  let storedBytes = 0
  let addedBytes = 0
  for await (const file of source.list()) {
    signal?.throwIfAborted()
    files.push(file)
    const target = getStoragePath(sharedFolder, getStorageName(sharedFolder, file.name))
    const expectedBytes = sharedFolder.key ? getEncryptedSize(file.bytes) : file.bytes
    storedBytes += expectedBytes
    if ((await findSize(target)) === expectedBytes) continue
    await storeFile(await source.read(file.name), file.name, target, sharedFolder.key)
    changedFolders.add(path.dirname(target))
    addedBytes += expectedBytes
    progress?.({ doing: 'files', name: file.name.slice(0, 2), done: files.length, of: files.length })
  }
  if (changedFolders.size > 0) changedFolders.add(sharedFolder.folder)
  for (const folder of changedFolders) await syncPath(folder, true)
  return { files, storedBytes, addedBytes }
}

async function storeFile(content: Readable, name: string, target: string, key: BackupKey | null): Promise<void> {
  await fs.promises.mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  const partFile = `${target}.part`
  try {
    const hash = createHash('sha256')
    const hashed = hashWhileReading(content, hash)
    await pipeline(
      key ? encryptStream(hashed, key, getPlace(name)) : hashed,
      fs.createWriteStream(partFile, { mode: 0o600, flush: true }),
    )
    assertContentMatchesName(hash.digest('hex'), name, `The uploaded file ${name}`)
    await fs.promises.rename(partFile, target)
  } catch (error) {
    await fs.promises.rm(partFile, { force: true })
    throw error
  }
}
async function* hashWhileReading(
  source: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const part of source) {
    hash.update(part)
    yield part
  }
}
function assertContentMatchesName(sha256: string, name: string, subject: string): void {
  if (sha256 !== name.slice(0, SHA256_HEX_LENGTH))
    throw new BackupRefused(`${subject} is damaged: its content is not what its name says`)
}

/**
 * Reads stored files one by one and verifies their content.
 * @param write receives the content; without it the content is only verified
 * @throws BackupRefused naming the file that is missing or damaged
 */
export async function readStoredFiles(
  files: readonly UploadedFile[],
  sharedFolder: SharedFolder,
  {
    write,
    progress,
  }: {
    write?: (name: string, content: AsyncIterable<Buffer>) => Promise<void>
    progress?: BackupProgress | undefined
  } = {},
): Promise<void> {
  for (const [index, { name, bytes }] of files.entries()) {
    const storageFile = getStoragePath(sharedFolder, getStorageName(sharedFolder, name))
    const subject = `The stored file ${storageFile}`
    const hash = createHash('sha256')
    let readBytes = 0
    const stream = fs.createReadStream(storageFile)
    const content = hashWhileReading(
      sharedFolder.key ? decryptStream(stream, sharedFolder.key, getPlace(name)) : stream,
      hash,
    )
    try {
      if (write) await write(name, content)
      else for await (const part of content) readBytes += part.length
    } catch (error) {
      const { code, path: failedPath } = error as NodeJS.ErrnoException
      // An error of the target, such as a full disk, does not mean that the backup is damaged.
      if (code !== undefined && failedPath !== storageFile) throw error
      const problem = code === 'ENOENT' ? 'it is missing' : (error as Error).message
      throw new BackupRefused(`${subject} cannot be restored: ${problem}. Nothing was written.`, { cause: error })
    }
    assertContentMatchesName(hash.digest('hex'), name, subject)
    if (!write && readBytes !== bytes)
      throw new BackupRefused(`${subject} has ${readBytes} bytes and should have ${bytes}`)
    progress?.({ doing: 'check', name, done: index + 1, of: files.length })
  }
}

/**
 * Writes the stored files into the folder of uploaded files; existing files are kept.
 * @param createdCopies receives the path of each file created
 */
export async function restoreStoredFiles(
  files: readonly UploadedFile[],
  sharedFolder: SharedFolder,
  filesFolder: string,
  createdCopies: string[],
  progress?: BackupProgress,
): Promise<void> {
  const missingFiles = files.filter(({ name }) => !fs.existsSync(path.join(filesFolder, name.slice(0, 2), name)))
  const write = async (name: string, content: AsyncIterable<Buffer>): Promise<void> => {
    const target = path.join(filesFolder, name.slice(0, 2), name)
    await fs.promises.mkdir(path.dirname(target), { recursive: true })
    createdCopies.push(target)
    await pipeline(content, fs.createWriteStream(target))
  }
  await readStoredFiles(missingFiles, sharedFolder, { write, progress })
}

/**
 * Removes stored files that no kept backup names, and leftovers of interrupted copies.
 * @param names storage names of the kept backups
 * @returns the number of removed files
 */
export async function removeUnreferencedFiles(folder: string, names: ReadonlySet<string>): Promise<number> {
  let removedCount = 0
  for await (const { name } of walkFiles(folder, /^[0-9a-f]{64}/)) {
    if (names.has(name)) continue
    await fs.promises.rm(path.join(folder, name.slice(0, 2), name), { force: true })
    removedCount++
  }
  return removedCount
}
