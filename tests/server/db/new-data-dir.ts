/**
 * A data folder with a fresh embedded database for a test. Creating one takes seconds of PostgreSQL's initdb, so it is
 * done once on a machine and copied.
 */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { openDatabase } from '@/server/db/connect'
import { newFolder, quietLog } from './plant'

const dist = path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
const { version } = JSON.parse(fs.readFileSync(path.join(dist, '..', 'package.json'), 'utf8')) as { version: string }
const template = path.join(os.tmpdir(), `mes-db-template-${version}-${os.userInfo().uid}`)

/** @returns a new folder with a database in it; remove it afterwards */
export async function newDataDir(): Promise<string> {
  if (!fs.existsSync(template)) await makeTemplate()
  const folder = newFolder()
  fs.cpSync(template, folder, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
  return folder
}

async function makeTemplate(): Promise<void> {
  const folder = newFolder()
  await (await openDatabase({ dataDir: folder, log: quietLog() })).close()
  try {
    fs.renameSync(folder, template)
  } catch (error) {
    // another test process was first
    if (!fs.existsSync(template)) throw error
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
