/** Uploaded files in a backup. A file's name is the hash of its content, so a copy can be checked by itself. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Progress } from './backup-format'
import { BackupRefused } from './errors'

/**
 * Copies a tree of files/<aa>/<name>; what is at the target already stays.
 * @param copies told the path of each file made at the target
 * @returns how many files there are, and their size in bytes
 * @throws BackupRefused when a file's content is not what its name says
 */
export async function copyFiles(
  from: string,
  to: string,
  progress?: Progress,
  copies: string[] = [],
): Promise<{ count: number; bytes: number }> {
  const total = { count: 0, bytes: 0 }
  if (!fs.existsSync(from)) return total
  const folders = fs
    .readdirSync(from, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name))
  for (const [index, folder] of folders.entries()) {
    for (const file of fs.readdirSync(path.join(from, folder.name), { withFileTypes: true })) {
      // uploads under way have other names
      if (!file.isFile() || !/^[0-9a-f]{64}(\.|$)/.test(file.name)) continue
      const target = path.join(to, folder.name, file.name)
      if (!fs.existsSync(target)) copies.push(target)
      total.bytes += await copyFile(path.join(from, folder.name, file.name), target)
      total.count++
    }
    progress?.({ doing: 'files', name: folder.name, done: index + 1, of: folders.length })
  }
  return total
}

async function copyFile(from: string, to: string): Promise<number> {
  const hash = createHash('sha256')
  await pipeline(fs.createReadStream(from), hash)
  const name = path.basename(from)
  if (hash.digest('hex') !== name.slice(0, 64))
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
