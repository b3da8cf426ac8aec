/** Uploaded files in a backup. A file's name is the hash of its content, so each copy can be verified on its own. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BackupProgress } from './backup-format'
import { BackupRefused } from './errors'

/**
 * Copies a tree of files/<aa>/<name>; files that exist at the target are kept.
 * @param createdCopies receives the path of each file created at the target
 * @returns the number of files and their size in bytes
 * @throws BackupRefused if a file's content does not match its name
 */
export async function copyUploadedFiles(
  from: string,
  to: string,
  progress?: BackupProgress,
  createdCopies: string[] = [],
): Promise<{ count: number; bytes: number }> {
  const files = listUploadedFiles(from)
  let bytes = 0
  for (const [index, file] of files.entries()) {
    const target = path.join(to, path.relative(from, file))
    if (!fs.existsSync(target)) createdCopies.push(target)
    bytes += await copyFile(file, target)
    progress?.({ doing: 'files', name: path.basename(path.dirname(file)), done: index + 1, of: files.length })
  }
  return { count: files.length, bytes }
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

async function copyFile(from: string, to: string): Promise<number> {
  if ((await hashFile(from)) !== path.basename(from).slice(0, 64))
    throw new BackupRefused(`The uploaded file ${from} is damaged: its content is not what its name says`)
  if (!fs.existsSync(to)) {
    fs.mkdirSync(path.dirname(to), { recursive: true })
    const part = `${to}.part`
    try {
      await fs.promises.copyFile(from, part, fs.constants.COPYFILE_FICLONE)
      await fs.promises.rename(part, to)
    } catch (error) {
      await fs.promises.rm(part, { force: true })
      throw error
    }
  }
  return fs.statSync(from).size
}
