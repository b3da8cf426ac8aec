/** Uploaded files in a backup. A file's name is the hash of its content, so each copy can be verified on its own. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BackupProgress } from './backup-format'
import { BackupRefused } from './errors'

/** The name of an uploaded file begins with that many digits. */
export const SHA256_HEX_LENGTH = 64

/**
 * Copies a tree of files/<aa>/<name>; files that exist at the target are kept.
 * @param createdCopies receives the path of each file created at the target
 * @returns the number of files and their size in bytes
 * @throws BackupRefused if a file's content does not match its name
 */
export async function copyUploadedFiles(
  sourceFolder: string,
  targetFolder: string,
  progress?: BackupProgress,
  createdCopies: string[] = [],
): Promise<{ count: number; bytes: number }> {
  const files = listUploadedFiles(sourceFolder)
  let totalBytes = 0
  for (const [index, file] of files.entries()) {
    const target = path.join(targetFolder, path.relative(sourceFolder, file))
    if (!fs.existsSync(target)) createdCopies.push(target)
    totalBytes += await copyFile(file, target)
    progress?.({ doing: 'files', name: path.basename(path.dirname(file)), done: index + 1, of: files.length })
  }
  return { count: files.length, bytes: totalBytes }
}

/** Lists the paths of the uploaded files below a folder: files/<aa>/<name>. */
export function listUploadedFiles(root: string): string[] {
  if (!fs.existsSync(root)) return []
  return fs
    .readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name))
    .flatMap(({ name: folder }) =>
      fs
        .readdirSync(path.join(root, folder), { withFileTypes: true })
        // Files that are still being uploaded have other names.
        .filter((file) => file.isFile() && /^[0-9a-f]{64}(\.|$)/.test(file.name))
        .map((file) => path.join(root, folder, file.name)),
    )
}

/** Calculates the SHA-256 of a file as hex. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(fs.createReadStream(file), hash)
  return hash.digest('hex')
}

async function copyFile(source: string, target: string): Promise<number> {
  if ((await hashFile(source)) !== path.basename(source).slice(0, SHA256_HEX_LENGTH))
    throw new BackupRefused(`The uploaded file ${source} is damaged: its content is not what its name says`)
  if (!fs.existsSync(target)) {
    fs.mkdirSync(path.dirname(target), { recursive: true })
    const partFile = `${target}.part`
    try {
      await fs.promises.copyFile(source, partFile, fs.constants.COPYFILE_FICLONE)
      await fs.promises.rename(partFile, target)
    } catch (error) {
      await fs.promises.rm(partFile, { force: true })
      throw error
    }
  }
  return fs.statSync(source).size
}
