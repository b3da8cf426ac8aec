/** Verifies that the files of a backup match its manifest, before anything is restored from it. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { createGunzip } from 'node:zlib'
import { type Manifest, type Progress, tableFile, type TableSummary } from './backup-format'
import { hashOfFile, uploadedFiles } from './backup-files'
import { BackupRefused } from './errors'

const LINE_FEED = 0x0a
const UNTOUCHED = 'Nothing was written. Restore another backup, or copy this one anew from where it was kept.'

/**
 * Asserts that a backup matches its manifest, reading all of it once.
 * @throws BackupRefused naming the file that is missing or damaged
 */
export async function checkBackup(folder: string, manifest: Manifest, progress?: Progress): Promise<void> {
  const tables = Object.entries(manifest.tables)
  for (const [index, [table, expected]] of tables.entries()) {
    const file = tableFile(folder, table)
    const found = await summaryOf(file)
    if (found.rows !== expected.rows)
      throw damaged(ofTable(file), `it has ${found.rows} rows of the table ${table} and should have ${expected.rows}`)
    if (found.sha256 !== expected.sha256)
      throw damaged(ofTable(file), `its rows of the table ${table} are not those backed up`)
    progress?.({ doing: 'check', name: table, done: index + 1, of: tables.length })
  }
  await checkFiles(path.join(folder, 'files'), manifest, progress)
}

async function checkFiles(folder: string, manifest: Manifest, progress?: Progress): Promise<void> {
  const files = uploadedFiles(folder)
  let bytes = 0
  for (const [index, file] of files.entries()) {
    if ((await hashOfFile(file)) !== path.basename(file).slice(0, 64))
      throw damaged(`The uploaded file ${file}`, 'its content is not what its name says')
    bytes += fs.statSync(file).size
    progress?.({ doing: 'check', name: path.basename(file), done: index + 1, of: files.length })
  }
  if (files.length !== manifest.files.count || bytes !== manifest.files.bytes)
    throw new BackupRefused(
      `The backup should have ${manifest.files.count} uploaded files (${manifest.files.bytes} bytes) and has ${files.length} (${bytes} bytes). ${UNTOUCHED}`,
    )
}

const ofTable = (file: string): string => `The backup's file ${file}`
const damaged = (file: string, what: string, cause?: unknown): BackupRefused =>
  new BackupRefused(`${file} is damaged: ${what}. ${UNTOUCHED}`, cause ? { cause } : undefined)

/** Counts and hashes the rows of a table file like `LineDigest`, without splitting lines. */
async function summaryOf(file: string): Promise<TableSummary> {
  const hash = createHash('sha256')
  let rows = 0
  let last = LINE_FEED
  const raw = fs.createReadStream(file)
  const content = raw.pipe(createGunzip())
  raw.on('error', (error) => content.destroy(error))
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      hash.update(chunk)
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) rows++
      last = chunk.at(-1) ?? last
    }
  } catch (error) {
    throw damaged(ofTable(file), error instanceof Error ? error.message : String(error), error)
  }
  if (last !== LINE_FEED) {
    hash.update('\n')
    rows++
  }
  return { rows, sha256: hash.digest('hex') }
}
